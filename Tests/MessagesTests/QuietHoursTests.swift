import Geofencing
import Posix
import Testing

@testable import Messages

@Suite struct QuietHoursTests {
    @Test(arguments: [
        // Over midnight, in summer (UTC+2) and in winter (UTC+1).
        ("22:00", "07:00", "Europe/Amsterdam", "2026-07-01T19:59:59Z", false),
        ("22:00", "07:00", "Europe/Amsterdam", "2026-07-01T20:00:00Z", true),
        ("22:00", "07:00", "Europe/Amsterdam", "2026-07-02T04:59:59Z", true),
        ("22:00", "07:00", "Europe/Amsterdam", "2026-07-02T05:00:00Z", false),
        ("22:00", "07:00", "Europe/Amsterdam", "2026-01-01T20:59:59Z", false),
        ("22:00", "07:00", "Europe/Amsterdam", "2026-01-01T21:00:00Z", true),
        // The night in which the hour from 2 to 3 comes twice, and once not at all.
        ("02:00", "03:00", "Europe/Amsterdam", "2026-10-25T00:30:00Z", true),
        ("02:00", "03:00", "Europe/Amsterdam", "2026-10-25T01:30:00Z", true),
        ("02:00", "03:00", "Europe/Amsterdam", "2026-10-25T02:00:00Z", false),
        ("02:00", "03:00", "Europe/Amsterdam", "2026-03-29T00:59:59Z", false),
        ("02:00", "03:00", "Europe/Amsterdam", "2026-03-29T01:00:00Z", false),
        // After the end of the files, which is 2037.
        ("22:00", "07:00", "Europe/Amsterdam", "2060-07-01T20:00:00Z", true),
        ("22:00", "07:00", "Europe/Amsterdam", "2060-01-01T20:00:00Z", false),
        // No summer time, half an hour; the other side of the date line; before 1970.
        ("13:00", "14:00", "Asia/Kolkata", "2060-07-01T07:30:00Z", true),
        ("13:00", "14:00", "Asia/Kolkata", "2060-07-01T08:30:00Z", false),
        ("00:00", "01:00", "Pacific/Kiritimati", "2026-01-01T10:00:00Z", true),
        ("12:00", "13:00", "UTC", "1969-12-31T12:30:00Z", true),
        ("12:00", "13:00", "Nowhere/Atall", "2026-01-01T12:30:00Z", false),
    ])
    func `hours are those of the person's time zone`(
        from: String, to: String, zone: String, time: String, isQuiet: Bool
    ) throws {
        let hours = QuietHours(from: from, to: to, timeZone: zone)
        #expect(hours.contains(try #require(Timestamp(rfc3339: time))) == isQuiet)
    }

    @Test(arguments: [
        (
            "24:00", "07:00", "UTC",
            "quiet.from: '24:00' is no time of day: use 00:00 to 23:59, as in 22:00"
        ),
        (
            "22:00", "7:00", "UTC",
            "quiet.to: '7:00' is no time of day: use 00:00 to 23:59, as in 22:00"
        ),
        ("", "07:00", "UTC", "quiet.from: '' is no time of day: use 00:00 to 23:59, as in 22:00"),
        (
            "22:60", "07:00", "UTC",
            "quiet.from: '22:60' is no time of day: use 00:00 to 23:59, as in 22:00"
        ),
        ("22:00", "22:00", "UTC", "quiet.to: is when it begins: use another time, or no quiet"),
        (
            "22:00", "07:00", "",
            "quiet.time_zone: no time zone is called '': use one as in Europe/Amsterdam"
        ),
        (
            "22:00", "07:00", "../../../etc/passwd",
            "quiet.time_zone: no time zone is called '../../../etc/passwd': use one as in Europe/Amsterdam"
        ),
        (
            "22:00", "07:00", "/etc/localtime",
            "quiet.time_zone: no time zone is called '/etc/localtime': use one as in Europe/Amsterdam"
        ),
        (
            "22:00", "07:00", "Europe",
            "quiet.time_zone: no time zone is called 'Europe': use one as in Europe/Amsterdam"
        ),
        (
            "22:00", "07:00", "tzdata.zi",
            "quiet.time_zone: no time zone is called 'tzdata.zi': use one as in Europe/Amsterdam"
        ),
    ])
    func `what is wrong with them is said`(from: String, to: String, zone: String, said: String) {
        let settings = PersonSettings.with {
            $0.quiet = QuietHours(from: from, to: to, timeZone: zone)
        }
        do {
            try settings.check()
            Issue.record("nothing is wrong with it")
        } catch {
            #expect("\(error)" == said)
        }
    }

    @Test func `a damaged file is no time zone`() {
        let whole = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39)
        #expect(TimeZoneFile(whole) == nil)
        #expect(TimeZoneFile(whole + [UInt8](repeating: 255, count: 200)) == nil)
        #expect(TimeZoneFile([]) == nil)
    }
}
