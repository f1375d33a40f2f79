import Geofencing

/// Knows the day in a stream whose sentences mostly tell only the time of day.
struct NMEAClock {
    /// Days since 1970-01-01, or since the stream began while `isUndated`.
    private(set) var day: Int64 = 0
    private(set) var isUndated = true

    /// Milliseconds since midnight.
    private var lastTimeOfDay: Int64?
    private var date = FieldMemory()

    private static let hour: Int64 = 3_600_000
    /// Milliseconds; what is earlier by no more is late, also across midnight.
    private static let lateness: Int64 = 60_000

    /// `date`: the day of the first sentence, if it is known from elsewhere.
    init(date: CivilDate?) {
        if let date { (day, isUndated) = (date.daysSince1970, false) }
    }

    /// Goes on to `timeOfDay`, milliseconds since midnight, and to the next day if that says so.
    /// Returns the day of it, which for what is late may be the one before.
    mutating func advance(to timeOfDay: Int64) -> Int64 {
        if let last = lastTimeOfDay {
            let isBeforeMidnight = timeOfDay - last > Timestamp.millisecondsPerDay - Self.lateness
            if isBeforeMidnight { return day - 1 }
            if last - timeOfDay > 0, last - timeOfDay <= Self.lateness { return day }
            if timeOfDay / Self.hour < last / Self.hour { day += 1 }
        }
        lastTimeOfDay = timeOfDay
        return day
    }

    /// What a sentence says of the date.
    enum Dating { case none, date, noSuchDay }

    /// Takes the date from a sentence that has one, and was said at `timeOfDay`.
    mutating func set(from sentence: NMEASentence, at timeOfDay: Int64) -> Dating {
        switch sentence.kind {
        case .rmc where sentence.saysThatThereIsAFix:
            let day = date.value(of: sentence[9]) { $0.shortDate?.daysSince1970 }
            guard let day else { return sentence[9].isEmpty ? .none : .noSuchDay }
            self.day = day
        case .pubx04:
            guard let date = sentence[3].shortDate else {
                return sentence[3].isEmpty ? .none : .noSuchDay
            }
            day = date.daysSince1970
        case .zda:
            guard let date = Self.longDate(sentence) else {
                return (2...4).allSatisfy { sentence[$0].isEmpty } ? .none : .noSuchDay
            }
            day = date.daysSince1970
        default: return .none
        }
        (isUndated, lastTimeOfDay) = (false, timeOfDay)
        return .date
    }

    /// From the year in which GPS began; the last leaves room for midnights to come.
    private static let years = 1980..<9999

    private static func longDate(_ sentence: NMEASentence) -> CivilDate? {
        guard let day = sentence[2].digits(2), let month = sentence[3].digits(2),
            let year = sentence[4].digits(4), years.contains(year)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }
}
