import Geofencing
import Positions
import TestSupport
import Testing

/// Traces whose times are moved, so that they begin at another moment.
struct TraceDepartureTests {
    private static let noon = "2026-11-22T12:00:0"

    /// `rest`: of the time, after the whole minute.
    private static func point(_ rest: String?) -> String {
        "<trkpt lat='1' lon='2'>\(rest.map { "<time>2026-05-03T10:00:\($0)Z</time>" } ?? "")</trkpt>"
    }

    private static func gpx(_ points: String?...) -> String {
        "<gpx><trk><trkseg>\(points.map(point).joined())</trkseg></trk></gpx>"
    }

    private func playlist(
        _ file: TemporaryFile, at beginning: String?, isEndless: Bool = false,
        from resumePoint: ResumePoint = ResumePoint()
    ) -> TracePlaylist {
        TracePlaylist(
            [file.path], isEndless: isEndless,
            beginning: beginning.flatMap(Timestamp.init(iso8601:)),
            from: resumePoint)
    }

    /// Times without the date, those that are not known with a `?`.
    private func times(_ playlist: TracePlaylist, atMost count: Int = 99) async throws -> [String] {
        var playlist = playlist
        var times: [String] = []
        while times.count < count, let reports = try await playlist.next() {
            times += reports.map { report in
                (report.time?.description ?? "-") + (report.fix?.isUndated == true ? "?" : "")
            }
        }
        return Array(times.prefix(count))
    }

    private func at(_ seconds: Int...) -> [String] { seconds.map { "\(Self.noon)\($0).000Z" } }

    @Test(arguments: [
        gpx("00", "01", "04"), gpx(nil, nil, nil),
        // A receiver that does not know the date at first.
        line(NMEA.rmc("100000")) + line(NMEA.rmc("100001")) + line(NMEA.rmc("100004")),
    ])
    func `the first fix is at the beginning, and the others as far apart as they were`(
        trace: String
    ) async throws {
        let file = TemporaryFile(trace)
        let told = try await times(playlist(file, at: "\(Self.noon)0Z"))
        #expect(told == at(0, 1, trace.contains("time") || trace.hasPrefix("$") ? 4 : 2))
    }

    @Test(arguments: ["1999-01-01T00:00:00Z", "2026-05-03T10:00:00Z", "2078-01-01T00:00:00Z"])
    func `the beginning may be before the trace, and far after it`(beginning: String) async throws {
        let file = TemporaryFile(Self.gpx("00", "01"))
        let told = try await times(playlist(file, at: beginning))
        #expect(told.first == beginning.dropLast() + ".000Z")
    }

    @Test func `times go on in every round`() async throws {
        let file = TemporaryFile(Self.gpx("00", "02"))
        let told = try await times(playlist(file, at: "\(Self.noon)0Z", isEndless: true), atMost: 6)
        #expect(told == at(0, 2, 3, 5, 6, 8))
    }

    @Test func `what comes before the first date is not moved to now`() async throws {
        let file = TemporaryFile(line(NMEA.gga("100000")) + line(NMEA.rmc("100001")))
        let told = try await times(playlist(file, at: "\(Self.noon)0Z"))
        #expect(told.count == 2)
        #expect(told[0].hasPrefix("1970") && told[0].hasSuffix("?"))
        #expect(told[1] == at(0)[0])
    }

    /// The trace was begun at noon, and so many of its reports were handed out.
    @Test(arguments: [
        // The process was away for no time, and for longer than the trace took so far.
        (1, 1, [1, 4]), (1, 6, [6, 9]),
        // The trace was played faster than life: its clock is ahead, and never goes back.
        (2, 0, [4]),
        (3, 9, []),
    ])
    func `a trace is read on at the beginning or later, and never before what was told`(
        known: Int, second: Int, expected: [Int]
    ) async throws {
        let file = TemporaryFile(Self.gpx("00", "01", "04"))
        var first = playlist(file, at: "\(Self.noon)0Z")
        _ = try await first.next()
        let left = try #require(first.resumePoint).before(3 - known)
        let rest = playlist(file, at: "\(Self.noon)\(second)Z", from: left)
        #expect(try await times(rest) == expected.map { "\(Self.noon)\($0).000Z" })
    }

    @Test func `a round that had ended is followed by one that begins now`() async throws {
        let file = TemporaryFile(Self.gpx("00", "01"))
        var first = playlist(file, at: "\(Self.noon)0Z", isEndless: true)
        _ = try await first.next()
        let left = try #require(first.resumePoint)
        #expect(left.reports == 2)
        let rest = playlist(file, at: "\(Self.noon)7Z", isEndless: true, from: left)
        #expect(try await times(rest, atMost: 2) == at(7, 8))
    }

    @Test func `a trace that is not played as of now any more keeps its times to its end`()
        async throws
    {
        let file = TemporaryFile(Self.gpx("00", "01", "04"))
        var first = playlist(file, at: "\(Self.noon)0Z")
        _ = try await first.next()
        let left = try #require(first.resumePoint).before(1)
        #expect(try await times(playlist(file, at: nil, from: left)) == at(4))
    }

    @Test(arguments: ["", "<gpx/>", "<gpx><trk></gpx>"])
    func `a trace without a fix is told of as ever`(trace: String) async throws {
        let file = TemporaryFile(trace, name: "walk.gpx")
        let expected = await complaint(about: file.path) {
            _ = try await times(playlist(file, at: nil))
        }
        let found = await complaint(about: file.path) {
            _ = try await times(playlist(file, at: "\(Self.noon)0Z"))
        }
        #expect(found == expected)
    }

    @Test func `GPX without any time is known`() async throws {
        for (trace, isSo) in [
            (Self.gpx(nil, nil), true), (Self.gpx(nil, "01"), false), ("<gpx/>", false),
            (line(NMEA.gga("100000")), false),
        ] {
            let file = TemporaryFile(trace)
            #expect(try await PositionSources.hasNoTimes(file.path) == isSo)
        }
        #expect(try await !PositionSources.hasNoTimes("gpsd:"))
    }
}
