import Formats
import SQLite

/// What the opening hours of a place say of a moment.
struct OpeningTimes {
    /// `nil` if that is not known.
    let isOpen: Bool?
    /// When it opens or closes next, as in `2026-05-01T18:00`; `nil` if that is not known, or not
    /// within a week.
    let change: String?

    private static let days = 7

    init(_ place: Place, at moment: LocalMoment) {
        guard let hours = place.openingHours.flatMap({ Self.hours($0) }) else {
            (isOpen, change) = (nil, nil)
            return
        }
        isOpen = Self.isOpen(hours, at: moment)
        guard isOpen != nil, let next = hours.nextChange(after: moment, within: Self.days),
            Self.isOpen(hours, at: next) != nil
        else {
            change = nil
            return
        }
        // As in 2026-05-01 18:00
        change = next.description.split(separator: " ").joined(separator: "T")
    }

    /// `nil` if that is not known.
    static func isOpen(_ written: String, at moment: LocalMoment) -> Bool? {
        hours(written).flatMap { isOpen($0, at: moment) }
    }

    private static func hours(_ written: String) -> OpeningHours? {
        // Hours that are not understood are as good as none.
        try? OpeningHours(written)
    }

    private static func isOpen(_ hours: OpeningHours, at moment: LocalMoment) -> Bool? {
        switch hours.state(at: moment) {
        case .open: true
        case .closed: false
        case .unknown: nil
        }
    }
}

/// Finds out whether places are open, and counts those of which it is not known.
final class HoursFilter {
    private let store: PlaceStore
    private let moment: LocalMoment
    /// Their rows.
    private(set) var notKnown: Set<Int64> = []
    /// What was found out, by the hours as they are written.
    private var known: [String: Bool?] = [:]

    init(_ store: PlaceStore, at moment: LocalMoment) {
        self.store = store
        self.moment = moment
    }

    private func isOpen(of hours: String) -> Bool? {
        if let isOpen = known[hours] { return isOpen }
        let isOpen = OpeningTimes.isOpen(hours, at: moment)
        known[hours] = .some(isOpen)
        return isOpen
    }

    func isOpen(_ row: Int64) throws -> Bool {
        let hours =
            try store.connection.first(
                "SELECT opening_hours FROM place WHERE id = :row", ["row": .integer(row)]
            ) { $0.text(0) } ?? nil
        let answer = hours.flatMap(isOpen(of:))
        if answer == nil { notKnown.insert(row) }
        return answer ?? false
    }
}
