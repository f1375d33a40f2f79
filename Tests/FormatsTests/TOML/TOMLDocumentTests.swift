import Formats
import Glibc
import TestSupport
import Testing

private func parse(_ text: String) throws(TOMLError) -> TOMLTable {
    try TOMLDocument(Array(text.utf8), name: "x.toml").root
}

private func message(_ bytes: [UInt8]) -> String? {
    do {
        _ = try TOMLDocument(bytes, name: "x.toml")
        return nil
    } catch {
        return error.description
    }
}

private let notUTF8: [([UInt8], Int)] = [
    ("a = 1\nb = '".utf8 + [0xff, 0x27], 2),
    ("# ".utf8 + [0xc3, 0x28], 1),
    ([0xff, 0xfe], 1),
    ("a = 1\r\n\r\n".utf8 + [0xe2, 0x82], 3),
]

/// What comes a hundred thousand times between `start` and `end`.
private let deep: [(start: String, level: String, end: String)] = [
    ("a = ", "[", ""),
    ("a = ", "[", "]"),
    ("a = ", "{a=", ""),
    ("", "a.", "a = 1"),
    ("", "a.", "a = 1\n!"),
    ("[", "a . ", "a]"),
    ("[[", "\"=\".", "a]]"),
    // Each would be as deep as it is long, if the end of the string were misread.
    ("a = {b = \"\"\"c\"\"\"\", d", ".d", " = 1}"),
    ("a = {b = '''c''''', d", ".d", " = 1}"),
    ("a = {b = \"\"\"\\\"\"\"\", d", ".d", " = 1}"),
    ("a = {b = \"\\\"\", d", ".d", " = 1}"),
    ("a = {b = '\\', d", ".d", " = 1}"),
    ("a = {b = \"\", d", ".d", " = 1}"),
]

private let tooDeep = "syntax error: nested too deep: at most 16 levels"

struct TOMLDocumentTests {
    @Test func `every type of value comes with its line`() throws {
        let (values, errors) = try parse(
            """
            text = "a\\u00e9"  # é
            integer = -3
            [table]
            real = 0.5
            boolean = true
            list = [
                1,
                "two",
            ]
            """
        ).values(for: ["text", "integer", "table.real", "table.boolean", "table.list"])
        #expect(errors.isEmpty)
        #expect(try values["text"]?.text() == "aé")
        #expect(try values["integer"]?.integer(of: "steps", in: -5...5) == -3)
        #expect(try values["table.real"]?.number(of: "metres") == 0.5)
        #expect(try values["table.boolean"]?.boolean() == true)
        let list = try #require(try values["table.list"]?.list(of: "things"))
        #expect(try list[0].number(of: "metres") == 1)
        #expect(list.map(\.location.line) == [7, 8])
        #expect(list[1].location.description == "x.toml:8: table.list[2]")
    }

    @Test(arguments: [
        ("", 0), ("\u{FEFF}a = 1\n", 1), ("a = 1\r\nb = 2\r\n", 2), ("# only a comment", 0),
        ("a = \"\"\"x \\\n  é\"\"\"", 1), ("a = '''b'''''", 1), ("a = nan\nb = -inf", 2),
    ])
    func `a byte order mark, CRLF and the rarer strings are read`(text: String, count: Int) throws {
        let values = try parse(text).values(for: ["a", "b"]).values
        #expect(values.count == count)
    }

    @Test(arguments: [
        (
            "a = 1\nb = 2\na = 3",
            "3: syntax error in key-value pair: cannot redefine existing integer 'a'"
        ),
        ("[a]\n[a]", "2: syntax error in table header: cannot redefine existing table 'a'"),
        (
            "\n\na = max",
            "3: syntax error in value: could not determine value type: put text in quotes"
        ),
        (
            "a = 'x\nb = 1",
            "1: syntax error in literal string: control characters other than TAB (U+0009) are explicitly prohibited"
        ),
        ("a =", "1: syntax error in key-value pair: encountered end-of-file"),
        (
            "[=",
            "1: syntax error in key: expected bare key starting character or string delimiter, saw '='"
        ),
        (
            "é = 1",
            "1: syntax error in root table: expected keys, tables, whitespace or comments, saw 'é'"
        ),
        (
            "a = 99999999999999999999",
            "1: syntax error in decimal integer: '99999999999999999999' is not representable in 64 bits"
        ),
        (
            "a = 2026-02-30",
            "1: syntax error in date: expected day between 1 and 28 (inclusive), saw 30"
        ),
        ("a = 1\nb = \"\0\"", "2: has a NUL in it: is it a text file?"),
    ])
    func `a syntax error names its line`(text: String, expected: String) {
        #expect(message(Array(text.utf8)) == "x.toml:\(expected)")
    }

    @Test(arguments: notUTF8)
    func `what is not UTF-8 is named by its line`(bytes: [UInt8], line: Int) {
        #expect(message(bytes) == "x.toml:\(line): is not UTF-8: save it as UTF-8")
    }

    /// Each would be as deep as it is long, if its strings or keys were misread.
    @Test(arguments: deep)
    func `a hundred thousand levels are an error in one line`(
        start: String, level: String, end: String
    ) {
        let text = start + String(repeating: level, count: 100_000) + end
        #expect(message(Array(text.utf8)) == "x.toml:1: \(tooDeep)")
    }

    @Test func `dots in strings, comments and numbers are no levels`() throws {
        let dots = String(repeating: "a.", count: 1000)
        let text = """
            # \(dots)
            a = "\(dots)"  # \(dots)
            b = ['\(dots)', \"\"\"
            "\(dots)\"\"\", \(String(repeating: "1.5, ", count: 1000))]
            """
        #expect(try parse(text).values(for: ["a", "b"]).values.count == 2)
    }

    @Test func `twenty thousand keys are read`() throws {
        let text = (1...20_000).map { "key\($0) = 1\n" }.joined()
        let (values, errors) = try parse(text).values(for: ["key1", "key20000"])
        #expect(values["key20000"]?.location.line == 20_000)
        #expect(errors.count == 19_998)
    }

    @Test func `random bytes and random grammar are read or refused`() {
        var random = SplitMix64(seed: 1)
        var (read, refused) = (0, 0)
        let pieces = [
            "a", ".", "=", "[", "]", "{", "}", "\"", "'", "\"\"\"", "'''", "\\", "\n", "\r\n", " ",
            ",", "#", "1", "2026-05-01", "T", "07:32:00", "-", "_", "inf", "nan", "0x", "e", "1.5",
            "\\u00e9", "é", "“", "\u{a0}", "\0", "\t", "true", "[a]\n", "a=1\n",
        ]
        for _ in 0..<5_000 {
            let length = Int.random(in: 0...30, using: &random)
            let text = (0..<length).map { _ in pieces.randomElement(using: &random)! }.joined()
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            for message in [message(Array(text.utf8)), message(bytes)] {
                #expect(message?.contains("\n") != true)
                if message == nil { read += 1 } else { refused += 1 }
            }
        }
        #expect(read > 100 && refused > 1000)
    }
}
