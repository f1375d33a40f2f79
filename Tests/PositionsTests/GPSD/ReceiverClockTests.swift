import Geofencing
import Testing

@testable import Positions

/// One report a second: the receiver's time on the left, how it is dated on the right.
struct ReceiverClockTests {
    private static let noon = Timestamp(iso8601: "2026-12-01T12:00:00Z")!
    private static let week = 7 * 86_400.0

    /// A word a second: seconds after noon as the receiver says; `?` none; `W` and `w` put 1024 weeks
    /// before and after it; `0` and `9` as words for 1970 and 9999; `.` no report.
    /// The answer: seconds after noon, with `c`, `m` or `s` for how it came about; `-` for none.
    private func dated(
        _ line: String, system: Timestamp = Timestamp(seconds: 60)
    ) -> String {
        var clock = ReceiverClock()
        return line.split(separator: " ").enumerated().compactMap { second, word -> String? in
            guard word != "." else { return nil }
            let number = Double(word.filter { $0.isNumber || $0 == "-" }) ?? 0
            let own: Timestamp? =
                switch word.last {
                case "?": nil
                case "W": Self.noon + number + -1024 * Self.week
                case "w": Self.noon + number + 1024 * Self.week
                case "z": Timestamp(seconds: number)
                case "n": Timestamp.range.upperBound
                case "y": Self.noon + number * 365 * 86_400
                default: Self.noon + number
                }
            guard let found = clock.date(own, at: Double(second), system: system) else {
                return "-"
            }
            let mark = [.receiver: "", .mended: "m", .carried: "c", .system: "s"][found.clock]!
            return "\(Int(found.time - Self.noon))\(mark)"
        }.joined(separator: " ")
    }

    @Test(arguments: [
        ("0 1 2 3", "0 1 2 3"), ("0 10 20 3600", "0 10 20 3600"),
        // None, 1970, 9999: carried on, after a moment.
        ("0 ? ? ? 4", "0 - 2c 3c 4"), ("0 0z 0z 0z 4", "0 - 2c 3c 4"), ("0 n n n 4", "0 - 2c 3c 4"),
        // It never told a date, and neither does the system.
        ("? ? ? ? ? ? ? ? ? ? ? ? ?", "- - - - - - - - - - - - -"),
        // Standing still.
        ("0 1 1 1 1 5", "0 1 1 3c 4c 5"),
        // 1024 weeks late, or early.
        ("0W 1W 2W", "0m 1m 2m"), ("0 1W 2 3w 4", "0 1m 2 3m 4"),
        // Put back an hour: followed at the third.
        ("0 1 -3598 -3597 -3596 -3595", "0 1 - 3c -3596 -3595"),
        // Years ahead: the same, and one alone is not believed.
        ("0 1 5y 3 4", "0 1 - 3 4"), ("0 1 5y 5y 5y 5y", "0 1 - 3c 4c 5c"),
        // A day ahead for a moment, as at midnight, while two sources alternate.
        ("0 1 86401 2 3 4", "0 1 - 2 3 4"), ("0 1 86401 2 1 3", "0 1 - 2 1 3"),
        // Set by a day, said by both.
        ("0 1 86402 86401 86403 86402 86404", "0 1 - 3c 86403 86402 86404"),
        // Before its clock was set: the beginnings of calendars, also 1024 weeks later.
        ("315964805z 4 5", "- 4 5"), ("935280005z 4 5", "- 4 5"),
        ("946684805z 4", "- 4"), ("1145059205z 4", "- 4"), ("1554595205z 4", "- 4"),
        // A late one is left to the filter.
        ("0 1 2 1 4", "0 1 2 1 4"),
    ])
    func `a time that cannot be is replaced by one that can`(_ row: (line: String, dated: String)) {
        #expect(dated(row.line) == row.dated)
    }

    @Test func `a clock that is set years ahead is followed`() {
        var clock = ReceiverClock()
        let later = Self.noon + 5 * 365 * 86_400
        _ = clock.date(Self.noon, at: 0, system: Self.noon)
        let times = (1...4).map {
            clock.date(later + Double($0), at: Double($0), system: Self.noon)
        }
        #expect(times.map { $0?.time } == [nil, Self.noon + 2, later + 3, later + 4])
        #expect(times.map { $0?.clock } == [nil, .carried, .receiver, .receiver])
    }

    @Test func `the system's clock stands in after ten seconds, if it can be right`() {
        let line = "? ? ? ? ? ? ? ? ? ? ? ? 5 6"
        #expect(dated(line) == "- - - - - - - - - - - - 5 6")
        #expect(
            dated(line, system: Self.noon + 100) == "- - - - - - - - - - 100s 101s 5 6")
        #expect(dated(line, system: Timestamp.range.upperBound) == "- - - - - - - - - - - - 5 6")
    }

    @Test func `the system's clock is read once, whatever it does then`() {
        var clock = ReceiverClock()
        _ = clock.date(nil, at: 0, system: Self.noon)
        #expect(clock.date(nil, at: 10, system: Self.noon)?.time == Self.noon)
        #expect(clock.date(nil, at: 20, system: Timestamp(seconds: 0))?.time == Self.noon + 10)
        #expect(clock.date(nil, at: 30, system: Self.noon + 1e9)?.time == Self.noon + 20)
    }

    @Test func `time goes on while nothing is said`() {
        var clock = ReceiverClock()
        #expect(clock.time(at: 5) == nil)
        _ = clock.date(Self.noon, at: 100, system: Timestamp(seconds: 0))
        #expect(clock.time(at: 3700) == Self.noon + 3600)
        #expect(clock.uptime(at: Self.noon + 60) == 160)
    }
}
