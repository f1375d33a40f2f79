import Geofencing
import Testing

@testable import Formats

@Suite struct OpeningHoursChangeTests {
    @Test(arguments: [
        ("Mo-Fr 08:00-18:00", "2026-01-07 07:59", "2026-01-07 08:00"),
        ("Mo-Fr 08:00-18:00", "2026-01-07 08:00", "2026-01-07 18:00"),
        ("Mo-Fr 08:00-18:00", "2026-01-09 18:00", "2026-01-12 08:00"),
        ("Fr 20:00-02:00", "2026-01-09 23:59", "2026-01-10 02:00"),
        // Midnight is no change if the place stays open.
        ("Mo-Sa 00:00-24:00; Su 00:00-12:00", "2026-01-07 12:00", "2026-01-11 12:00"),
        ("08:00-12:00,12:00-14:00", "2026-01-07 09:00", "2026-01-07 14:00"),
        ("We 08:00-10:00+", "2026-01-07 09:00", "2026-01-07 10:00"),
        ("We 08:00-10:00+", "2026-01-07 10:00", "2026-01-08 00:00"),
        ("We 08:00-10:00 || 09:00-11:00", "2026-01-07 08:30", "2026-01-07 11:00"),
        ("Dec 25 10:00-12:00", "2026-12-25 12:00", "2027-12-25 10:00"),
        ("2026 Jan 7 10:00-12:00", "2026-01-07 11:00", "2026-01-07 12:00"),
    ])
    func `the next change`(_ text: String, after moment: String, _ change: String) throws {
        let next = try OpeningHours(text).nextChange(after: try #require(LocalMoment(moment)))
        #expect(next?.description == change)
    }

    @Test(arguments: ["24/7", "off", "unknown", "00:00-24:00", "Feb 29", "2025", "PH off"])
    func `within a year there may be no change`(_ text: String) throws {
        let moment = try #require(LocalMoment("2026-01-07 12:00"))
        #expect(try OpeningHours(text).nextChange(after: moment) == nil)
    }

    @Test func `no change is looked for beyond the days that are asked for`() throws {
        let hours = try OpeningHours("Mo-Fr 08:00-18:00")
        let friday = try #require(LocalMoment("2026-01-09 18:00"))
        #expect(hours.nextChange(after: friday, within: 2) == nil)
        #expect(hours.nextChange(after: friday, within: 3) == LocalMoment("2026-01-12 08:00"))
        #expect(hours.nextChange(after: friday, within: -1) == nil)
    }

    @Test(arguments: [
        "Mo-Fr 08:00-12:00,14:00-18:00; Sa 20:00-04:00; Su 10:00+",
        "Tu-Th 12:00-00:00; Fr 22:00-26:30, Sa 00:15-03:00 unknown || Su 13:00-13:01",
        "19:00-02:00; Mo off; Jan 8-10 01:30-05:00 off",
    ])
    func `the state is the same up to the next change, and another one then`(
        _ text: String
    ) throws {
        let hours = try OpeningHours(text)
        var moment = try #require(LocalMoment("2026-01-05 00:00"))
        for _ in 0..<20 {
            let next = try #require(hours.nextChange(after: moment))
            let state = hours.state(at: moment)
            while moment < next {
                #expect(hours.state(at: moment) == state, "\(moment)")
                moment = moment.minuteLater
            }
            #expect(hours.state(at: next) != state, "\(next)")
        }
    }
}

extension LocalMoment {
    fileprivate var minuteLater: LocalMoment {
        var later = self
        later.minute = (minute + 1) % LocalMoment.minutesPerDay
        if later.minute == 0 { later.date = CivilDate(daysSince1970: date.daysSince1970 + 1) }
        return later
    }
}
