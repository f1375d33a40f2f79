import Geofencing

/// The rules up to `||` or the end of a text. The rules after `||` count where these leave a place
/// closed.
struct RuleGroup: Hashable, Sendable {
    var rules: [OpeningRule]

    /// The hours that begin on `date`; where two overlap, the later one counts.
    fileprivate func stretches(on date: CivilDate) -> [Stretch] {
        var stretches: [Stretch] = []
        for rule in rules { rule.apply(to: &stretches, on: date) }
        return stretches
    }
}

/// What a group of rules says about one calendar day.
///
/// Hours belong to the day they begin on. So with `Fr 18:00-02:00; Sa 10:00-12:00` or
/// `18:00-02:00; Sa off` a place is open on Saturday at 01:00, and with `Fr off` instead it is not.
struct DaySchedule {
    private let today: [Stretch]
    /// The hours that began the day before, in minutes of this day: they may begin before 0.
    private let yesterday: [Stretch]

    init(_ group: RuleGroup, on date: CivilDate) {
        today = group.stretches(on: date)
        yesterday = group.stretches(on: date.advanced(by: -1)).compactMap {
            let day = LocalMoment.minutesPerDay
            guard $0.minutes.upperBound > day else { return nil }
            return Stretch($0.minutes.lowerBound - day..<$0.minutes.upperBound - day, $0.state)
        }
    }

    func state(at minute: Int) -> OpeningHours.State {
        let last =
            today.last { $0.minutes.contains(minute) }
            ?? yesterday.last { $0.minutes.contains(minute) }
        return last?.state ?? .closed
    }

    /// The minutes at which the state may change, in no order.
    var boundaries: [Int] {
        (today + yesterday).flatMap { [$0.minutes.lowerBound, $0.minutes.upperBound] }
    }
}
