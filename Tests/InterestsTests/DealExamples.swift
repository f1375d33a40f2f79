import Geofencing
import Posix

@testable import Interests

/// Deals that differ in what a test is about.
enum DealExamples {
    /// Midday, when all of them are on.
    static let noon = time("2026-05-01T12:00:00Z")
    static let dam = Coordinate(latitude: 52.3731, longitude: 4.8926)

    static func time(_ text: String) -> Timestamp {
        Timestamp(iso8601: text)!
    }

    static func caller(
        _ uid: UInt32 = 1000, at now: Timestamp = noon, position: Coordinate? = nil
    ) -> Caller {
        Caller(account: Account(uid: uid), now: now, position: position)
    }

    /// From 10 to 18 o'clock, at Dam.
    static func draft(_ change: (inout Deal.Draft) -> Void = { _ in }) -> Deal.Draft {
        var draft = Deal.Draft()
        draft.name = .value("2 for 1")
        draft.company = .value("Dam Bakers")
        draft.category = .value("food")
        draft.latitude = .value(dam.latitude)
        draft.longitude = .value(dam.longitude)
        draft.starts = .value(time("2026-05-01T10:00:00Z"))
        draft.ends = .value(time("2026-05-01T18:00:00Z"))
        change(&draft)
        return draft
    }
}
