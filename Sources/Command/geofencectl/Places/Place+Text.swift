import ArgumentParser
import Formats
import Geofencing
import Places
import Posix

/// Directions, for people.
enum Compass {
    /// `north-east`. `bearing`: degrees from north, clockwise.
    static func words(bearing: Double) -> String { winds[wind(bearing)].words }

    /// `NE`.
    static func letters(bearing: Double) -> String { winds[wind(bearing)].letters }

    private static func wind(_ bearing: Double) -> Int {
        Int((bearing / 45).rounded()) % winds.count
    }

    private static let winds: [(letters: String, words: String)] = [
        ("N", "north"), ("NE", "north-east"), ("E", "east"), ("SE", "south-east"),
        ("S", "south"), ("SW", "south-west"), ("W", "west"), ("NW", "north-west"),
    ]
}

extension PlaceResult {
    /// As in `cafe`, `fast food`; `nil` if the place has no category.
    var kind: String? {
        categories.first?.split(separator: "=").last?.spaced
    }

    /// As in `open until 18:00`, `closed until Mon 09:00`; `nil` if that is not known.
    func openText(at now: LocalMoment) -> String? {
        guard let open else { return nil }
        let change = (open ? openUntil : opensAt).flatMap { Self.day(of: $0, seenFrom: now) }
        return (open ? "open" : "closed") + (change.map { " until \($0)" } ?? "")
    }

    /// `18:00` or `Fri 18:00` for `2026-05-01T18:00`, which must be less than a week from now.
    private static func day(of moment: String, seenFrom now: LocalMoment) -> String? {
        let parts = moment.split(separator: "T").map { String($0) }
        guard parts.count == 2, let date = CivilDate(argument: parts[0]) else { return nil }
        if date == now.date { return parts[1] }
        return "\(weekdays[date.weekday]) \(parts[1])"
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
