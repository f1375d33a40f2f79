import FoundationEssentials
import Geofencing
import Positions
import Testing

/// Documents that were made to do harm.
@Suite(.timeLimit(.minutes(10)))
struct GPXHostileTests {
    private static let megabyte = 1 << 20

    private func document(_ begin: String, filler: String, bytes: Int, _ end: String) -> Data {
        var document = Data(begin.utf8)
        let piece = Data(filler.utf8)
        while document.count < bytes { document.append(piece) }
        document.append(Data(end.utf8))
        return document
    }

    @Test(arguments: [
        "<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>", "<!ENTITY a SYSTEM '/etc/hostname'>",
        "<!ENTITY % a SYSTEM '/etc/hostname'>", "<!ENTITY a '&b;'><!ENTITY b '&a;'>",
        "<!ENTITY % a '<!ENTITY b \"c\">'>%a;",
    ])
    func `an entity declaration is refused`(_ declaration: String) async throws {
        let reading = try await GPXReading("<!DOCTYPE gpx [\n\(declaration)]><gpx/>".utf8)
        let what = "GPX has no entity declarations: remove the DOCTYPE"
        #expect(reading.error == .damaged("walk.gpx", line: 2, what: what))
    }

    @Test func `an attribute declaration is refused`() async throws {
        let reading = try await GPXReading(
            "<!DOCTYPE gpx [<!ATTLIST trkpt lat CDATA '1'>]><gpx/>".utf8)
        let what = "GPX has no attribute declarations: remove the DOCTYPE"
        #expect(reading.error == .damaged("walk.gpx", line: 1, what: what))
    }

    @Test(arguments: ["<gpx a='", "<gpx><!-- ", "<gpx><?p ", "<gpx><a", "<gpx a", "<!DOCTYPE a"])
    func `a tag or comment without end is refused`(_ begin: String) async throws {
        let reading = try await GPXReading(
            document(begin, filler: "0123456789abcdef", bytes: 8 * Self.megabyte, ""))
        let what = "a tag or a comment is longer than 1 MiB"
        #expect(reading.error == .damaged("walk.gpx", line: 1, what: what))
    }

    @Test func `a long text costs nothing`() async throws {
        let reading = try await GPXReading(
            document(
                "<gpx><trk><trkseg><trkpt lat='1' lon='2'><time>", filler: "2026-05-01",
                bytes: 8 * Self.megabyte, "</time></trkpt></trkseg></trk></gpx>"))
        #expect(reading.error == nil)
        #expect(reading.fixes.map(\.isUndated) == [true])
    }

    @Test func `too deep is refused`() async throws {
        let reading = try await GPXReading(
            document("<gpx>", filler: "<a>", bytes: Self.megabyte, ""))
        let what = "elements are nested more than 100 deep"
        #expect(reading.error == .damaged("walk.gpx", line: 1, what: what))
    }

    @Test func `as deep as allowed is read`() async throws {
        let reading = try await GPXReading(
            points: "<trkpt lat='1' lon='2'><extensions>"
                + String(repeating: "<a>", count: 94) + "<hacc>3</hacc>"
                + String(repeating: "</a>", count: 94) + "</extensions></trkpt>")
        #expect(reading.error == nil)
        #expect(reading.fixes.first?.accuracy == 3)
    }

    @Test(arguments: ["<a%/>", "<a b%='1'/>", "<a xmlns:b%='c'/>"])
    func `names without end are refused`(_ element: String) async throws {
        let elements = (0..<2000).map { number in
            element.split(separator: "%").joined(separator: "\(number)")
        }
        let reading = try await GPXReading("<gpx>\(elements.joined())</gpx>".utf8)
        let what = "more than 1000 different names are used"
        #expect(reading.error == .damaged("walk.gpx", line: 1, what: what))
    }

    @Test(arguments: [
        "<%/>", "<a %='1'/>", "<a xmlns:%='b'/>", "<a xmlns='%'/>", "<a xmlns:b='%' b:c='1'/>",
    ])
    func `a name as long as a book is refused`(_ element: String) async throws {
        let name = String(repeating: "x", count: 1001)
        let text = element.split(separator: "%", omittingEmptySubsequences: false)
        let reading = try await GPXReading("<gpx>\(text.joined(separator: name))</gpx>".utf8)
        let what = "a name is longer than 1000 bytes"
        #expect(reading.error == .damaged("walk.gpx", line: 1, what: what))
    }

    @Test func `a file cut anywhere is an error`() async throws {
        let whole = Array(
            """
            <?xml version="1.0"?><!DOCTYPE gpx><gpx xmlns:g="g"><trk><trkseg><!-- é -->
            <trkpt lat="1" lon="2"><time>2026-05-01T12:00:00Z</time><extensions><g:speed>1</g:speed>
            </extensions></trkpt></trkseg></trk></gpx>
            """.utf8)
        for length in 1..<whole.count {
            let reading = try await GPXReading(whole.prefix(length))
            #expect(reading.error != nil, "cut after \(length) bytes")
        }
        #expect(try await GPXReading(whole).error == nil)
    }
}
