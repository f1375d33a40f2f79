import CJSON
import Glibc
import Posix

/// Reads one JSON text after another (RFC 8259) into the same memory.
///
/// Where members have the same name, `JSONValue` finds the first. A number too large for a `Double`
/// is an error, wherever it stands, and so is nesting deeper than 1024.
package struct JSONParser: ~Copyable {
    /// `nil` if there is too little memory: parsing says so.
    private let parser = cjson_create()

    package init() {}

    deinit {
        cjson_destroy(parser)
    }

    /// The value may be used until the next text is parsed, and while the parser lives. Throws why
    /// the text is not JSON.
    package mutating func parse(_ text: [UInt8]) throws(JSONError) -> JSONValue {
        try parse(text, count: text.count)
    }

    mutating func parse(
        _ text: UnsafeRawPointer, count: Int
    ) throws(JSONError) -> JSONValue {
        var root = cjson_value()
        if let words = cjson_parse(parser, text, count, &root) {
            throw words.pointee == 0 ? .noMemory : .malformed(String(cString: words))
        }
        return JSONValue(handle: root)
    }
}

/// Why a text is not JSON.
package enum JSONError: Error, Hashable, CustomStringConvertible {
    case malformed(String)
    /// A string has a line break in it, most often because its closing quote is missing.
    case brokenString
    /// The text may be right.
    case noMemory

    package var description: String {
        switch self {
        case .malformed(let what): "is not JSON: \(what)"
        case .brokenString: "is not JSON: a string does not end on its line"
        case .noMemory: "needs too much memory: make it smaller, or give the program more"
        }
    }
}

/// A value in the text that a `JSONParser` has read last.
package struct JSONValue {
    fileprivate let handle: cjson_value

    /// The types of values, each as words for a message.
    package enum Kind: String {
        case null
        case bool = "true or false"
        case number = "a number"
        case string = "a string"
        case array = "an array"
        case object = "an object"
    }

    package var kind: Kind {
        switch cjson_type_of(handle) {
        case CJSON_BOOL: .bool
        case CJSON_INTEGER, CJSON_NUMBER: .number
        case CJSON_STRING: .string
        case CJSON_ARRAY: .array
        case CJSON_OBJECT: .object
        default: .null
        }
    }

    /// For a message: a string in quotes, a number, or the type of any other value.
    package var inWords: String {
        string?.quoted ?? integer.map { "\($0)" } ?? number.map { "\($0)" } ?? kind.rawValue
    }

    /// `nil` if it is neither true nor false.
    package var bool: Bool? {
        var result = false
        return cjson_bool(handle, &result) ? result : nil
    }

    /// `nil` if it is no number.
    package var number: Double? {
        var result = 0.0
        return cjson_number(handle, &result) ? result : nil
    }

    /// A whole number, however it is written: 12, 12.0 and 1.2e1 are the same. `nil` if it is none,
    /// or does not fit.
    package var integer: Int64? {
        var result: Int64 = 0
        return cjson_integer(handle, &result) ? result : number.flatMap(Int64.init(exactly:))
    }

    /// `nil` if it is no string.
    package var string: String? {
        withText { String(decoding: $0, as: UTF8.self) }
    }

    /// Compares without making a string.
    package func isString(_ other: StaticString) -> Bool {
        withText { text in
            text.count == other.utf8CodeUnitCount
                && text.baseAddress.map { memcmp($0, other.utf8Start, text.count) == 0 } ?? true
        } ?? false
    }

    /// Calls `body` with the UTF-8 of a string, to be used within `body`; `nil` if it is no string.
    package func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var text = cjson_string()
        guard cjson_text(handle, &text) else { return nil }
        return body(UnsafeRawBufferPointer(text))
    }

    /// The member of an object; `nil` if there is none, or this is no object.
    package subscript(name: StaticString) -> JSONValue? {
        var result = cjson_value()
        let bytes = name.bytes
        return cjson_member(handle, name.utf8Start, bytes.count, &result)
            ? JSONValue(handle: result) : nil
    }

    /// How many values an array has; 0 if this is none.
    package var count: Int { cjson_count(handle) }

    /// A value of an array, in time that grows with `index`; `nil` beyond its end.
    package subscript(index: Int) -> JSONValue? {
        var result = cjson_value()
        return cjson_element(handle, index, &result) ? JSONValue(handle: result) : nil
    }

    /// The first two values of an array; `nil` if it has fewer, or one of them is no number.
    package var pair: (Double, Double)? {
        var numbers = (0.0, 0.0)
        let isFound = withUnsafeMutablePointer(to: &numbers) { numbers in
            numbers.withMemoryRebound(to: Double.self, capacity: 2) {
                cjson_numbers(handle, $0, 2)
            }
        }
        return isFound ? numbers : nil
    }

    /// Calls `body` with every value of an array, in its order.
    package func forEachElement(_ body: (JSONValue) throws -> Void) rethrows {
        var elements = cjson_elements_of(handle)
        var value = cjson_value()
        while cjson_next_element(&elements, &value) { try body(JSONValue(handle: value)) }
    }

    /// Calls `body` with every member of an object, in the order of the text.
    package func forEachMember(_ body: (String, JSONValue) throws -> Void) rethrows {
        try forEachMember { (name: UnsafeRawBufferPointer, value) in
            try body(String(decoding: name, as: UTF8.self), value)
        }
    }

    /// As the other, with the UTF-8 of the names, to be used within `body`.
    package func forEachMember(_ body: (UnsafeRawBufferPointer, JSONValue) throws -> Void) rethrows
    {
        var members = cjson_members_of(handle)
        var name = cjson_string()
        var value = cjson_value()
        while cjson_next_member(&members, &name, &value) {
            try body(UnsafeRawBufferPointer(name), JSONValue(handle: value))
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate init(_ text: cjson_string) {
        self.init(start: text.bytes, count: text.length)
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
