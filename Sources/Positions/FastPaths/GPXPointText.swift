import Posix

/// Finds where the values stand in the bytes of a track point that expat has read.
struct GPXPointText {
    /// In their order; a text whose value is `nil` is not read.
    private(set) var texts: [(range: Range<Int>, value: GPXPoint.Value?)] = []
    /// Where the point ends.
    private(set) var end = 0

    private let bytes: UnsafeRawBufferPointer
    /// The elements that are open, the point first.
    private var open: [GPXElement] = []

    /// `nil` if there is anything but tags and text in it, or anything but blanks behind it.
    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        repeat {
            guard readTag() else { return nil }
        } while !open.isEmpty
        let coordinates = texts.count { $0.value == .latitude || $0.value == .longitude }
        guard coordinates == 2, bytes[end...].allSatisfy(\.isBlank) else { return nil }
    }

    /// Reads the tag at `end` and the text behind it; `false` for a comment, an instruction or
    /// CDATA.
    private mutating func readTag() -> Bool {
        switch byte(end + 1) {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return false
        case UInt8(ascii: "/"):
            guard skip(to: ">"), open.popLast() != nil else { return false }
            end += 1
        default:
            guard let element = takeName(), readAttributes(of: element) else { return false }
            if byte(end - 2) != UInt8(ascii: "/") {
                guard readText(of: element) else { return false }
                open.append(element)
            }
        }
        return open.isEmpty || skip(to: "<")
    }

    /// Reads the name of a start tag.
    private mutating func takeName() -> GPXElement? {
        end += 1
        var name = end
        while byte(end) > 0x20, byte(end) != UInt8(ascii: "/"), byte(end) != UInt8(ascii: ">") {
            if byte(end) == UInt8(ascii: ":") { name = end + 1 }
            end += 1
        }
        return open.isEmpty ? .trackPoint : open[open.count - 1].child(part(name..<end).span)
    }

    /// Reads the rest of a start tag, in which a `>` may stand in quotes.
    private mutating func readAttributes(of element: GPXElement) -> Bool {
        var name = end
        while byte(end) != UInt8(ascii: ">") {
            let quote = byte(end)
            end += 1
            switch quote {
            case 0: return false
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let text = end
                guard skip(to: UnicodeScalar(quote)) else { return false }
                // A name with a prefix is another name.
                if element.isPoint, byte(text - 2) == UInt8(ascii: "="), name < text - 2,
                    let value = GPXPoint.Value(attribute: part(name..<text - 2).span)
                {
                    texts.append((text..<end, value))
                }
                end += 1
            case _ where quote.isBlank: name = end
            default: break
            }
        }
        end += 1
        return true
    }

    /// Reads the text between a start tag and the next tag; `false` if a value has tags in it.
    private mutating func readText(of element: GPXElement) -> Bool {
        let start = end
        guard skip(to: "<") else { return false }
        guard byte(end + 1) == UInt8(ascii: "/") else { return element.value == nil }
        // A point that has text here where this one has none is of another shape.
        if !bytes[start..<end].allSatisfy(\.isBlank) {
            texts.append((start..<end, element.value))
        }
        return true
    }

    /// 0, which stands in no XML, behind the end.
    private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private mutating func skip(to character: UnicodeScalar) -> Bool {
        while end < bytes.count, bytes[end] != UInt8(ascii: character) { end += 1 }
        return end < bytes.count
    }

    private func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        bytes.bindMemory(to: UInt8.self).extracting(range)
    }
}
