import Formats
import Posix

/// Reads a track point as most recorders write it: with the attributes `lat` and `lon` alone, with
/// elements that have no attributes, and in plain text.
///
/// expat takes several times as long for one.
struct PlainPoint {
    private let bytes: UnsafeRawBufferPointer
    /// What is before it has been read.
    private var offset: Int
    private var point = GPXPoint()
    private let xml: XMLParser

    /// How many elements may be open in a point.
    private static let greatestDepth = 8

    /// The point that begins at `offset`, which then moves behind it; `nil` if it has anything else
    /// in it, or ends behind `bytes`. `xml` has read up to there.
    static func read(
        _ bytes: UnsafeRawBufferPointer, from offset: inout Int, _ xml: XMLParser
    ) -> GPXPoint? {
        var reading = PlainPoint(bytes, offset, xml)
        guard reading.readPoint() else { return nil }
        offset = reading.offset
        return reading.point
    }

    private init(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ xml: XMLParser) {
        (self.bytes, self.offset, self.xml) = (bytes, offset, xml)
    }

    private mutating func readPoint() -> Bool {
        let start = offset + 1
        guard skip("<trkpt"), let first = readAttribute(), let second = readAttribute(),
            first != second
        else { return false }
        return skip("/>") || skip(">") && readContent(of: .trackPoint, start..<start + 5, depth: 1)
    }

    private mutating func readAttribute() -> GPXPoint.Value? {
        guard byte.isBlank else { return nil }
        while byte.isBlank { offset += 1 }
        guard let value = GPXPoint.Value(attribute: part(takeName()).span), skip("=") else {
            return nil
        }
        let quote = byte
        guard skip("\"") || skip("'") else { return nil }
        point.read(value, part(takeText(to: quote)).span)
        guard byte == quote else { return nil }
        offset += 1
        return value
    }

    /// Reads an element from behind its start tag up to the end of its end tag. `name`: where its
    /// name stands.
    private mutating func readContent(
        of element: GPXElement, _ name: Range<Int>, depth: Int
    ) -> Bool {
        while true {
            let text = takeText(to: UInt8(ascii: "<"))
            if skip("</") {
                guard skip(name), skip(">") else { return false }
                guard let value = element.value else { return true }
                point.read(value, part(text).span)
                return text.count <= GPXText.longest
            }
            // A value has no elements in it.
            guard element.value == nil, depth < Self.greatestDepth, skip("<") else { return false }
            let start = offset
            guard let local = takeLocalName(), let child = element.child(part(local).span) else {
                return false
            }
            let name = start..<offset
            if skip("/>") { continue }
            guard skip(">"), readContent(of: child, name, depth: depth + 1) else { return false }
        }
    }

    /// 0, which stands in no XML, behind the end.
    private var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    /// Reads a name, whose prefix is declared if it has one; without it.
    private mutating func takeLocalName() -> Range<Int>? {
        var name = takeName()
        if skip(":") {
            guard !name.isEmpty, xml.declares(part(name)) else { return nil }
            name = takeName()
        }
        return name.isEmpty || byte == UInt8(ascii: ":") ? nil : name
    }

    /// A name without a prefix; empty if there is none.
    private mutating func takeName() -> Range<Int> {
        let start = offset
        if byte.isLetter { while byte.continuesName { offset += 1 } }
        return start..<offset
    }

    /// The text up to `end`, or to what is no plain text.
    private mutating func takeText(to end: UInt8) -> Range<Int> {
        let start = offset
        while byte != end, byte.isPlainText { offset += 1 }
        return start..<offset
    }

    /// Whether `text` is next; if so, moves behind it.
    @inline(__always)
    private mutating func skip(_ text: StaticString) -> Bool {
        for i in 0..<text.utf8CodeUnitCount {
            guard offset + i < bytes.count, bytes[offset + i] == text.utf8Start[i] else {
                return false
            }
        }
        offset += text.utf8CodeUnitCount
        return true
    }

    /// Whether the bytes of `part` are next, too; if so, moves behind them.
    private mutating func skip(_ part: Range<Int>) -> Bool {
        guard part.count <= bytes.count - offset else { return false }
        for i in 0..<part.count where bytes[offset + i] != bytes[part.lowerBound + i] {
            return false
        }
        offset += part.count
        return true
    }

    private func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        bytes.bindMemory(to: UInt8.self).extracting(range)
    }
}

extension UInt8 {
    /// An ASCII letter.
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    /// Whether it may stand in a name behind its first letter.
    fileprivate var continuesName: Bool {
        isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }

    /// Whether it means the same in any encoding, in an attribute and between tags.
    fileprivate var isPlainText: Bool {
        self >= 0x20 && self < 0x7f && self != UInt8(ascii: "&") && self != UInt8(ascii: "<")
            && self != UInt8(ascii: ">") || isBlank
    }
}
