import ArgumentParser
import Geofencing
import Posix

/// A time as people write it, in their own time zone (`TZ`).
///
/// `18:00`, `8pm`, `20h30`, `noon`; `friday`, `tomorrow 9:00`, `1 may`, `2026-05-01 18:00`; `now`,
/// `+2h`, `in 2 hours`, `2 hours`, `2 hours ago`. A time with an offset or `Z`, as in
/// `2026-05-01T18:00:00Z`, is the same in every time zone.
struct CommandTime: ExpressibleByArgument {
    private let meaning: Meaning

    enum Meaning {
        case moment(Timestamp)
        /// Seconds from now.
        case later(Double)
        /// So many seconds before or after something else, as that is.
        case length(Double)
        /// `second`: since midnight; `nil` is all of the day.
        case day(Day, second: Int?)
        /// Seconds since midnight, of a day that is not given.
        case clock(second: Int)
    }

    enum Day {
        case date(CivilDate)
        /// Days from today.
        case near(Int)
        /// The evening of today.
        case tonight
        /// 0 is Monday.
        case weekday(Int, Turn)
        case monthDay(month: Int, day: Int)
    }

    /// Which of the days of a name: `next friday` is not today.
    enum Turn {
        case any, next, last
    }

    static let forms =
        "as in 18:00, 8pm, friday 18:00, tomorrow, 'May 1 18:00', 2026-05-01T18:00Z, +2h"

    /// For messages about times in the past.
    static let pastForms =
        "as in 18:00, 8pm, monday, yesterday 9:00, 'May 1', 2026-05-01T18:00Z, -2h"

    init?(argument: String) {
        guard let time = try? Self.read(argument) else { return nil }
        self = time
    }

    /// For options, whose errors list the forms.
    static func read(_ text: String) throws(CommandTimeError) -> CommandTime {
        CommandTime(meaning: try CommandTimeReader.meaning(of: text))
    }

    private init(meaning: Meaning) {
        self.meaning = meaning
    }

    // MARK: What is meant

    /// When something begins: a day by itself is its beginning, and a time of day that of today.
    func time(at now: Timestamp) -> Timestamp {
        switch meaning {
        case .moment(let time): time
        case .later(let seconds), .length(let seconds): now + seconds
        case .day(let day, let second):
            day.coming(
                second ?? day.beginning,
                after: second == nil ? now.localDate.time(second: 0) + -1 : now, now: now)
        case .clock(let second): now.localDate.time(second: second)
        }
    }

    /// When something ends that begins at `start`: a day by itself is its evening, and a time of
    /// day the first one after the start.
    func time(at now: Timestamp, after start: Timestamp) -> Timestamp {
        switch meaning {
        case .moment(let time): return time
        case .later(let seconds): return now + seconds
        case .length(let seconds): return start + seconds
        case .day(let day, let second):
            return day.coming(second ?? CivilDate.evening, after: start, now: now)
        case .clock(let second):
            let day = start.localDate
            let time = day.time(second: second)
            return time > start ? time : day.time(days: 1, second: second)
        }
    }

    /// A time that has been: a day by itself is its beginning, and a time of day or a weekday the
    /// last one.
    func past(at now: Timestamp) -> Timestamp {
        switch meaning {
        case .moment(let time): return time
        case .later(let seconds): return now + seconds
        case .length(let seconds): return now + -seconds
        case .day(let day, let second): return day.past(second ?? day.beginning, at: now)
        case .clock(let second):
            let time = now.localDate.time(second: second)
            return time > now ? now.localDate.time(days: -1, second: second) : time
        }
    }
}

extension CommandTime.Day {
    /// Seconds since midnight of a day by itself, when something begins.
    fileprivate var beginning: Int {
        if case .tonight = self { 18 * 3600 } else { 0 }
    }

    /// The first such time after `start`, of a day that has many; `second`: since midnight.
    fileprivate func coming(
        _ second: Int, after start: Timestamp, now: Timestamp
    ) -> Timestamp {
        let today = now.localDate
        switch self {
        case .date(let date): return date.time(second: second)
        case .near(let days): return today.time(days: days, second: second)
        case .tonight: return today.time(second: second)
        case .weekday(let weekday, .last): return Self.last(weekday, second, before: today)
        case .weekday(let weekday, let turn):
            let first = turn == .next ? today.time(days: 1, second: 0) + -1 : start
            let day = first.localDate
            // A time on the same weekday may be over: then it is that of the next week.
            let days = (0...7).first {
                day.advanced(by: $0).weekday == weekday
                    && day.time(days: $0, second: second) > first
            }
            return day.time(days: days ?? 7, second: second)
        case .monthDay(let month, let day):
            let year = start.localDate.year
            let dates = (year...year + 8).compactMap {
                CivilDate(year: $0, month: month, day: day)
            }
            let coming = dates.first { $0.time(second: second) > start }
            return (coming ?? today).time(second: second)
        }
    }

    /// The last such time that has been, of a day that has many.
    fileprivate func past(_ second: Int, at now: Timestamp) -> Timestamp {
        let today = now.localDate
        switch self {
        case .weekday(let weekday, .any):
            let time = today.time(second: second)
            return today.weekday == weekday && time <= now
                ? time : Self.last(weekday, second, before: today)
        case .monthDay(let month, let day):
            let dates = (today.year - 8...today.year).reversed().compactMap {
                CivilDate(year: $0, month: month, day: day)
            }
            let past = dates.first { $0.time(second: second) <= now }
            return (past ?? today).time(second: second)
        default: return coming(second, after: now, now: now)
        }
    }

    private static func last(
        _ weekday: Int, _ second: Int, before today: CivilDate
    ) -> Timestamp {
        let days = (1...7).first { today.advanced(by: -$0).weekday == weekday } ?? 7
        return today.time(days: -days, second: second)
    }
}
