import Testing

@testable import Geofencing

struct CivilDateTests {
    @Test(arguments: [-400, 0, 1600, 1900, 9600])
    func `every day of 400 years is the day after the one before`(year: Int) throws {
        var expected = try #require(CivilDate(year: year, month: 1, day: 1))
        let first = expected.daysSince1970
        for days in first..<first + 146_097 {
            let date = CivilDate(daysSince1970: days)
            guard date == expected, date.daysSince1970 == days else {
                Issue.record("day \(days) is \(date), not \(expected)")
                return
            }
            expected =
                CivilDate(year: date.year, month: date.month, day: date.day + 1)
                ?? CivilDate(year: date.year, month: date.month + 1, day: 1)
                ?? CivilDate(year: date.year + 1, month: 1, day: 1)!
        }
        #expect(expected == CivilDate(year: year + 400, month: 1, day: 1))
    }

    @Test(
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2026, 5, 1, 20_574),
            (1980, 1, 6, 3657), (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
            (0, 3, 1, -719_468), (-400, 3, 1, -865_565),
        ] as [(Int, Int, Int, Int64)])
    func `days are counted from 1970`(year: Int, month: Int, day: Int, days: Int64) throws {
        let date = try #require(CivilDate(year: year, month: month, day: day))
        #expect(date.daysSince1970 == days)
        #expect(CivilDate(daysSince1970: days) == date)
    }

    @Test(arguments: [
        (2023, false), (2024, true), (2100, false), (2000, true), (1900, false), (0, true),
        (-4, true), (-100, false),
    ])
    func `29 February is there in leap years only`(year: Int, isLeap: Bool) {
        #expect((CivilDate(year: year, month: 2, day: 29) != nil) == isLeap)
        #expect(CivilDate(year: year, month: 2, day: 30) == nil)
        #expect(CivilDate(year: year, month: 2, day: 28) != nil)
    }

    @Test(arguments: [
        (0, 1), (13, 1), (1, 0), (1, 32), (4, 31), (6, 31), (9, 31), (11, 31), (12, 32), (-1, -1),
    ])
    func `there is no such day`(month: Int, day: Int) {
        #expect(CivilDate(year: 2026, month: month, day: day) == nil)
    }

    @Test(arguments: [
        ("2026-11-24", true), ("2028-02-29", true), ("0001-01-01", true), ("9999-12-31", true),
        ("1969-12-31", true), ("2000-02-29", true), ("2026-02-29", false), ("1900-02-29", false),
        ("2026-11-31", false), ("2026-13-01", false), ("2026-00-01", false),
        ("2026-01-00", false), ("0000-01-01", false), ("2026-1-01", false),
        ("2026-01-1 ", false), ("+026-01-01", false), ("2026/01/01", false), ("", false),
        ("２０２６-01-01", false),
    ])
    func `a day is one of the calendar`(text: String, isDay: Bool) {
        #expect(CivilDate(text)?.description == (isDay ? text : nil))
    }

    @Test(
        arguments: [(7, 2, 3), (-7, 2, -4), (-8, 2, -4), (0, 5, 0), (-1, 400, -1)]
            as [(Int64, Int64, Int64)])
    func `a floored quotient rounds down below zero too`(
        number: Int64, divisor: Int64, quotient: Int64
    ) {
        #expect(number.flooredQuotient(by: divisor) == quotient)
    }
}
