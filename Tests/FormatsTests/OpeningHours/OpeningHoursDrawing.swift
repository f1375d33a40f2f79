import Formats
import Geofencing
import Testing

/// What `text` says of a day, one character an hour from midnight on: `█` open, `?` unknown,
/// `·` closed.
func day(_ text: String, on date: String = "2026-01-07") throws -> String {
    let hours = try OpeningHours(text)
    let date = try #require(CivilDate(date))
    return try (0..<24).map {
        hours.state(at: try #require(LocalMoment(date, minute: $0 * 60))).drawn
    }.joined()
}

/// What `text` says of noon, one character a day from Monday on.
func week(_ text: String) throws -> String {
    let hours = try OpeningHours(text)
    let monday = try #require(CivilDate("2026-01-05")).daysSince1970
    return try (0..<Int64(7)).map {
        let date = CivilDate(daysSince1970: monday + $0)
        return hours.state(at: try #require(LocalMoment(date, minute: 720))).drawn
    }.joined()
}

extension OpeningHours.State {
    fileprivate var drawn: String {
        switch self {
        case .open: "█"
        case .closed: "·"
        case .unknown: "?"
        }
    }
}
