import Geofencing
import Positions
import Testing

/// What is wrong with a document is said with its line, after all that was good before it.
struct GPXDamageTests {
    private static let begin = "<gpx><trk><trkseg>\n<trkpt lat='1' lon='2'/>\n"
    private static let end = "</trkseg></trk></gpx>"

    @Test(arguments: [
        ("", 3, "no element found: the file ends too early"),
        ("<trkpt lat='1", 3, "unclosed token: the file ends too early"),
        ("</trk>", 3, "mismatched tag"),
        ("\n\n<trkpt lat='1' lon=2/>", 5, "not well-formed (invalid token)"),
        ("<a>\u{0}</a>", 3, "not well-formed (invalid token)"),
        ("&x;", 3, "undefined entity"),
        ("<a:b/>", 3, "unbound prefix"),
        ("<trkpt lat='1' lat='1'/>", 3, "duplicate attribute"),
        ("</trkseg></trk></gpx>\nmore", 4, "junk after document element"),
    ])
    func `damage comes after the points before it`(
        _ damage: String, line: Int, what: String
    ) async throws {
        let reading = try await GPXReading((Self.begin + damage).utf8)
        #expect(reading.fixes.count == 1)
        #expect(reading.tally["points"] == 1)
        #expect(reading.error == .damaged("walk.gpx", line: line, what: what))
    }

    @Test func `bytes that are no UTF-8 are damage`() async throws {
        let reading = try await GPXReading(Array(Self.begin.utf8) + [0xff, 0xfe] + Self.end.utf8)
        #expect(
            reading.error
                == .damaged("walk.gpx", line: 3, what: "not well-formed (invalid token)"))
    }

    @Test(arguments: [
        ("<kml/>", 1, "the root element is '<kml>', not '<gpx>'"),
        ("\n<x:gpxx xmlns:x='x'/>", 2, "the root element is '<gpxx>', not '<gpx>'"),
        ("$GPGGA", 1, "not well-formed (invalid token)"),
        ("{}", 1, "not well-formed (invalid token)"),
        ("gpx", 1, "syntax error"),
        (
            "<?xml version='1.0' encoding='EBCDIC'?><gpx/>", 1,
            "unknown encoding: convert the file to UTF-8"
        ),
    ])
    func `what is no GPX is refused`(_ document: String, line: Int, what: String) async throws {
        let reading = try await GPXReading(document.utf8)
        #expect(reading.error == .damaged("walk.gpx", line: line, what: what))
    }

    @Test func `an empty file is said to be empty`() async throws {
        guard case .empty = try await GPXReading([]).error else {
            Issue.record("no error")
            return
        }
    }
}
