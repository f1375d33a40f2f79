import Geofencing
import Posix
import Testing

@testable import geofencectl

@Suite struct CommandTimeTests {
    /// Noon of 1 May 2026 on the clock on the wall, wherever the tests run.
    private let noon = CommandTime(argument: "2026-05-01 12:00")!.time(
        at: Timestamp(milliseconds: 0))

    @Test(arguments: [
        ("now", "2026-05-01 12:00:00"), ("18:00", "2026-05-01 18:00:00"),
        ("9:05", "2026-05-01 09:05:00"), ("09:05:30", "2026-05-01 09:05:30"),
        ("24:00", "2026-05-02 00:00:00"), ("today 18:00", "2026-05-01 18:00:00"),
        ("tomorrow 9:00", "2026-05-02 09:00:00"), ("Tomorrow", "2026-05-02 00:00:00"),
        ("yesterday 23:59", "2026-04-30 23:59:00"), ("2026-05-01", "2026-05-01 00:00:00"),
        ("2028-02-29 24:00", "2028-03-01 00:00:00"), ("2026-05-01T18:00", "2026-05-01 18:00:00"),
        (" 2026-05-01 18:00:05 ", "2026-05-01 18:00:05"), ("+2h", "2026-05-01 14:00:00"),
        ("+1h30m", "2026-05-01 13:30:00"), ("in 2 hours", "2026-05-01 14:00:00"),
        ("in 90 min", "2026-05-01 13:30:00"), ("+45s", "2026-05-01 12:00:45"),
        ("-2h", "2026-05-01 10:00:00"), ("90 min ago", "2026-05-01 10:30:00"),
        ("+3d", "2026-05-04 12:00:00"), ("in 1 week", "2026-05-08 12:00:00"),
    ])
    func `times are understood as people write them`(text: String, local: String) throws {
        let time = try #require(CommandTime(argument: text)).time(at: noon)
        #expect(time.local.hasPrefix(local))
    }

    @Test(arguments: [
        ("2026-05-01T18:00:00Z", "2026-05-01T18:00:00.000Z"),
        ("2026-05-01 18:00z", "2026-05-01T18:00:00.000Z"),
        ("2026-05-01T18:00:00.250+02:00", "2026-05-01T16:00:00.250Z"),
        ("0001-01-01T00:00Z", "0001-01-01T00:00:00.000Z"),
    ])
    func `times with an offset are the same everywhere`(text: String, time: String) throws {
        #expect(try #require(CommandTime(argument: text)).time(at: noon).description == time)
    }

    @Test(arguments: [
        ("18:00", "2026-05-01 18:00"), ("12:00", "2026-05-02 12:00"), ("3:00", "2026-05-02 03:00"),
        ("today 3:00", "2026-05-01 03:00"), ("2026-05-01", "2026-05-01 00:00"),
    ])
    func `a time of day by itself is the first one after the start`(text: String, local: String)
        throws
    {
        let time = try #require(CommandTime(argument: text)).time(at: noon, after: noon)
        #expect(time.local.hasPrefix(local))
    }

    @Test(arguments: [
        "", " ", "later", "25:00", "24:01", "12:60", "12", "12:00:60", "1:2:3:4", "٩:٠٠",
        "2026-02-30", "2026-13-01", "2026-05-01x", "2026-05-01 25:00",
        "2026-05-01T18:00+25:00", "tomorrow noon", "tomorrowly", "+", "+h", "+2", "+2x", "-", "-x",
        " ago", "h ago",
        "+1234567h", "in", "in two hours", "1e3", "nan", "\0", "18:00\u{1B}[m",
    ])
    func `other texts are no times`(text: String) {
        #expect(CommandTime(argument: text) == nil)
    }

    @Test func `no text is too long`() {
        #expect(CommandTime(argument: String(repeating: "1", count: 1_000_000)) == nil)
    }

    @Test(arguments: [
        ("18:00", "today 18:00"), ("tomorrow 9:00", "tomorrow 09:00"),
        ("yesterday", "yesterday 00:00"), ("2026-05-03 7:00", "2026-05-03 07:00"),
    ])
    func `times are told by their day`(text: String, told: String) throws {
        let time = try #require(CommandTime(argument: text)).time(at: noon)
        #expect(time.localDay(seenFrom: noon) == told)
    }
}
