import Geofencing
import Positions
import TestSupport
import Testing

/// Several traces, one after the other.
struct TracePlaylistTests {
    private let monday = TemporaryFile(
        line(NMEA.rmc("120000")) + line(NMEA.rmc("120001")) + "$GPGGA*00\r\n", name: "monday.log")
    private let tuesday = TemporaryFile(
        line(NMEA.rmc("080000", date: "020526")) + line(NMEA.gga("080002")) + "$GPGGA*00\r\n",
        name: "tuesday.nmea")
    private let walk = TemporaryFile(
        """
        <gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2026-05-03T10:00:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """, name: "walk.gpx")

    private func read(
        _ playlist: inout TracePlaylist, atMost count: Int = .max
    ) async throws -> [String] {
        var told: [String] = []
        while told.count < count, let reports = try await playlist.next() {
            told += reports.map { report in
                switch report {
                case .noPosition, .noTime, .clock, .reception: report.time.map { "- \($0)" } ?? "-"
                case .fix(let fix):
                    (fix.startsSegment ? "S " : "") + "\(fix.time)" + (fix.isUndated ? "?" : "")
                }
            }
        }
        return told
    }

    @Test func `traces of any kind follow each other`() async throws {
        var playlist = TracePlaylist(
            [monday.path, "nmea:" + tuesday.path, walk.path], isEndless: false)
        #expect(
            try await read(&playlist) == [
                "S 2026-05-01T12:00:00.000Z", "2026-05-01T12:00:01.000Z",
                "S 2026-05-02T08:00:00.000Z", "2026-05-02T08:00:02.000Z",
                "S 2026-05-03T10:00:00.000Z",
            ])
        #expect(try await playlist.next() == nil)
    }

    @Test func `what was counted in all of them is added up`() async throws {
        var playlist = TracePlaylist([monday.path, tuesday.path, walk.path], isEndless: false)
        #expect(playlist.tally.isEmpty)
        _ = try await read(&playlist)
        let tally = playlist.tally
        #expect(tally.contains(Tally("sentences", each: ["GGA": 1, "RMC": 3])))
        #expect(tally.contains(Tally("bad_checksums", 2)))
        #expect(tally.contains(Tally("points", 1)))
    }

    @Test func `the first is read before the second is missed`() async throws {
        var playlist = TracePlaylist([monday.path, "/no/such.gpx"], isEndless: false)
        #expect(try await read(&playlist, atMost: 2).count == 2)
        #expect(
            await complaint(about: "") { _ = try await playlist.next() }
                == "/no/such.gpx: cannot be opened: no such file or directory")
        #expect(playlist.tally.contains(Tally("bad_checksums", 1)))
    }

    @Test func `no traces are over at once`() async throws {
        var playlist = TracePlaylist([], isEndless: true)
        #expect(try await playlist.next() == nil)
    }

    @Test func `an endless journey begins again, and time goes on`() async throws {
        var playlist = TracePlaylist([monday.path], isEndless: true)
        #expect(
            try await read(&playlist, atMost: 6) == [
                "S 2026-05-01T12:00:00.000Z", "2026-05-01T12:00:01.000Z",
                "S 2026-05-01T12:00:02.000Z", "2026-05-01T12:00:03.000Z",
                "S 2026-05-01T12:00:04.000Z", "2026-05-01T12:00:05.000Z",
            ])
    }

    @Test func `an endless journey keeps the time between its traces`() async throws {
        var playlist = TracePlaylist([monday.path, tuesday.path], isEndless: true)
        #expect(
            try await read(&playlist, atMost: 8) == [
                "S 2026-05-01T12:00:00.000Z", "2026-05-01T12:00:01.000Z",
                "S 2026-05-02T08:00:00.000Z", "2026-05-02T08:00:02.000Z",
                "S 2026-05-02T08:00:03.000Z", "2026-05-02T08:00:04.000Z",
                "S 2026-05-03T04:00:03.000Z", "2026-05-03T04:00:05.000Z",
            ])
    }

    @Test func `a round that begins without a fix is moved as a whole`() async throws {
        let file = TemporaryFile(
            line(NMEA.zda) + line(NMEA.rmc("120000", ",,,", status: "V"))
                + line(NMEA.rmc("120001")))
        var playlist = TracePlaylist([file.path], isEndless: true)
        #expect(
            try await read(&playlist, atMost: 6) == [
                "- 2026-05-01T12:00:00.000Z", "S 2026-05-01T12:00:01.000Z",
                "- 2026-05-01T12:00:02.000Z", "S 2026-05-01T12:00:03.000Z",
                "- 2026-05-01T12:00:04.000Z", "S 2026-05-01T12:00:05.000Z",
            ])
    }

    @Test func `a round that begins without a date is not moved by years`() async throws {
        let file = TemporaryFile(line(NMEA.gga("120000")) + line(NMEA.rmc("120001")))
        var playlist = TracePlaylist([file.path], isEndless: true)
        let told = try await read(&playlist, atMost: 6)
        #expect(
            told == [
                "S 1970-01-01T12:00:00.000Z?", "2026-05-01T12:00:01.000Z",
                "S 1970-01-01T12:00:01.000Z?", "2026-05-01T12:00:02.000Z",
                "S 1970-01-01T12:00:02.000Z?", "2026-05-01T12:00:03.000Z",
            ])
    }

    @Test func `segments that overlap in time do so in every round`() async throws {
        func segment(_ time: String) -> String {
            "<trkseg><trkpt lat='1' lon='2'><time>2026-05-03T\(time)Z</time></trkpt></trkseg>"
        }
        let file = TemporaryFile(
            "<gpx><trk>\(segment("10:00:09"))\(segment("10:00:00"))</trk></gpx>")
        var playlist = TracePlaylist([file.path], isEndless: true)
        #expect(
            try await read(&playlist, atMost: 4) == [
                "S 2026-05-03T10:00:09.000Z", "S 2026-05-03T10:00:00.000Z",
                "S 2026-05-03T10:00:19.000Z", "S 2026-05-03T10:00:10.000Z",
            ])
    }

    @Test(.timeLimit(.minutes(10)))
    func `an endless journey without any time ends`() async throws {
        let file = TemporaryFile("no sentence")
        var playlist = TracePlaylist(["nmea:" + file.path], isEndless: true)
        #expect(try await read(&playlist).isEmpty)
    }
}
