/// A day of the Gregorian calendar, also before its introduction.
package struct CivilDate: Hashable, Sendable {
    package var year: Int
    /// 1…12
    package var month: Int
    /// 1…31
    package var day: Int

    /// `nil` if there is no such day, as 30 February.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, in: year)
        else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

/// Years are counted from 1 March, so that the leap day comes last, and in eras of 400 years, which
/// all have 146,097 days.
extension CivilDate {
    private static let daysPerEra = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let daysBefore1970 = 719_468

    package init(daysSince1970 days: Int64) {
        let shifted = days + Int64(Self.daysBefore1970)
        let era = shifted.flooredQuotient(by: Int64(Self.daysPerEra))
        let dayOfEra = Int(shifted - era * Int64(Self.daysPerEra))
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
    }

    package var daysSince1970: Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = shiftedYear.flooredQuotient(by: 400)
        let yearOfEra = Int(shiftedYear - era * 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Int64(Self.daysPerEra) + Int64(dayOfEra - Self.daysBefore1970)
    }
}

extension CivilDate: Comparable {
    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// 0…6, from Monday on.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let days = daysSince1970 + 3
        return Int(days - days.flooredQuotient(by: 7) * 7)
    }

    package func advanced(by days: Int) -> CivilDate {
        CivilDate(daysSince1970: daysSince1970 + Int64(days))
    }
}

extension Int64 {
    /// The quotient rounded towards minus infinity, so that days before 1970 count as days.
    package func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
