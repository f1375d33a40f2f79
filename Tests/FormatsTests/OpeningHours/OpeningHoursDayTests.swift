import Geofencing
import Testing

@testable import Formats

@Suite struct OpeningHoursDayTests {
    /// From Monday on.
    @Test(arguments: [
        ("Mo-Fr", "█████··"),
        ("mo-fr", "█████··"),
        ("MO - FR", "█████··"),
        ("Mo–Fr", "█████··"),
        ("We- Mo", "█·█████"),
        ("Fr-Mo", "█···███"),
        ("Su-Th", "████··█"),
        ("Mo,We-Fr,Su", "█·███·█"),
        ("Mo-Tu, Fr 09:00-18:00", "██··█··"),
        ("Mo-Fr: 09:00-18:00", "█████··"),
        ("Mo-Su,PH 09:00-18:00", "███████"),
        ("PH,Sa 09:00-18:00", "·····█·"),
        ("SH,PH 09:00-18:00", "·······"),
        ("PH Mo-Fr 09:00-18:00", "·······"),
        ("Mo-Fr 09:00-18:00; PH off", "█████··"),
        ("Mo-Fr 09:00-18:00; PH -1 day 09:00-12:00", "█████··"),
        ("SH: Mo-Fr 09:00-18:00; Sa 09:00-18:00", "·····█·"),
        ("Sa,Su,PH off", "?????··"),
    ])
    func `days of the week`(_ text: String, _ drawn: String) throws {
        #expect(try week(text) == drawn)
    }

    /// The days on which a place is open at noon, from 2025 to 2027.
    private func days(_ text: String) throws -> [String] {
        let hours = try OpeningHours(text)
        let first = try #require(CivilDate("2025-01-01")).daysSince1970
        return try (0..<Int64(3 * 365)).compactMap {
            let moment = try #require(
                LocalMoment(CivilDate(daysSince1970: first + $0), minute: 720))
            return hours.state(at: moment) == .open ? String("\(moment)".prefix(10)) : nil
        }
    }

    @Test(arguments: [
        ("2026 Dec 25", ["2026-12-25"]),
        ("2026 Dec 24-26", ["2026-12-24", "2026-12-25", "2026-12-26"]),
        ("2026 Dec 31-2027 Jan 1", ["2026-12-31", "2027-01-01"]),
        ("2026 Dec 31-Jan 1", ["2026-12-31", "2027-01-01"]),
        ("Dec 25", ["2025-12-25", "2026-12-25", "2027-12-25"]),
        (
            "dec 25,27 10:00-14:00",
            [
                "2025-12-25", "2025-12-27", "2026-12-25", "2026-12-27", "2027-12-25", "2027-12-27",
            ]
        ),
        ("2026 Nov 19,2027 Dec 25: 09:00-13:00", ["2026-11-19", "2027-12-25"]),
        ("2026 Jan Mo", ["2026-01-05", "2026-01-12", "2026-01-19", "2026-01-26"]),
        ("2026 Jan Mo[1]", ["2026-01-05"]),
        ("2026 Jan: Mo[1,3-4]", ["2026-01-05", "2026-01-19", "2026-01-26"]),
        ("2026 Feb Su[-1]", ["2026-02-22"]),
        ("2026 May Su[5],Su[-2]", ["2026-05-24", "2026-05-31"]),
        ("2026-2027 Feb Fr[1]", ["2026-02-06", "2027-02-05"]),
        ("2027+ Feb 1", ["2027-02-01"]),
        ("2025,2027 Feb 1", ["2025-02-01", "2027-02-01"]),
        // The first week of 2026 begins in 2025.
        ("2026 week 1 Mo-We", []),
        ("2025 week 1 We", ["2025-01-01", "2025-12-31"]),
        ("2026 week 53 Mo", ["2026-12-28"]),
        ("2026 week 10-13/2 Su", ["2026-03-08", "2026-03-22"]),
        ("2026 week 52-1: Sa", ["2026-01-03", "2026-12-26"]),
        ("Feb 29", []),
    ])
    func `dates, years and weeks`(_ text: String, _ expected: [String]) throws {
        #expect(try days(text) == expected)
    }

    @Test(arguments: [
        ("Nov-Mar", "2026-10-31", false), ("Nov-Mar", "2026-11-01", true),
        ("Nov-Mar", "2027-03-31", true), ("Nov-Mar", "2027-04-01", false),
        ("Jun,Aug", "2026-06-30", true), ("Jun,Aug", "2026-07-01", false),
        ("Oct 17-Mar 25", "2026-10-16", false), ("Oct 17-Mar 25", "2026-10-17", true),
        ("Oct 17-Mar 25", "2026-03-25", true), ("Oct 17-Mar 25", "2026-03-26", false),
        ("Oct 01-Feb 28", "2028-02-29", false), ("Oct-Feb", "2028-02-29", true),
        ("Feb 29", "2028-02-29", true),
        ("Sep 01-15: 08:00-23:00", "2026-09-15", true),
        ("Dec,May-Aug: Su 10:00-19:00", "2026-05-03", true),
        ("Dec,May-Aug: Su 10:00-19:00", "2026-05-04", false),
        ("\"summer\": Mo 10:00-19:00", "2026-05-04", true),
    ])
    func `months and dates of every year`(_ text: String, _ date: String, isOpen: Bool) throws {
        let moment = try #require(LocalMoment("\(date) 12:00"))
        #expect(try OpeningHours(text).state(at: moment) == (isOpen ? .open : .closed))
    }
}
