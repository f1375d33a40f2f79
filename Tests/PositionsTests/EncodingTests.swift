import FoundationEssentials
import Geofencing
import Positions
import TestSupport
import Testing

/// Traces that Windows wrote.
struct EncodingTests {
    private static let nmea =
        (0..<40).map { line(NMEA.rmc("1200\($0 + 10)")) }.joined() + line(NMEA.gga("120100"))

    private static func gpx(_ encoding: String) -> String {
        let points = (10..<50).map {
            "<trkpt lat='1.\($0)' lon='2'><time>2026-05-03T10:00:\($0)Z</time></trkpt>\r\n"
        }
        return "<?xml version='1.0' encoding='\(encoding)'?>\r\n<gpx><trk><name>Café €</name>"
            + "<trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    private static func bytes(_ text: String, _ encoding: String) throws -> [UInt8] {
        let mark = encoding.hasSuffix("+") ? "\u{FEFF}" : ""
        switch encoding.prefix(8) {
        case "utf-16le", "utf-16be":
            return (mark + text).utf16.flatMap { unit in
                let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
                return encoding.hasPrefix("utf-16le") ? bytes : bytes.reversed()
            }
        case "windows-": return text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
        default: return Array((mark + text).utf8)
        }
    }

    private func reports(
        _ bytes: [UInt8], from place: ResumePoint = ResumePoint()
    ) async throws -> [Report] {
        let file = TemporaryFile(bytes)
        var playlist = TracePlaylist([file.path], isEndless: false, from: place)
        var reports: [Report] = []
        while let more = try await playlist.next() { reports += more }
        return reports
    }

    @Test(arguments: ["utf-8+", "utf-16le", "utf-16le+", "utf-16be", "utf-16be+"])
    func `NMEA is read in all of them, and read on where it was`(encoding: String) async throws {
        let expected = try await reports(Array(Self.nmea.utf8))
        #expect(expected.count == 41)
        let bytes = try Self.bytes(Self.nmea, encoding)
        #expect(try await reports(bytes) == expected)
        #expect(try await reports(gzip(bytes)) == expected)
        for known in [1, 20, 40, 41] {
            let rest = try await reports(bytes, from: ResumePoint(reports: known))
            #expect(rest == Array(expected.dropFirst(known)))
        }
    }

    /// The encoding of the file, and the one that it says it has.
    @Test(arguments: [
        ("utf-8+", "UTF-8"), ("utf-16le", "utf-16"), ("utf-16le+", "UTF-16"),
        ("utf-16be+", "UTF-16"), ("utf-16be", "UTF-16BE"),
        // As PowerShell makes it of a file in UTF-8.
        ("utf-16le+", "UTF-8"), ("windows-1252", "windows-1252"), ("windows-1252", "Windows-1252"),
        ("windows-1252", "CP1252"),
    ])
    func `GPX is read in all of them`(encoding: String, said: String) async throws {
        let expected = try await reports(Array(Self.gpx("UTF-8").utf8))
        #expect(expected.count == 40)
        #expect(try await reports(Self.bytes(Self.gpx(said), encoding)) == expected)
    }

    @Test(arguments: [
        ("koi8-r", "walk.gpx:1: unknown encoding: convert the file to UTF-8"),
        ("UTF-16", "walk.gpx:1: encoding specified in xml declaration is incorrect"),
    ])
    func `another encoding is refused by name`(said: String, message: String) async {
        let file = TemporaryFile(Self.gpx(said), name: "walk.gpx")
        let found = await complaint(about: file.path) {
            var source = try await PositionSources.open(file.path)
            while try await source.next() != nil {}
        }
        #expect(found == message)
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `lines may end in any way`(end: String) async throws {
        let text = Self.nmea.replacing("\r\n", with: end)
        #expect(try await reports(Array(text.utf8)) == reports(Array(Self.nmea.utf8)))
    }

    @Test(arguments: [
        ("hello", "walk.txt: has no NMEA sentence in it: is it a trace?"),
        ("\u{89}PNG\r\n\u{1A}\n", "walk.txt: has no NMEA sentence in it: is it a trace?"),
        (
            "$GPRMC,1*00\r\n",
            "walk.txt: has no NMEA sentence in it, besides 1 with a wrong checksum: is it a trace, "
                + "and complete?"
        ),
        ("<kml/>", "walk.txt:1: the root element is '<kml>', not '<gpx>'"),
        ("\u{FEFF}", "walk.txt: has no NMEA sentence in it: is it a trace?"),
    ])
    func `what is no trace is refused by name`(text: String, message: String) async {
        let file = TemporaryFile(text, name: "walk.txt")
        let found = await complaint(about: file.path) {
            var options = TraceOptions()
            options.needsSentences = true
            var source = try await PositionSources.open(file.path, options)
            while try await source.next() != nil {}
        }
        #expect(found == message)
    }
}
