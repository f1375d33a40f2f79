import Geofencing
import Glibc
import Positions
import TestSupport
import Testing

/// What `--source` and the arguments of a replay may be.
struct PositionSourcesTests {
    private static let nmea = line(NMEA.gga())
    private static let gpx = "<gpx><trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk></gpx>"

    private func fixes(
        _ text: some Sequence<UInt8>, name: String, scheme: String = "", format: String? = nil
    ) async throws -> Int {
        let file = TemporaryFile(text, name: name)
        var source = try await PositionSources.open(
            scheme + file.path, TraceOptions(format: format))
        #expect(!source.isLive)
        var count = 0
        while let reports = try await source.next() { count += reports.count }
        return count
    }

    @Test(
        arguments: [nmea, gpx], ["a", "a.nmea", "a.gpx", "a.log", "a.pdf", "a:b", "gpx", "a b.c"])
    func `a file is recognised by its content, whatever it is called`(
        _ text: String, name: String
    ) async throws {
        #expect(try await fixes(text.utf8, name: name) == 1)
        #expect(try await fixes(gzip(text.utf8), name: name) == 1)
    }

    @Test(arguments: ["a.nmea", "a.NMEA", "a.log", "a.txt", "a.ubx", "a.b.log.gz", "a.Nmea.GZ"])
    func `a file that does not tell is recognised by its ending`(_ name: String) async throws {
        #expect(try await fixes("no sentence".utf8, name: name) == 0)
    }

    @Test(arguments: ["a", "a.pdf", "a.nmea.zip", ".gz", "nmea.a"])
    func `a file that does not tell at all is refused`(_ name: String) async {
        let file = TemporaryFile("no sentence", name: name)
        #expect(
            await complaint(about: file.path) { _ = try await PositionSources.open(file.path) }
                == """
                \(name): is neither NMEA nor GPX as far as can be told: say which with nmea: or gpx:
                """)
    }

    @Test(arguments: [
        ("nmea:", nil, 1), ("nmea:", "gpx", 1), ("", "nmea", 1), ("", nil, 1),
    ])
    func `a scheme or a format says what the file is`(
        _ scheme: String, format: String?, expected: Int
    ) async throws {
        let mixed = "<html>\n" + Self.nmea
        if scheme.isEmpty, format == nil {
            await #expect(throws: TraceError.self) {
                try await fixes(mixed.utf8, name: "a.html", scheme: scheme, format: format)
            }
        } else {
            #expect(
                try await fixes(mixed.utf8, name: "a.html", scheme: scheme, format: format)
                    == expected)
        }
    }

    @Test(arguments: ["gpx:", "nmea:", ""])
    func `an empty file is said to be empty`(_ scheme: String) async {
        for bytes in [[], gzip([])] {
            let file = TemporaryFile(bytes, name: "walk.nmea")
            let message = await complaint(about: file.path) {
                var source = try await PositionSources.open(scheme + file.path)
                while try await source.next() != nil {}
            }
            #expect(message == "walk.nmea:1: the file is empty")
        }
    }

    @Test(arguments: ["http://example.org/a.gpx", "GPX:a.gpx", "NMEA:a", "usb:0", "C:\\a.gpx"])
    func `an unknown scheme is told from the known ones`(_ location: String) async {
        let word = location.prefix { $0 != ":" }
        #expect(
            await complaint(about: "") { _ = try await PositionSources.open(location) }
                == "no position source is called '\(word)': use one of gpsd, gpx, nmea, simulate")
    }

    @Test(arguments: ["1:2.gpx", "./a:b", "a.b:c", "/a:b", "no-such-file"])
    func `what can be no scheme is a file that is missing`(_ location: String) async {
        let message = await complaint(about: "") { _ = try await PositionSources.open(location) }
        #expect(message == "\(location): cannot be opened: no such file or directory")
    }

    @Test(arguments: ["a", "a.nmea", "a.toml"])
    func `a scenario is known by its legs, and read as what it makes`(_ name: String) async throws {
        let text = "# A stop.\n\n  [[leg]]\nmode = 'parked'\nfrom = [52, 5]\nstop = 9\n"
        #expect(try await fixes(text.utf8, name: name) == 10)
        #expect(try await fixes(text.utf8, name: name, scheme: "simulate:") == 10)
        #expect(try await fixes(text.utf8, name: "b", format: "simulate") == 10)
    }

    @Test func `a trace is no receiver`() throws {
        for location in ["-", "a.gpx", "gpx:a", "nmea:a", "/dev/ttyUSB0"] {
            #expect(try !PositionSources.isReceiver(location))
        }
        #expect(PositionSources.traceFormats == ["gpx", "nmea", "simulate"])
    }

    @Test(arguments: [nmea, gpx, "\n\n" + gpx, "\u{feff}" + gpx, "0000,N*47\r\n" + nmea])
    func `a pipe is recognised although it tells little at first`(_ text: String) async throws {
        try await withPipe { path, writer in
            let counting = Task {
                var source = try await PositionSources.open(path)
                var count = 0
                while let reports = try await source.next() { count += reports.count }
                return count
            }
            for byte in text.utf8 {
                writeAll([byte], to: writer)
                await Task.yield()
            }
            // The reader has it open when it has read everything.
            while bytesWaiting(in: writer) > 0 { await Task.yield() }
            close(writer)
            let count = try await counting.value
            #expect(count == 1)
        }
    }
}
