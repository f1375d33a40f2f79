import Formats
import Geofencing
import Places
import PlacesTestSupport
import Testing

@testable import Interests

@Suite struct WatchDraftTests {
    private func draft(_ text: String) throws -> WatchDraft {
        var parser = JSONParser()
        let bytes = Array(text.utf8)
        return try WatchDraft(try parser.parse(bytes), bytes)
    }

    private static func watch(_ members: String) -> String {
        #"{"title":"A","at":[52,4]\#(members.isEmpty ? "" : ",")\#(members)}"#
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    static let wrong: [(text: String, subject: String, words: String)] = [
        ("[]", "the watch", "is an array: it must be an object"),
        ("7", "the watch", "is 7: it must be an object"),
        (#"{"at":[1,2]}"#, "title", "is missing"), (#"{"title":7,"at":[1,2]}"#, "title", "is 7: "),
        (#"{"title":"","at":[1,2]}"#, "title", "is empty"),
        (#"{"title":"a\u0000","at":[1,2]}"#, "title", "has a NUL"),
        (#"{"title":"A"}"#, "at", "is missing: say where it is, or give a target"),
        (#"{"title":"A","at":[1,2],"target":"x"}"#, "at", "is too much beside target"),
        (#"{"title":"A","at":[1]}"#, "at", "is an array: give latitude and longitude"),
        (#"{"title":"A","at":[1,2,3]}"#, "at", "is an array"),
        (#"{"title":"A","at":[1,"2"]}"#, "at", "is an array"),
        (#"{"title":"A","at":{"lat":1}}"#, "at", "is an object"),
        (#"{"title":"A","target":" "}"#, "target", "is empty"),
        (watch(#""title":"B""#), "title", "is there twice: say it once"),
        (watch(#""radios":1"#), "radios", "is not known here: did you mean radius?"),
        (watch(#""radius":0"#), "radius", "0.0 is not above 0"),
        (watch(#""radius":-1"#), "radius", "-1.0 is not above 0"),
        (watch(#""radius":100001"#), "radius", "100001.0 is not above 0 and at most 100000"),
        (watch(#""radius":"50""#), "radius", "is '50': use a number"),
        (watch(#""id":"A""#), "id", "'A' is not 1 to 64 of a-z"),
        (watch(#""id":"a/b""#), "id", "'a/b' is not 1 to 64"),
        (watch(#""id":"..""#), "id", "'..' is not 1 to 64"),
        (watch(#""id":"\#(String(repeating: "a", count: 65))""#), "id", "'aaa"),
        (watch(#""id":7"#), "id", "is 7: use a string"),
        (watch(#""audience":"Anna""#), "audience", "'Anna' is not 1 to 128"),
        (watch(#""starts":"tomorrow""#), "starts", "'tomorrow' is not a time"),
        (watch(#""starts":1767225600"#), "starts", "is 1767225600: use a string"),
        (
            watch(#""starts":"2026-05-02T00:00:00Z","ends":"2026-05-02T00:00:00Z""#), "ends",
            "2026-05-02T00:00:00.000Z is not after the start"
        ),
        (
            watch(#""details":"\#(String(repeating: "x", count: 4095))""#), "details",
            "is 4097 bytes long: use at most 4096"
        ),
        (watch(#""details":\#(nested(65))"#), "details", "is nested more than 64 deep"),
    ]

    @Test(arguments: wrong)
    func `what is wrong with a watch is said by its member`(
        text: String, subject: String, words: String
    ) {
        let refused = refusal { _ = try draft(text) }
        #expect(refused?.subject == subject)
        #expect(refused?.words.hasPrefix(words) == true, "\(refused?.words ?? "")")
    }

    @Test func `nothing of a watch is lost`() throws {
        let draft = try draft(
            #"{"set":"s","id":"a.b_c-d","title":" A ","at":"Dam 20","radius":1.5,"#
                + #""starts":"2026-05-01T12:00:00+02:00","audience":"own","details":null}"#)
        #expect(draft.set == "s" && draft.id == "a.b_c-d" && draft.title == "A")
        #expect(draft.at == .text("Dam 20") && draft.radius == 1.5 && draft.audience == .own)
        #expect(
            draft.window
                == TimeWindow(start: DealExamples.time("2026-05-01T10:00:00Z"), end: nil))
        #expect(draft.details == "null")
        let bare = try self.draft(Self.watch(#""radius":null,"audience":null,"ends":null"#))
        #expect(bare.window == nil && bare.audience == .everyone && bare.details == nil)
    }

    @Test(arguments: [
        #"{"a": 1,  "a":2, "b":[1.50, 1e3, -0]}"#, #""\u0000\ud83d\ude00\/""#, "\"é\u{a0}😀\"",
        "[\t ]",
        "true", "0", #""""#, #"{"details":{"title":1}}"#, nested(64),
        "\"" + String(repeating: "x", count: 4094) + "\"",
    ])
    func `details are kept byte for byte`(details: String) throws {
        for text in [
            Self.watch(#""details":\#(details)"#), Self.watch(#""details" : \#(details) "#),
            #"{"d\u0065tails":\#(details),"title":"A","at":[52,4]}"#,
        ] {
            #expect(try draft(text).details == details)
        }
    }

    @Test func `details that are laid out on several lines are told on one`() throws {
        let draft = try draft(Self.watch("\"details\":{\r\n  \"a\": \"b\\nc\"\n}"))
        #expect(draft.details == #"{    "a": "b\nc" }"#)
    }

    @Test func `other line ends and control characters of Unicode are told escaped`() throws {
        let draft = try draft(Self.watch("\"details\":\"\u{2028}\u{2029}\u{85}\u{9b}2J\u{7f}é\""))
        #expect(draft.details == #""\u2028\u2029\u0085\u009b2J\u007fé""#)
    }
}
