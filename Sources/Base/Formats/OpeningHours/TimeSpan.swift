/// `08:00-12:00`, `22:00-02:00`, `17:00+`, `17:00-22:00+`: minutes of the day that it begins on,
/// and of the next one.
struct TimeSpan: Hashable, Sendable {
    /// 0…1439
    private let start: Int
    /// Up to 2880; the start if only that is known.
    private let end: Int
    private let isOpenEnded: Bool

    private static let day = LocalMoment.minutesPerDay

    static let wholeDay = TimeSpan(start: 0, end: day, isOpenEnded: false)

    private init(start: Int, end: Int, isOpenEnded: Bool) {
        self.start = start
        self.end = end
        self.isOpenEnded = isOpenEnded
    }

    /// An end that is not after the start is on the next day, and so is one past 24:00.
    ///
    /// `nil` if it begins after the day or takes longer than one.
    init?(from start: Int, to end: Int?, isOpenEnded: Bool) {
        guard start < Self.day else { return nil }
        guard let end else {
            self.init(start: start, end: start, isOpenEnded: isOpenEnded)
            return
        }
        let last = end > start ? end : end + Self.day
        guard last - start <= Self.day else { return nil }
        self.init(start: start, end: last, isOpenEnded: isOpenEnded)
    }

    /// What a place is during the span, if a rule says that it is `state`.
    func stretches(_ state: OpeningHours.State) -> [Stretch] {
        var stretches: [Stretch] = []
        if isOpenEnded, state == .closed {
            stretches.append(Stretch(start..<Self.day, .closed))
        } else if isOpenEnded, end < Self.latestClosing(after: end) {
            stretches.append(Stretch(end..<Self.latestClosing(after: end), .unknown))
        }
        if end > start { stretches.append(Stretch(start..<end, state)) }
        return stretches
    }

    /// Until when a place may be open that says `17:00+`. As in opening_hours.js, that is to the
    /// end of the day; from 17:00 on, 10 hours; and from 22:00 on, 8 hours.
    private static func latestClosing(after time: Int) -> Int {
        let latest =
            switch time % day {
            case ..<(17 * 60): time - time % day + day
            case ..<(22 * 60): time + 10 * 60
            default: time + 8 * 60
            }
        return min(latest, 2 * day)
    }
}

/// Minutes of a day and of the next one, 0…2880, with one state.
struct Stretch: Hashable, Sendable {
    var minutes: Range<Int>
    var state: OpeningHours.State

    init(_ minutes: Range<Int>, _ state: OpeningHours.State) {
        self.minutes = minutes
        self.state = state
    }
}
