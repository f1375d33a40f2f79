import Geofencing
import TestSupport
import Testing

@testable import Places

@Suite struct GPXPlacesTests {
    private static func gpx(_ inside: String) -> String {
        """
        <?xml version="1.0"?>
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">\(inside)</gpx>
        """
    }

    @Test func `waypoints are places`() throws {
        let text = Self.gpx(
            """
            <wpt lat="52.5" lon="4.5"><name>A &amp; B</name><cmt>no</cmt><desc>yes</desc>
            <link href="https://example.org/"><text>t</text></link><type>Restaurant</type>
            <extensions><name>other</name></extensions></wpt>
            <trk><trkseg><trkpt lat="1" lon="2"><name>no</name></trkpt></trkseg></trk>
            <g:wpt xmlns:g="g" lat="1" lon="2"><g:name>C</g:name><url>u</url></g:wpt>
            """)
        let places = try readPlaces(text).compactMap(\.place)
        #expect(places.map(\.name) == ["A & B", "C"])
        #expect(places.map(\.description) == ["yes", nil])
        #expect(places.map(\.website) == ["https://example.org/", "u"])
        #expect(places.map(\.categories) == [["Restaurant"], []])
        #expect(places.map(\.id.description) == ["cafes/a&b@52.5,4.5", "cafes/c@1.0,2.0"])
    }

    @Test func `a name over several lines is on one`() throws {
        let text = Self.gpx(
            "<wpt lat=\"52.5\" lon=\"4.5\">\n  <name>\n    Café\n    Zeezwaluw\n  </name>\n"
                + "  <desc>a\nb</desc>\n</wpt>")
        let place = try #require(try readPlaces(text).first?.place)
        #expect(place.name == "Café Zeezwaluw" && place.description == "a\nb")
    }

    @Test func `a bad waypoint is skipped with its line`() throws {
        let text = Self.gpx(
            "<wpt lat=\"95\" lon=\"4\"><name>A</name></wpt>\n<wpt lon=\"4\"><name>B</name></wpt>\n"
                + "<wpt lat=\"0\" lon=\"0.000\"><name>C</name></wpt>"
                + "<wpt lat=\"1\" lon=\"4\"/>\n<wpt lat=\"1\" lon=\"4\"><name>"
                + String(repeating: "x", count: 3 << 20) + "</name></wpt>")
        #expect(
            try readPlaces(text).map(\.words) == [
                "2: latitude 95.0 is not between -90 and 90", "3: has no position",
                "4: has no position", "4: has neither a name nor a brand nor a category",
                "5: name is 10001 bytes long: at most 1000 are kept",
            ])
    }

    @Test(
        arguments: [
            ("<gpx>", "FILE:1: is not XML: no element found: is the file complete?"),
            ("<kml/>", "FILE:1: the root element is 'kml', not gpx: convert the file to GPX"),
            (
                "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx/>",
                "FILE:1: GPX declares no entities: remove the DOCTYPE"
            ),
            (
                "<gpx>⟦<a>×1000000⟧",
                "FILE:1: elements are nested more than 100 deep: is it GPX?"
            ),
            (
                "<gpx a=\"⟦x×4194304⟧",
                "FILE:1: a tag or a comment is longer than 1 MiB: is it GPX?"
            ),
            (
                "<gpx>" + (0..<2_000).map { "<a\($0)/>" }.joined() + "</gpx>",
                "FILE:1: more than 1000 different names are used: is it GPX?"
            ),
        ])
    func `a document that is no GPX is refused`(text: String, expected: String) {
        let found = complaint(about: unrolled(text).utf8) { path in
            var provider = try ImportInput(path: path).provider(among: PlaceProviders.all)
            var draft = PlaceDraft()
            while try provider.next(&draft) { draft.clear() }
        }
        #expect(found == expected)
    }
}

struct EncodedPlacesTests {
    private static let feature =
        #"{"type":"Feature","properties":{"name":"Café €"},"#
        + #""geometry":{"type":"Point","coordinates":[4.5,52.5]}}"#

    @Test(arguments: [
        "<?xml version='1.0' encoding='UTF-8'?><gpx><wpt lat='52.5' lon='4.5'><name>Café €</name></wpt></gpx>",
        "<?xml version='1.0' encoding='UTF-16'?><gpx><wpt lat='52.5' lon='4.5'><name>Café €</name></wpt></gpx>",
        feature,
    ])
    func `UTF-16 is read whatever the format`(text: String) throws {
        let bytes = ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try readPlaces(bytes).map { $0.place?.name } == ["Café €"])
    }

    @Test func `waypoints may be Windows-1252`() throws {
        let text =
            "<?xml version='1.0' encoding='windows-1252'?><gpx><wpt lat='52.5' lon='4.5'>"
            + "<name>Café €</name></wpt></gpx>"
        let bytes = text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
        #expect(try readPlaces(bytes).map { $0.place?.name } == ["Café €"])
    }
}
