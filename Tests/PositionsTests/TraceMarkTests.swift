import Geofencing
import Positions
import TestSupport
import Testing

/// Going on in a trace that was read before.
struct TraceMarkTests {
    private let walk = TemporaryFile(
        line(NMEA.rmc("120000")) + line(NMEA.rmc("120001")) + line(NMEA.rmc("120002")))

    private func times(
        from place: ResumePoint, isEndless: Bool = false, atMost count: Int = .max
    ) async throws -> [String] {
        var playlist = TracePlaylist([walk.path], isEndless: isEndless, from: place)
        var times: [String] = []
        while times.count < count, let reports = try await playlist.next() {
            times += reports.map { "\($0.time?.description.dropFirst(11) ?? "-")" }
        }
        return times
    }

    @Test func `what was handed out is passed over`() async throws {
        let all = try await times(from: ResumePoint())
        #expect(all == ["12:00:00.000Z", "12:00:01.000Z", "12:00:02.000Z"])
        for passed in 0...3 {
            #expect(
                try await times(from: ResumePoint(reports: passed)) == Array(all[passed...]))
        }
        #expect(try await times(from: ResumePoint(reports: 99)) == [])
    }

    @Test func `in a later round, times are where they were`() async throws {
        var playlist = TracePlaylist([walk.path], isEndless: true)
        var all: [Timestamp] = []
        var places: [ResumePoint] = []
        while all.count < 12, let reports = try await playlist.next() {
            for (i, report) in reports.enumerated() {
                all.append(try #require(report.time))
                places.append(try #require(playlist.resumePoint).before(reports.count - 1 - i))
            }
        }
        #expect(all.count >= 12)
        for (number, place) in places.dropLast(3).enumerated() {
            var rest = TracePlaylist([walk.path], isEndless: true, from: place)
            let next = try #require(try await rest.next()?.first)
            #expect(next.time == all[number + 1])
        }
    }

    @Test func `a paced trace has handed out no more than was due`() async throws {
        var paced = PacedSource(
            TracePlaylist([walk.path], isEndless: false), factor: 1, clock: TestClock())
        var count = 0
        while let reports = try await paced.next() {
            count += reports.count
            #expect(paced.resumePoint == ResumePoint(reports: count))
        }
        #expect(count == 3)
    }

    @Test func `a trace is known again when it has grown`() throws {
        let before = try #require(try TraceMark(of: "nmea:" + walk.path))
        #expect(try before.goesOn(after: before))
        walk.append(line(NMEA.rmc("120003")).utf8)
        let after = try #require(try TraceMark(of: "nmea:" + walk.path))
        #expect(after != before)
        #expect(try after.goesOn(after: before))
        #expect(try !before.goesOn(after: after))
        #expect(TraceMark(after.description) == after)
    }

    @Test func `another trace of the same name is another`() throws {
        let before = try #require(try TraceMark(of: walk.path))
        #expect(try #require(try TraceMark(of: "nmea:" + walk.path)) != before)
        let other = TemporaryFile(line(NMEA.rmc("130000")) + line(NMEA.rmc("130001")))
        var moved = try #require(try TraceMark(of: other.path))
        moved.location = before.location
        #expect(moved != before)
    }

    @Test(arguments: ["-", "nmea:-", "/dev/null", "/no/trace"])
    func `what can be read only once is not known again`(location: String) throws {
        #expect(try TraceMark(of: location) == nil)
    }

    @Test(arguments: ["", ":", "1:2", "x:2:walk", "1:x:walk"])
    func `a text that is no mark is refused`(text: String) {
        #expect(TraceMark(text) == nil)
    }
}
