import TestSupport
import Testing

@testable import Formats

/// What a document says, and what is wrong with it.
struct XMLParserTests {
    /// Notes all that it is told, as text.
    private struct Notes: XMLContent {
        var notes: [String] = []
        private var open: [String] = []

        /// Only of elements that are called `t`.
        private var wantsText: Bool { open.last == "t" }

        mutating func start(_ name: Span<UInt8>, in line: () -> Int) throws(XMLFault.What) -> Bool {
            let name = text(of: name)
            if name == "bad" { throw .refused("bad it is") }
            notes.append("\(line()):<\(name)>")
            open.append(name)
            return wantsText
        }

        mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
            notes.append("\(text(of: name))=\(text(of: value))")
        }

        mutating func text(_ piece: Span<UInt8>) {
            let text = text(of: piece)
            // It comes in pieces, wherever the document is cut.
            if notes.last?.hasPrefix("'") == true {
                notes[notes.count - 1] += text
            } else {
                notes.append("'\(text)")
            }
        }

        mutating func end() -> Bool {
            notes.append("</\(open.removeLast())>")
            return wantsText
        }

        private func text(of bytes: Span<UInt8>) -> String {
            bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// What a document in pieces of so many bytes comes to.
    private func read(
        _ document: String, pieces: Int = 1 << 18, namespaces: Bool = false
    ) -> (notes: [String], fault: XMLFault?) {
        var notes = Notes()
        let parser = XMLParser(namespaces: namespaces)
        let bytes = Array(document.utf8)
        do throws(XMLFault) {
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                let piece = bytes[start..<min(start + pieces, bytes.count)]
                try piece.withUnsafeBufferPointer { bytes throws(XMLFault) in
                    try parser.feed(UnsafeRawBufferPointer(bytes), to: &notes)
                }
            }
            try parser.feed(nil, to: &notes)
        } catch {
            return (notes.notes, error)
        }
        return (notes.notes, nil)
    }

    private static let document = """
        <a b='1' p:c='&lt;' xmlns:p='n'>no<p:t>one &amp;
        two<u/>three</p:t>
        <t><![CDATA[<four/>]]></t></a>
        """

    @Test func `a document is told in its order, and the text that is wanted`() {
        let expected = [
            "1:<a>", "b=1", "p:c=<", "xmlns:p=n", "1:<t>", "'one &\ntwo", "2:<u>", "</u>", "'three",
            "</t>", "3:<t>", "'<four/>", "</t>", "</a>",
        ]
        for pieces in 1...Self.document.utf8.count {
            let (notes, fault) = read(Self.document, pieces: pieces)
            #expect(notes == expected, "pieces of \(pieces)")
            #expect(fault == nil)
        }
    }

    @Test func `with namespaces, prefixes are what they stand for, and must be declared`() {
        let (notes, fault) = read(Self.document, namespaces: true)
        #expect(notes.prefix(4) == ["1:<a>", "b=1", "n:c=<", "1:<t>"])
        #expect(fault == nil)
        #expect(
            read("<a>\n<x:b/></a>", namespaces: true).fault
                == XMLFault(line: 2, what: .malformed("unbound prefix")))
        #expect(read("<a>\n<x:b/></a>").fault == nil)
    }

    @Test(
        arguments: [
            ("<a>\n</b>", 2, .malformed("mismatched tag")),
            ("<a>\n", 2, .cutOff("no element found")),
            ("", 1, .cutOff("no element found")),
            ("<?xml version='1.0' encoding='EBCDIC'?><a/>", 1, .encoding("unknown encoding")),
            ("<a>\n<bad/><", 2, .refused("bad it is")),
            ("<a\n\n bad='1'><bad/>", 3, .refused("bad it is")),
            ("<!DOCTYPE a [\n<!ENTITY b 'c'>]><a/>", 2, .entityDeclared),
            ("<!DOCTYPE a [<!ENTITY b SYSTEM '/etc/hostname'>]><a/>", 1, .entityDeclared),
            ("<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>", 1, .attributeDeclared),
            ("⟦<a>×101⟧", 1, .tooDeep), ("<a ⟦b×1001⟧=''/>", 1, .longName),
            ("<a b='⟦c×2097152⟧", 1, .tooLong),
        ] as [(String, Int, XMLFault.What)])
    func `a fault is known by its line`(_ document: String, _ line: Int, _ what: XMLFault.What) {
        #expect(read(unrolled(document)).fault == XMLFault(line: line, what: what))
    }

    @Test func `more names than any format has are refused`() {
        let names = (0..<2000).map { "<a\($0)/>" }.joined()
        #expect(read("<a>\(names)</a>").fault == XMLFault(line: 1, what: .tooManyNames))
    }

    @Test func `what is just allowed is read`() {
        let depth = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
        let names = "<a>\((0..<999).map { "<a\($0)/>" }.joined())</a>"
        let name = "<\(String(repeating: "a", count: 1000))/>"
        for document in [depth, names, name, "<!DOCTYPE a><a/>"] {
            #expect(read(document).fault == nil)
        }
    }

    @Test func `what lies outside of tags is known, and lines that are skipped count`() throws {
        let parser = XMLParser()
        var notes = Notes()
        func isBetweenTags(after text: String) throws -> Bool {
            try Array(text.utf8).withUnsafeBytes { try parser.feed(part: $0[...], to: &notes) }
            return parser.isBetweenTags
        }
        #expect(try isBetweenTags(after: "<a>"))
        #expect(try !isBetweenTags(after: "<b c='"))
        #expect(try isBetweenTags(after: "'/>\n"))
        #expect(try !isBetweenTags(after: "<![CDATA[ "))
        #expect(try isBetweenTags(after: "]]>"))
        #expect(try !isBetweenTags(after: "<!-- "))
        #expect(try isBetweenTags(after: "-->"))
        parser.skip(lines: 40)
        #expect(throws: XMLFault(line: 43, what: .malformed("mismatched tag"))) {
            _ = try isBetweenTags(after: "\n</b>")
        }
    }
}
