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
        ("2 hours", "2026-05-01 14:00:00"), ("25h", "2026-05-02 13:00:00"),
        ("in an hour", "2026-05-01 13:00:00"),
        ("2026-05-03 8pm", "2026-05-03 20:00:00"), ("31/12", "2026-12-31 00:00:00"),
        ("12/31/2026 8pm", "2026-12-31 20:00:00"), ("5/5", "2026-05-05 00:00:00"),
        ("27-11-2026", "2026-11-27 00:00:00"), ("27.11.2026 20.00", "2026-11-27 20:00:00"),
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
        ("8pm", "20:00"), ("8 pm", "20:00"), ("8:30pm", "20:30"), ("8.30 p.m.", "20:30"),
        ("8AM", "08:00"), ("12am", "00:00"), ("12:30 am", "00:30"), ("12pm", "12:00"),
        ("20.00", "20:00"), ("8.05", "08:05"), ("20h", "20:00"), ("20h30", "20:30"),
        ("9h30", "09:30"), ("20u30", "20:30"), ("20 uur", "20:00"), ("20:30 uur", "20:30"),
        ("18 Uhr", "18:00"), ("noon", "12:00"), ("at 18:00", "18:00"),
    ])
    func `times of day have many forms`(text: String, clock: String) throws {
        let time = try #require(CommandTime(argument: text)).time(at: noon)
        #expect(time.local.hasPrefix("2026-05-01 \(clock):00"))
    }

    // 1 May 2026 is a Friday.
    @Test(arguments: [
        ("saturday", "2026-05-02 00:00"), ("friday", "2026-05-01 00:00"),
        ("next friday", "2026-05-08 00:00"), ("thursday 9:00", "2026-05-07 09:00"),
        ("friday 18:00", "2026-05-01 18:00"), ("fri 8pm", "2026-05-01 20:00"),
        ("friday 11:00", "2026-05-08 11:00"), ("Friday at 8 pm", "2026-05-01 20:00"),
        ("8pm on Monday", "2026-05-04 20:00"), ("this sunday, noon", "2026-05-03 12:00"),
        ("vrijdag 18:00", "2026-05-01 18:00"), ("za 20.00", "2026-05-02 20:00"),
        ("volgende vrijdag", "2026-05-08 00:00"), ("morgen 9:00", "2026-05-02 09:00"),
        ("vandaag 20 uur", "2026-05-01 20:00"), ("overmorgen", "2026-05-03 00:00"),
        ("day after tomorrow 9:00", "2026-05-03 09:00"), ("tonight", "2026-05-01 18:00"),
        ("tonight 8:30pm", "2026-05-01 20:30"), ("18:00 tomorrow", "2026-05-02 18:00"),
        ("tomorrow noon", "2026-05-02 12:00"), ("tomorrow at midnight", "2026-05-03 00:00"),
        ("midnight", "2026-05-02 00:00"), ("1 may", "2026-05-01 00:00"),
        ("May 1 18:00", "2026-05-01 18:00"), ("may 1st, 6pm", "2026-05-01 18:00"),
        ("1 May 11:00", "2027-05-01 11:00"), ("30 april", "2027-04-30 00:00"),
        ("3rd of June", "2026-06-03 00:00"), ("5 mei 20:00", "2026-05-05 20:00"),
        ("24 december 2026 18:00", "2026-12-24 18:00"), ("dec 24 2026", "2026-12-24 00:00"),
        ("29 feb", "2028-02-29 00:00"), ("last friday", "2026-04-24 00:00"),
    ])
    func `days are understood as people say them, the coming ones`(text: String, local: String)
        throws
    {
        let time = try #require(CommandTime(argument: text)).time(at: noon)
        #expect(time.local.hasPrefix(local))
    }

    @Test(arguments: [
        ("18:00", "2026-05-01 18:00"), ("12:00", "2026-05-02 12:00"), ("3:00", "2026-05-02 03:00"),
        ("11am", "2026-05-02 11:00"), ("noon", "2026-05-02 12:00"),
        ("midnight", "2026-05-02 00:00"),
        ("today 3:00", "2026-05-01 03:00"), ("2026-05-01", "2026-05-01 23:59"),
        ("today", "2026-05-01 23:59"), ("tonight", "2026-05-01 23:59"),
        ("tomorrow", "2026-05-02 23:59"), ("friday", "2026-05-01 23:59"),
        ("friday 11:00", "2026-05-08 11:00"), ("next friday", "2026-05-08 23:59"),
        ("sunday", "2026-05-03 23:59"), ("1 may", "2026-05-01 23:59"),
        ("30 april", "2027-04-30 23:59"), ("2 hours", "2026-05-01 14:00"),
        ("friday midnight", "2026-05-02 00:00"), ("yesterday", "2026-04-30 23:59"),
    ])
    func `an end is the first after the start, and a day by itself is its evening`(
        text: String, local: String
    )
        throws
    {
        let time = try #require(CommandTime(argument: text)).time(at: noon, after: noon)
        #expect(time.local.hasPrefix(local))
    }

    @Test(arguments: [
        ("2 hours", "2026-05-05 11:00"), ("+2h", "2026-05-01 14:00"),
        ("in 2 hours", "2026-05-01 14:00"), ("10:00", "2026-05-05 10:00"),
        ("9:00", "2026-05-06 09:00"), ("friday", "2026-05-08 23:59"),
        ("tuesday", "2026-05-05 23:59"), ("tomorrow", "2026-05-02 23:59"),
        ("next tuesday", "2026-05-05 23:59"), ("5 may", "2026-05-05 23:59"),
    ])
    func `an end is seen from the start where there is one`(text: String, local: String) throws {
        let start = try #require(CommandTime(argument: "2026-05-05 9:00")).time(at: noon)
        let time = try #require(CommandTime(argument: text)).time(at: noon, after: start)
        #expect(time.local.hasPrefix(local))
    }

    @Test(arguments: [
        ("18:00", "2026-04-30 18:00"), ("11:00", "2026-05-01 11:00"), ("8pm", "2026-04-30 20:00"),
        ("midnight", "2026-05-01 00:00"), ("monday", "2026-04-27 00:00"),
        ("friday", "2026-05-01 00:00"), ("friday 11:00", "2026-05-01 11:00"),
        ("friday 18:00", "2026-04-24 18:00"), ("last friday", "2026-04-24 00:00"),
        ("vorige maandag 9:00", "2026-04-27 09:00"), ("yesterday", "2026-04-30 00:00"),
        ("gisteren 9:00", "2026-04-30 09:00"), ("2 days ago", "2026-04-29 12:00"),
        ("an hour ago", "2026-05-01 11:00"), ("2 hours", "2026-05-01 10:00"),
        ("-2h", "2026-05-01 10:00"), ("1 may", "2026-05-01 00:00"), ("2 may", "2025-05-02 00:00"),
        ("29 february", "2024-02-29 00:00"), ("2026-05-01", "2026-05-01 00:00"),
    ])
    func `of the past, the last one is meant`(text: String, local: String) throws {
        let time = try #require(CommandTime(argument: text)).past(at: noon)
        #expect(time.local.hasPrefix(local))
    }

    @Test(arguments: [
        "", " ", "later", "25:00", "24:01", "12:60", "12", "12:00:60", "1:2:3:4", "٩:٠٠",
        "2026-02-30", "2026-13-01", "2026-05-01x", "2026-05-01 25:00",
        "2026-05-01T18:00+25:00", "tomorrowly", "+", "+h", "+2", "+2x", "-", "-x",
        " ago", "h ago",
        "+1234567h", "in", "in two hours", "1e3", "nan", "\0", "18:00\u{1B}[m", "13pm", "0am",
        "8:60pm", "20.0",
        "20.000", "20h60", "1 2:00", "friday monday", "friday 18", "next", "next 18:00",
        "30 february", "32 may", "1 may 26", "may", "1 1", "friday friday 18:00", "18:00 19:00",
        "8pmm", "pm", "uur", "2000", "2h", "12 h", "1/5", "1/5/2026", "31/13", "30/2", "32.1.2026",
        "1/2/3/4", "13/", "at", "noon noon",
    ])
    func `other texts are no times`(text: String) {
        #expect(CommandTime(argument: text) == nil)
    }

    @Test(arguments: [
        ("2000", "it may be a year or a time: write 20:00, or a date"),
        ("8h", "it may be a time or how long: write 8:00, or +8h"),
        ("12 h", "it may be a time or how long: write 12:00, or +12h"),
        (
            "1/5",
            "it may be day and month or the other way round: write as in 'May 1' or 2026-05-01"
        ),
        (
            "whenever",
            "write it as in 18:00, 8pm, 20h30, noon, friday, friday 18:00, tomorrow 9:00, 'May 1', "
                + "2026-05-01 18:00, 2026-05-01T18:00Z, +2h, '2 hours' or '2 hours ago'"
        ),
    ])
    func `what is not understood is told how to write it`(text: String, words: String) {
        let error = #expect(throws: CommandTimeError.self) { try CommandTime.read(text) }
        #expect(error?.description == words)
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

    @Test(arguments: [
        ("18:00", "today 18:00"), ("tomorrow 9:00", "tomorrow 09:00"),
        ("sunday 7:00", "Sunday 3 May 07:00"), ("2027-01-01", "Friday 1 January 2027 00:00"),
        ("last friday", "Friday 24 April 00:00"),
    ])
    func `answers name the day`(text: String, told: String) throws {
        let time = try #require(CommandTime(argument: text)).time(at: noon)
        #expect(time.localWords(seenFrom: noon) == told)
    }
}
