import Posix
import TestSupport
import Testing

@testable import Formats

@Suite struct JSONItemsTests {
    /// The texts of all values, or what is wrong.
    private func items(
        _ text: String, isArray: Bool, in pieces: Int = .max, largest: Int = 100
    ) -> (texts: [String], fault: String?) {
        var items = JSONItems(
            Pieces(Array(text.utf8), size: pieces), isArray: isArray, largest: largest)
        var texts: [String] = []
        do {
            while let text = try items.next({ String(decoding: $1, as: UTF8.self) }) {
                texts.append(text)
            }
            return (texts, nil)
        } catch let error as JSONItemError {
            return (texts, "\(error.index): \(error)")
        } catch {
            return (texts, "\(error)")
        }
    }

    @Test(arguments: [
        (#"[{"a":1},{"b":"],[{"}]"#, true, [#"{"a":1}"#, #"{"b":"],[{"}"#]),
        (" [ {\"a\" : 1} , [2] ] \n", true, [#"{"a" : 1}"#, "[2]"]), ("[]", true, []),
        ("[ ]", true, []), (#"["\"",null,true ,-1]"#, true, [#""\"""#, "null", "true", "-1"]),
        ("{\"a\":1}\n{\"b\":2}\n", false, [#"{"a":1}"#, #"{"b":2}"#]),
        ("{\"a\":1}\r\n\r\n{\"b\":2}", false, [#"{"a":1}"#, #"{"b":2}"#]), ("", false, []),
        ("\n \n", false, []),
    ])
    func `values come one after another, however the text is cut`(
        text: String, isArray: Bool, expected: [String]
    ) {
        for pieces in [1, 2, 3, 7, .max] {
            let found = items(text, isArray: isArray, in: pieces)
            #expect(found.texts == expected)
            #expect(found.fault == nil)
        }
    }

    @Test(arguments: [
        ("", true, "0: is not there"), ("{}", true, "0: is not there"),
        ("[", true, "0: is not there"), ("[{}", true, "1: is not there"),
        ("[{},", true, "1: is not there"), ("[{},]", true, "1: is not there"),
        ("[{}{}]", true, "1: is not there"), ("[{}]x", true, "1: is not there"),
        ("[{},{\"a\"", true, "1: is not there"), ("[,]", true, "0: is not there"),
        ("[{},{\"a\":}]", true, "1: is not JSON"), ("[{},\u{0}]", true, "1: is not"),
        ("{}\n{\"a\"", false, "1: is not there"), ("{}\n}", false, "1: is not there"),
        ("{}\n{\"a\":1e400}", false, "1: is not JSON: a number"), ("x ", false, "0: is not JSON"),
        ("[\"\(String(repeating: "x", count: 100))\"]", true, "0: is larger than 100 bytes"),
        (String(repeating: "[", count: 1_000_000), true, "0: is larger than 100 bytes"),
    ])
    func `what is no value is said with its index`(text: String, isArray: Bool, fault: String) {
        for pieces in [1, 5, .max] {
            let found = items(text, isArray: isArray, in: pieces).fault
            #expect(found?.hasPrefix(fault) == true, "\(found ?? "nothing")")
        }
    }

    @Test(arguments: [
        (#"{}"#, []), (#"{"a":1}"#, ["1"]),
        (
            #" {"a" : [1, {"b":"}"}] ,"a": "\"" , "c":null}"#,
            [#"[1, {"b":"}"}]"#, #""\"""#, "null"]
        ),
    ])
    func `the members of an object are there as they were written`(
        text: String, expected: [String]
    ) throws {
        let members = try Array(text.utf8).rawMembers
        #expect(members.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
}

/// A text, so many bytes at a time.
private final class Pieces: ByteSource {
    let name = "text"
    private let bytes: UnsafeMutableRawBufferPointer
    private let size: Int
    private var start = 0

    init(_ text: [UInt8], size: Int) {
        bytes = .allocate(byteCount: text.count, alignment: 1)
        bytes.copyBytes(from: text)
        self.size = size
    }

    deinit { bytes.deallocate() }

    func next() -> UnsafeRawBufferPointer? {
        guard start < bytes.count else { return nil }
        let end = min(bytes.count, size > bytes.count ? bytes.count : start + size)
        defer { start = end }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }
}
