import Geofencing
import TestSupport
import Testing

@testable import Positions

/// Dates that are not so, drawn a character for each 5 seconds: `.` a right date, `+` a day ahead, `-` a
/// day behind, `8` 1980, `9` the last beginning of GPS weeks, `|` another segment; `x` what has no time.
struct TraceDatesTests {
    private func reports(_ drawn: String) -> [Report] {
        var seconds = 0.0
        var startsSegment = true
        var reports: [Report] = []
        for character in drawn {
            let day = ["8": "1980-01-06", "9": "2019-04-07", "+": "2026-05-02", "-": "2026-04-30"]
            guard character != "|",
                let start = Timestamp(
                    iso8601: "\(day["\(character)"] ?? "2026-05-01")T12:00:00Z")
            else {
                startsSegment = true
                continue
            }
            var fix = Fix(
                time: start + seconds, coordinate: Coordinate(latitude: 1, longitude: 2))
            fix.startsSegment = startsSegment
            startsSegment = false
            reports.append(.fix(fix))
            seconds += 5
        }
        return reports
    }

    private func drawn(_ reports: [Report]) -> String {
        let characters = [
            "1980-01-06": "8", "2019-04-07": "9", "2026-05-02": "+", "2026-04-30": "-",
            "2026-05-01": ".",
        ]
        return reports.map { report in
            guard let fix = report.fix else { return "x" }
            let character = characters["\(fix.time.description.prefix(10))"] ?? "?"
            return fix.startsSegment ? "|" + character : character
        }.joined()
    }

    @Test(arguments: [
        ("........", "|........"),
        // Before the clock was set.
        ("8888....", "|........"), ("8..", "|..."), ("9999....", "|........"),
        ("8899....", "|........"),
        // For a moment.
        ("....+++++....", "|....xxxxx...."), ("....88....", "|....xx...."),
        ("....-....", "|....x...."), ("..+.+.+..", "|..x.x.x.."),
        // What goes on is so.
        ("8888|....", "|8888|...."), ("....|++++", "|....|++++"), ("....++", "|....++"),
        ("8888", "|8888"), ("8.", "|8."),
        // As no clock goes.
        ("89.", "|89."), ("8+-", "|8+-"),
        (
            "..++++++++++++++++++++++++++++++..", "|..++++++++++++++++++++++++++++++.."
        ),
        (
            "888888888888888888888888888888....", "|888888888888888888888888888888...."
        ),
    ])
    func `a date that was not so for a moment dates nothing`(trace: String, right: String) {
        let reports = reports(trace)
        var whole = TraceDates()
        #expect(drawn(whole.take(reports) + whole.finish()) == right)
        var single = TraceDates()
        let handedOut = reports.flatMap { single.take([$0]) }
        #expect(drawn(handedOut + single.finish()) == right)
    }

    @Test func `what comes before the clock is set comes before what follows`() {
        for trace in ["8..", "8888..", "8899.."] {
            var dates = TraceDates()
            let times = dates.take(reports(trace)).compactMap(\.time)
            #expect(times.count == trace.count)
            let apart = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect(apart.allSatisfy { $0 == 5 || $0 == 1 }, "\(times)")
        }
    }

    @Test func `what says no position keeps its place`() {
        var dates = TraceDates()
        let reports = reports("..++..")
        let mixed =
            reports[..<2] + [.noPosition(nil), .noPosition(reports[2].time)] + reports[3...]
        #expect(drawn(dates.take(Array(mixed))) == "|..xxx..")
    }

    @Test func `a trace that never says when is not kept back`() {
        for trace in ["8", "..+", "8."] {
            var dates = TraceDates()
            let read = reports(trace) + Array(repeating: .noPosition(nil), count: 2000)
            let kept = read.count - dates.take(read).count
            #expect(kept < 1000, "\(trace)")
            #expect(dates.finish().count == kept)
        }
    }

    @Test func `a pipe is read as it comes`() async throws {
        let nmea = [("00", "010526"), ("05", "020526"), ("10", "010526")].map {
            line(NMEA.rmc("1200\($0)", date: $1))
        }.joined()
        for (isWhole, count) in [(true, 2), (false, 3)] {
            let file = TemporaryFile(nmea.utf8)
            var source = DatedTrace(NMEASource(try TraceFile(path: file.path)), isWhole: isWhole)
            var fixes = 0
            while let reports = try await source.next() { fixes += reports.count { $0.fix != nil } }
            #expect(fixes == count)
        }
    }
}
