import Geofencing
import Glibc
import Testing

@testable import Formats

@Suite struct LocalMomentTests {
    @Test(arguments: [
        ("2026-01-07T12:00:59.999Z", 0, "2026-01-07 12:00"),
        ("2026-01-07T23:30:00Z", 3600, "2026-01-08 00:30"),
        ("2026-01-01T02:00:00Z", -18_000, "2025-12-31 21:00"),
        ("2026-01-07T12:00:00Z", 20_700, "2026-01-07 17:45"),
        ("1969-12-31T23:59:59Z", 0, "1969-12-31 23:59"),
        ("1970-01-01T00:00:00Z", -1, "1969-12-31 23:59"),
    ])
    func `the clock at a place is ahead of UTC by an offset`(
        _ time: String, _ offset: Int, _ shown: String
    ) throws {
        let time = try #require(Timestamp(iso8601: time))
        #expect(LocalMoment(time, secondsEastOfUTC: offset).description == shown)
    }

    @Test(arguments: ["2026-01-07T12:34:00Z", "2026-07-07T12:34:00Z", "1999-12-31T23:59:00Z"])
    func `the machine's own zone is the C library's`(_ text: String) throws {
        let time = try #require(Timestamp(iso8601: text))
        let moment = LocalMoment(hereAt: time)
        var broken = tm()
        broken.tm_year = Int32(moment.date.year - 1900)
        broken.tm_mon = Int32(moment.date.month - 1)
        broken.tm_mday = Int32(moment.date.day)
        broken.tm_hour = Int32(moment.minute / 60)
        broken.tm_min = Int32(moment.minute % 60)
        broken.tm_isdst = -1
        #expect(Int64(mktime(&broken)) * 1000 == time.milliseconds)
    }

    @Test func `any time there is has a moment`() {
        for time in [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
            #expect(LocalMoment(hereAt: time).minute < LocalMoment.minutesPerDay)
        }
    }

    @Test func `a minute is within its day`() throws {
        let date = try #require(CivilDate(year: 2026, month: 1, day: 7))
        #expect(LocalMoment(date, minute: -1) == nil)
        #expect(LocalMoment(date, minute: 1439)?.description == "2026-01-07 23:59")
        #expect(LocalMoment(date, minute: 1440) == nil)
    }

    @Test func `moments are in the order of time`() throws {
        let moments = try ["2025-12-31 23:59", "2026-01-01 00:00", "2026-01-01 00:01"]
            .map { try #require(LocalMoment($0)) }
        #expect(moments.shuffled().sorted() == moments)
    }
}
