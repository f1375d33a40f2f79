import Posix
import Testing

@testable import Formats

@Suite struct JSONParserTests {
    @Test func `every kind of value comes out as it went in`() throws {
        var parser = JSONParser()
        let json = try parser.parse(
            Array(
                #"{"n":null,"t":true,"i":-12,"d":1.5,"s":"é\n\ud83d\ude00","a":[1,2,3],"o":{"x":1}}"#
                    .utf8))
        #expect(json["n"]?.kind == .null)
        #expect(json["t"]?.bool == true)
        #expect(json["i"]?.integer == -12)
        #expect(json["i"]?.number == -12)
        #expect(json["d"]?.number == 1.5)
        #expect(json["d"]?.integer == nil)
        #expect(json["s"]?.string == "é\n😀")
        #expect(json["s"]?.isString("é\n😀") == true)
        #expect(json["a"]?.count == 3)
        #expect(json["a"]?[2]?.integer == 3)
        #expect(json["a"]?[3] == nil)
        #expect(json["o"]?["x"]?.integer == 1)
        #expect(json["p"] == nil)
        #expect(json["a"]?["x"] == nil)
        #expect(json["a"]?.string == nil)
        #expect(json["s"]?.number == nil)
        #expect(json["s"]?.count == 0)
    }

    @Test func `members come in the order of the text`() throws {
        var parser = JSONParser()
        let json = try parser.parse(Array(#"{"b":1,"a":{"c":2},"d":[3],"b":4}"#.utf8))
        var members: [String] = []
        json.forEachMember { members.append("\($0) \($1.inWords)") }
        #expect(members == ["b 1", "a an object", "d an array", "b 4"])
        json["d"]?.forEachMember { name, _ in Issue.record("an array has a member \(name)") }
    }

    @Test func `of members with one name the first is found`() throws {
        var parser = JSONParser()
        let json = try parser.parse(Array(#"{"b":1,"b":4}"#.utf8))
        #expect(json["b"]?.integer == 1)
    }

    @Test(
        arguments: [
            ("12", 12), ("12.0", 12), ("1.2e1", 12), ("-9223372036854775808", .min),
            ("9223372036854775807", .max), ("9223372036854775808", nil), ("0.5", nil),
            ("1e300", nil),
        ] as [(String, Int64?)])
    func `a whole number is one however it is written`(text: String, integer: Int64?) throws {
        var parser = JSONParser()
        #expect(try parser.parse(Array(text.utf8)).integer == integer)
    }

    @Test(arguments: [
        ("", "there is nothing"),
        ("{", "a comma, colon, bracket or value is missing or misplaced"),
        (#"{"a":}"#, "a comma, colon, bracket or value is missing or misplaced"),
        (#"{"a":1,}"#, "a comma, colon, bracket or value is missing or misplaced"),
        ("[1 2]", "a comma, colon, bracket or value is missing or misplaced"),
        ("[NaN]", "a comma, colon, bracket or value is missing or misplaced"),
        ("[nan]", "a word is neither true, false nor null"),
        ("[1e400]", "a number is badly written or too large"),
        ("[01]", "a number is badly written or too large"),
        (#"["\x"]"#, "a string has a bad escape"),
        (#"["\ud800"]"#, "a string has a bad escape"),
        ("[\"\t\"]", "a string has a line break or control character in it"),
        ("[\"a", "a string does not end"),
    ])
    func `what is not JSON is said in words`(text: String, words: String) {
        var parser = JSONParser()
        #expect(throws: JSONError.malformed(words)) { _ = try parser.parse(Array(text.utf8)) }
    }

    @Test func `bytes that are not UTF-8 are an error`() {
        var parser = JSONParser()
        #expect(throws: JSONError.malformed("it is not UTF-8")) {
            _ = try parser.parse([.leftBracket, .quote, 0xC3, 0x28, .quote, .rightBracket])
        }
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func `a million levels are an error`(open: String, close: String) {
        var parser = JSONParser()
        let levels = 1_000_000
        let text =
            String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
        #expect(throws: JSONError.malformed("it is nested more than 1024 deep")) {
            _ = try parser.parse(Array(text.utf8))
        }
    }

    @Test func `a parser goes on after an error`() throws {
        var parser = JSONParser()
        #expect(throws: JSONError.self) { _ = try parser.parse(Array("[".utf8)) }
        #expect(try parser.parse(Array("[1]".utf8)).count == 1)
    }
}
