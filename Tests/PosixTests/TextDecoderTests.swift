import Posix
import TestSupport
import Testing

struct TextDecoderTests {
    /// What comes of bytes that come in pieces of so many.
    private func decode(_ bytes: [UInt8], pieces: Int) -> (text: [UInt8], isConverted: Bool) {
        let decoder = TextDecoder()
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            Array(bytes[start..<min(start + pieces, bytes.count)]).withUnsafeBytes {
                text += decoder.decode($0)
            }
        }
        text += decoder.decode(nil)
        return (text, decoder.isConverted)
    }

    private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBig ? bytes.reversed() : bytes
        }
    }

    @Test(arguments: [1, 2, 3, 7, 8, 9, 1000], [true, false])
    func `UTF-16 is UTF-8 in the end, however it comes`(pieces: Int, isBig: Bool) {
        for text in ["$GPRMC,1\r\n", "a;b\r\nCafé €;🍕\r", "name\tß\n", "\u{1F355}"] {
            let marked = decode(Self.utf16("\u{FEFF}" + text, isBig: isBig), pieces: pieces)
            #expect(marked == (Array(text.utf8), true))
            guard text.utf8.prefix(4).allSatisfy({ $0 < 0x7F }), text.utf8.count > 8 else {
                continue
            }
            let unmarked = decode(Self.utf16("header!\n" + text, isBig: isBig), pieces: pieces)
            #expect(unmarked == (Array(("header!\n" + text).utf8), true))
        }
    }

    @Test(arguments: [
        [], [0x24], [0, 0], [0x24, 0], Array("$GPRMC".utf8), [0x24, 0, 0x47, 1, 2, 3, 4, 5, 6],
        [0xEF, 0xBB, 0xBF, 0x24], [0, 0, 0xFE, 0xFF], [0xFF, 0xD8, 0xFF, 0xE0],
        [0x1F, 0x8B, 8, 0], [0, 1, 0, 2, 0, 3, 0, 4, 0, 5], Array("Caf\u{E9}".utf8), [0xE9, 0x20],
        Array(repeating: 0, count: 100),
    ])
    func `all else is passed on as it is`(bytes: [UInt8]) {
        for pieces in [1, 2, 5, 100] {
            #expect(decode(bytes, pieces: pieces) == (bytes, false))
        }
    }

    @Test func `half a character is a sign of one`() {
        let broken = Self.utf16("\u{FEFF}ab", isBig: false)
        #expect(decode(broken + [0x3C, 0xD8], pieces: 3).text == Array("ab\u{FFFD}".utf8))
        #expect(
            decode(broken + [0x3C, 0xD8, 0x63, 0], pieces: 3).text == Array("ab\u{FFFD}c".utf8))
        #expect(decode(broken + [0x63], pieces: 3).text == Array("ab".utf8))
        #expect(decode([0xFF, 0xFE], pieces: 1).text == [])
    }

    @Test func `a large text is the same`() {
        let text = String(repeating: "Café € 🍕\n", count: 50_000)
        #expect(
            decode(Self.utf16("\u{FEFF}" + text, isBig: false), pieces: 65_537).text
                == Array(text.utf8))
    }

    @Test func `a file of text is UTF-8`() throws {
        let file = TemporaryFile(Self.utf16("\u{FEFF}{}\n", isBig: true))
        let text = TextInput(try InputFile(path: file.path), unpacks: false)
        #expect(try text.next().map { Array($0) } == Array("{}\n".utf8))
        #expect(try text.next() == nil)
        #expect(Self.utf16("\u{FEFF}{}", isBig: false).asUTF8 == Array("{}".utf8))
    }

    @Test func `Windows-1252 has a euro, and five bytes without meaning`() {
        #expect(Windows1252.text([0x43, 0x61, 0x66, 0xE9, 0x20, 0x80]) == "Café €")
        #expect(Windows1252.text([0x93, 0x8A, 0xFF]) == "“Šÿ")
        for byte: UInt8 in [0x81, 0x8D, 0x8F, 0x90, 0x9D] {
            #expect(Windows1252.text([byte]) == nil)
        }
        #expect(Windows1252.text([0]) == "\0")
    }
}
