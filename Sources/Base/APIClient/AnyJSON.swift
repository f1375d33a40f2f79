import Formats
import FoundationEssentials

/// Any value of JSON: of what only the daemon knows the form.
package enum AnyJSON: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([AnyJSON])
    case object([String: AnyJSON])

    /// Reads a reply's body.
    package init(_ body: [UInt8]) throws {
        var parser = JSONParser()
        self = AnyJSON(try parser.parse(body))
    }

    /// Where members of an object have the same name, the first counts.
    private init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.bool ?? false)
        case .number:
            self = value.integer.map(AnyJSON.integer) ?? value.number.map(AnyJSON.number) ?? .null
        case .string: self = .string(value.string ?? "")
        case .array:
            var elements: [AnyJSON] = []
            value.forEachElement { elements.append(AnyJSON($0)) }
            self = .array(elements)
        case .object:
            var members: [String: AnyJSON] = [:]
            value.forEachMember { (name: String, value) in
                if members[name] == nil { members[name] = AnyJSON(value) }
            }
            self = .object(members)
        }
    }

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Strings are the most frequent. What it is not tells by an error, which takes long: not for
        // null, which would have all of them.
        if value.decodeNil() {
            self = .null
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let object = try? value.decode([String: AnyJSON].self) {
            self = .object(object)
        } else if let array = try? value.decode([AnyJSON].self) {
            self = .array(array)
        } else {
            self = .null
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .string(let string): try container.encode(string)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }
}

extension AnyJSON {
    /// The member of an object; `nil` if there is none.
    package subscript(name: String) -> AnyJSON? { members[name] }

    /// Of an object; of anything else, none.
    package var members: [String: AnyJSON] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// Of an array; of anything else, none.
    package var elements: [AnyJSON] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// `nil` if it is none.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// `nil` if it is none, or has a fraction.
    package var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// For people.
    package var text: String {
        switch self {
        case .null: ""
        case .bool(let bool): bool ? "yes" : "no"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .string(let string): string
        case .array(let elements): elements.map(\.text).joined(separator: ", ")
        case .object(let members):
            members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }
                .joined(separator: ", ")
        }
    }
}

extension Encodable {
    /// As JSON on one line, with its members in the order of their names.
    package var jsonBytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        }
    }

    /// As `jsonBytes`.
    package var json: String {
        get throws { String(decoding: try jsonBytes, as: UTF8.self) }
    }
}
