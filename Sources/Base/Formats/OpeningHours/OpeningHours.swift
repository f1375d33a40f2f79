import Geofencing

/// When a place is open, as OpenStreetMap's `opening_hours` has it.
///
/// It reads weekdays, dates, weeks, years, times and all three ways to join rules, as version
/// 0.7.4 of the key's specification has them. It refuses `easter`, `sunrise` and the like, which
/// need more than a calendar, and whatever could mean two things. On a public or school holiday
/// the answer is that of an ordinary day: there is no calendar of holidays.
package struct OpeningHours: Hashable, Sendable {
    /// A group counts where those before it leave the place closed.
    private let groups: [RuleGroup]

    package enum State: Hashable, Sendable {
        case open
        case closed
        /// The text says so, has only a comment ("by appointment"), or does not say how long.
        case unknown
    }

    /// Of a text; OpenStreetMap's own limit is 255 characters.
    package static let mostBytes = 1000
    package static let mostRules = 100

    /// Throws what is not understood of the text.
    package init(_ text: String) throws(OpeningHoursError) {
        let bytes = text.utf8.count
        guard bytes <= Self.mostBytes else { throw .tooLong(bytes: bytes) }
        var parser = try OpeningHoursParser(text)
        var groups = try parser.groups()
        // `PH off` alone does not say that the place is closed on all other days as well: what no
        // rule covers is then unknown.
        if groups.allSatisfy({ $0.rules.allSatisfy(\.isClosed) }) {
            groups[0].rules.insert(
                OpeningRule(days: DaySelector(), times: [], state: .unknown, isAdditional: false),
                at: 0)
        }
        self.groups = groups
    }

    package func state(at moment: LocalMoment) -> State {
        Self.state(at: moment.minute, of: schedules(on: moment.date))
    }

    /// The first moment after `moment` at which the state is another one, at most `days` later;
    /// `nil` if there is none.
    package func nextChange(after moment: LocalMoment, within days: Int = 366) -> LocalMoment? {
        let state = state(at: moment)
        var date = moment.date
        for day in 0...max(days, 0) {
            let schedules = schedules(on: date)
            let minutes = Set(schedules.flatMap(\.boundaries) + [0]).sorted().filter {
                (0..<LocalMoment.minutesPerDay).contains($0) && (day > 0 || $0 > moment.minute)
            }
            if let minute = minutes.first(where: { Self.state(at: $0, of: schedules) != state }) {
                return LocalMoment(date, minute: minute)
            }
            date = date.advanced(by: 1)
        }
        return nil
    }

    private func schedules(on date: CivilDate) -> [DaySchedule] {
        groups.map { DaySchedule($0, on: date) }
    }

    private static func state(at minute: Int, of schedules: [DaySchedule]) -> State {
        schedules.lazy.map { $0.state(at: minute) }.first { $0 != .closed } ?? .closed
    }
}
