import Testing

@testable import APIClient

/// Values of JSON whose form is the daemon's to know.
struct AnyJSONTests {
    @Test(
        arguments: [
            ("null", .null), ("true", .bool(true)), (#""1""#, .string("1")), ("12", .integer(12)),
            ("12.0", .integer(12)), ("-0.5", .number(-0.5)), ("1e300", .number(1e300)),
            ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            (#"[1, [], {"a": null}]"#, .array([.integer(1), .array([]), .object(["a": .null])])),
            (
                #"{"a": 1, "b": "ü\u00fc", "a": 2}"#,
                .object(["a": .integer(1), "b": .string("üü")])
            ),
        ] as [(String, AnyJSON)])
    func `a value is what its text says, and of two members with a name the first`(
        text: String, value: AnyJSON
    ) throws {
        #expect(try AnyJSON(Array(text.utf8)) == value)
    }

    @Test(arguments: ["", "{", #"{"a": }"#, "[1,]", "1 2", "\"\u{1}\""])
    func `what is not JSON is an error`(text: String) {
        #expect(throws: (any Error).self) { try AnyJSON(Array(text.utf8)) }
    }
}
