import Geofencing
import TestSupport
import Testing

@testable import Formats
@testable import Positions

/// Points that are read without expat come to what expat makes of them, and so does all around
/// them.
struct PlainPointTests {
    private static let point =
        "<trkpt lat=\"52.1\" lon=\"4.5\"><ele>4.6</ele><time>2026-06-01T10:00:00Z</time></trkpt>"

    private static func segment(_ points: String) -> String {
        "<gpx xmlns='x' xmlns:g='g' xmlns:h='h'>\n<trk>\n<trkseg>\n\(points)\n</trkseg></trk></gpx>"
    }

    /// Twenty points, the last of which are as `last` says.
    private static func document(_ first: String, last: String...) -> [UInt8] {
        let points = [String](repeating: first, count: 20) + last
        return Array(segment(points.joined(separator: "\n")).utf8)
    }

    /// Fails unless the document comes to the same with expat alone; returns what it comes to.
    @discardableResult
    private func expectSame(
        _ document: [UInt8], pieces: Int = 1 << 18, _ comment: Comment? = nil
    ) -> GPXOutcome {
        let quick = GPXOutcome(document, pieces: pieces)
        #expect(quick == GPXOutcome(document, pieces: pieces, readPoint: nil), comment)
        return quick
    }

    @Test(arguments: [
        point, "<trkpt lat='1' lon='2'/>", "<trkpt lon='1'\r\n lat='2'></trkpt>",
        "<trkpt lat=\"1\" lon=\"2\">\n  <ele>3</ele>\r\n  <hdop>1</hdop>\r</trkpt>",
        "<trkpt lat='1' lon='2'><g:speed>2</g:speed><name>It's \"x\"</name></trkpt>",
        """
        <trkpt lat='1' lon='2'><extensions><g:x>a<h:hacc>4</h:hacc><h:c.d-e_f/>b</g:x>\
        </extensions></trkpt>
        """,
        "<trkpt lat='1' lon='2'><time>2026-06-01</time><time/><link><ele>8</ele></link></trkpt>",
        "<trkpt lat='' lon='200'><ele>1e1</ele><ele></ele><hdop> 2 </hdop></trkpt>",
    ])
    func `expat reads no point that is plain`(_ point: String) {
        let points = [String](repeating: point, count: 100).joined(separator: " \r\n\t\r\n")
        let document = Array(Self.segment(points).utf8)
        let outcome = expectSame(document)
        #expect(outcome.tally.contains { $0.count == .total(100) })
        #expect(outcome.fault == nil)
        #expect(outcome.bytesFed < 110)
    }

    @Test(arguments: [
        "<trkpt lat='1' lon='2'><ele>1</ele></trkpt>",
        "<trkpt lat='' lon='2'><ele>1</ele></trkpt>",
        "<trkpt lat='91' lon='2'><ele>1</ele></trkpt>",
        "<trkpt lat='100' lon='2'><ele>1</ele></trkpt>",
        "<trkpt lat='&#49;' lon='2'><ele>&#49;</ele></trkpt>",
        "<trkpt lat=' 1\n' lon='2'><ele>\t1 </ele></trkpt>",
        "<trkpt lat='1>' lon='2'><ele>1></ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>]]></ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>]]&gt;</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele><![CDATA[1]]></ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>1<!-- 2 --></ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>1<?a b?></ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>\u{661}</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>\u{7f}\u{85}</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>1\u{1}</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>1\u{0}</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>1\u{ffff}</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>&x;</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>&</ele></trkpt>",
        "<trkpt lat='<' lon='2'><ele>1</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>1</ele></trkpt></trkseg><trkseg>",
        "<trkpt lat='1' lon='2'><ele>1</ele></trkpt",
        "<trkpt lat='1' lon='2'><ele>1</ele></trkpt ></trk>",
        "<trkpt lat='1' lon='2'><ele>1<a/></ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele></ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele/></trkpt>",
        "<trkpt lat = '1' lon='2'><ele>1</ele></trkpt>",
        "<trkpt lat='1'  lon='2'><ele>1</ele></trkpt>",
        "<trkpt lat=\"1\" lon=\"2\"><ele>1</ele></trkpt>",
        "<trkpt lat='1' lon='2' lat='3'><ele>1</ele></trkpt>",
        "<trkpt lat='1' lon='2'lat='3'><ele>1</ele></trkpt>",
        "<trkpts lat='1' lon='2'><ele>1</ele></trkpts>",
        "<!-- <trkpt lat='1' lon='2'><ele>1</ele></trkpt> -->",
        "<![CDATA[<trkpt lat='1' lon='2'><ele>1</ele></trkpt>]]>",
        "<?a <trkpt lat='1' lon='2'><ele>1</ele></trkpt>?>",
        "<a b='<trkpt lat='1' lon='2'><ele>1</ele></trkpt>'/>",
        "<a><trkpt lat='1' lon='2'><ele>1</ele></trkpt></a>",
        "]]<trkpt lat='1' lon='2'><ele>1</ele></trkpt>>",
        "\r<trkpt lat='1' lon='2'><ele>1</ele></trkpt>\r",
        "<ele>1</ele></trkpt>",
        "<trkpt lat='1' lon='2' a='3'><ele>1</ele></trkpt>",
        "<trkpt lat='1' lat='2'><ele>1</ele></trkpt>",
        "<trkpt lat='1'><ele>1</ele></trkpt>",
        "<trkpt lat='1\" lon='2'><ele>1</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele b='c'>1</ele></trkpt>",
        "<trkpt lat='1' lon='2'><ele>1</ele ></trkpt>",
        "<trkpt lat='1' lon='2'><ele>1</time></trkpt>",
        "<trkpt lat='1' lon='2'><1ele>1</1ele></trkpt>",
        "<trkpt lat='1' lon='2'><>1</></trkpt>",
        "<trkpt lat='1' lon='2'><a:>1</a:></trkpt>",
        "<trkpt lat='1' lon='2'><a:b>1</a:b></trkpt>",
        "<trkpt lat='1' lon='2'><g:>1</g:></trkpt>",
        "<trkpt lat='1' lon='2'><g:a:b>1</g:a:b></trkpt>",
        "<trkpt lat='1' lon='2'><:a>1</:a></trkpt>",
        "<trkpt lat='1' lon='2'><g:a>1</a></trkpt>",
        "<trkpt lat='1' lon='2'><a><b><c><d><e><f><g><h><i/></h></g></f></e></d></c></b></a></trkpt>",
        "<trkpt lat='1' lon='2'><name>\u{e9}</name></trkpt>",
    ])
    func `a point with anything else in it is left to expat`(_ other: String) {
        let usual = "<trkpt lat='1' lon='2'><ele>1</ele></trkpt>"
        for after in ["", usual, "</trkseg>\n<x:y/>", other] {
            expectSame(Self.document(usual, last: other, after), "\(other) \(after)")
            let document = Self.document(usual, last: other, other, usual, after, other)
            for pieces in [1, 2, 7, 64, 1000] {
                expectSame(document, pieces: pieces, "\(other) \(after) by \(pieces)")
            }
        }
    }

    @Test func `a number with too many digits is none`() {
        let usual = "<trkpt lat='1' lon='2'><ele>1</ele></trkpt>"
        for (digits, isRead) in [(255, true), (256, true), (257, false), (5000, false)] {
            let number = String(repeating: "0", count: digits - 1) + "7"
            let point = "<trkpt lat='\(number)' lon='2'><ele>\(number)</ele></trkpt>"
            let outcome = expectSame(Self.document(usual, last: point, usual))
            guard case .fix(let fix) = outcome.reports[20] else { fatalError("it is a fix") }
            #expect(fix.coordinate.latitude == 7)
            #expect(fix.altitude == (isRead ? 7 : nil))
        }
    }

    @Test(arguments: [
        "<gpx><trk xmlns:a='a'><trkseg>%</trkseg></trk><trk><trkseg>%</trkseg></trk></gpx>",
        "<gpx><trk><trkseg xmlns:a='a'>%</trkseg><trkseg>%</trkseg></trk></gpx>",
        "<gpx xmlns:a='a'><trk><trkseg>%</trkseg></trk><rte>%</rte><a:x>%</a:x></gpx>",
        "<gpx xmlns:a='a'><trk><trkseg>%<!-- % --><![CDATA[%]]>%</trkseg>%</trk></gpx>",
    ])
    func `what is true in one place is not in another`(_ frame: String) {
        let point = "<trkpt lat='1' lon='2'><a:speed>1</a:speed></trkpt>"
        let points = [String](repeating: point, count: 10).joined(separator: "\n")
        expectSame(Array(frame.split(separator: "%").joined(separator: points).utf8))
    }

    @Test func `the words of another encoding are no points, whatever their bytes`() async throws {
        // In UTF-16 it is a row of ideographs.
        let point = "<trkpt lat='1' lon='22'/>"
        let text = String(decoding: Array((point + point + " ").utf8).pairs, as: UTF16.self)
        let document = "\u{feff}" + Self.segment(text + "<trkpt lat='3' lon='4'/>" + text)
        let bytes = document.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        #expect(try await GPXReading(bytes).reports.count == 1)
    }

    @Test func `points of many kinds come in any order`() {
        let kinds = [
            Self.point, "<trkpt lat='1' lon='2'/>", "<trkpt lat='1' lon='2'>\r</trkpt>\r\n",
            "<trkpt lat='-1.5' lon='2'><name>Point (1) at \u{e9}</name></trkpt> \n",
            "<trkpt lat='-1.5' lon='2'><name>Point (2), 3 km</name><fix>3d</fix></trkpt>",
            "<trkpt lat='-1.5' lon='2'><name>O'Neill &amp; Co</name><fix>3d</fix></trkpt>",
            "<trkpt lat='7' lon='8'><ele>1e1</ele><g:speed> 2 </g:speed><g:course/></trkpt>",
            "<trkpt lat='200' lon='0'/>", "<trkpt lat='a' lon='b'/>", "</trkseg><trkseg>\n",
            "<!-- <trkpt lat='1' lon='2'/> -->",
        ]
        var random = SplitMix64(seed: 5)
        for _ in 0..<100 {
            // Few kinds at a time, as they come in life.
            let some = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                kinds.randomElement(using: &random)!
            }
            let points = (0..<200).map { _ in some.randomElement(using: &random)! }
            let document = Array(Self.segment(points.joined()).utf8)
            expectSame(document, pieces: Int.random(in: 100...20_000, using: &random))
        }
    }

    @Test func `a fault is in its line, however many points are before it`() {
        for end in ["\n", "\r\n", "\r"] {
            let points = [String](repeating: Self.point, count: 500).joined(separator: end)
            let document = "<gpx><trk><trkseg>\(end)\(points)\(end)</trk>"
            let outcome = expectSame(Array(document.utf8))
            #expect(outcome.fault == XMLFault(line: 502, what: .malformed("mismatched tag")))
            #expect(outcome.reports.count == 500)
        }
    }

    @Test(arguments: ["", "more", "more ", "&", "]]>", "<!--", "\r", "\u{e9}", "</gpx>"])
    func `a fault after the end is told in the same words`(_ junk: String) {
        let point = "<trkpt lat='1' lon='2'/>"
        expectSame(Array("\(Self.segment(point + point))\n\(junk)\(point)\(junk)".utf8))
    }

    @Test func `a comment full of points is refused when it is too long, as any`() {
        let points = [String](repeating: Self.point, count: 30_000).joined()
        let document = Array(Self.segment("\(Self.point)<!-- \(points)").utf8)
        let outcome = expectSame(document)
        #expect(outcome.fault?.what == .tooLong)
    }

    @Test func `it is the same wherever it is cut`() {
        let points = (0..<6).map { i in
            "<trkpt lat='1.\(i)' lon='2'>\n<ele>\(i)</ele>\(i == 3 ? "<a/>" : "")</trkpt>\r\n"
        }
        let document = Array(Self.segment(points.joined()).utf8)
        let whole = GPXOutcome(document, readPoint: nil)
        #expect(whole.reports.count == 6)
        for pieces in 1...document.count {
            #expect(GPXOutcome(document, pieces: pieces) == whole, "pieces of \(pieces)")
        }
        for length in document.indices {
            expectSame(Array(document[..<length]), "cut after \(length)")
        }
    }
}

extension [UInt8] {
    fileprivate var pairs: [UInt16] {
        stride(from: 0, to: count - 1, by: 2).map { UInt16(self[$0]) | UInt16(self[$0 + 1]) << 8 }
    }
}
