import Formats
import Geofencing

extension MessageWords {
    /// `open until 20:00`, `closed now, opens Mon 08:00`; the text itself if it does not say.
    ///
    /// `text`: as OpenStreetMap has it.
    func openWords(_ text: String) -> String {
        // Hours that are not understood are shown as they are.
        guard let hours = try? OpeningHours(text) else { return text }
        let here = clock.moment(at: now)
        let change = hours.nextChange(after: here, within: Self.days)
            .flatMap { hours.state(at: $0) == .unknown ? nil : words(of: $0, from: here) }
        return switch hours.state(at: here) {
        case .open: change.map { "open until \($0)" } ?? "open now"
        case .closed: change.map { "closed now, opens \($0)" } ?? "closed now"
        case .unknown: text
        }
    }

    /// A change is said that is less than a week away, so that a weekday names one day.
    private static let days = 6

    private func words(of change: LocalMoment, from here: LocalMoment) -> String {
        // Until the same time tomorrow, the time says which day.
        let isSoon =
            change.date == here.date
            || change.minute < here.minute
                && change.date.daysSince1970 == here.date.daysSince1970 + 1
        return isSoon
            ? change.clock : "\(Self.weekdays[change.date.weekday]) \(change.clock)"
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
