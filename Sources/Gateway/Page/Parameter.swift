import APIClient
import Community
import Geofencing
import HTTPService
import HTTPTypes
import Posix

/// One member of the object that a request has as its body, or one item of its query. The
/// description and the check of requests are both made of these.
struct Parameter: Sendable {
    enum Kind: Sendable {
        /// Characters.
        case text(ClosedRange<Int>)
        /// Characters; there may be line ends. `Community` knows which others may not be.
        case lines(ClosedRange<Int>)
        case flag
        case integer(ClosedRange<Int64>)
        case number(ClosedRange<Double>)
        case choice([String])
        /// RFC 3339.
        case time
        /// What the daemon checks; a JSON Schema.
        case other(String)
    }

    var name: String
    var kind: Kind
    var isRequired = false
    /// Whether `null` takes it away.
    var isNullable = false
    /// Whether characters that do something to what stands beside them are left out later, instead of
    /// being refused: what a browser calls itself is nobody's fault.
    var isMadeToFit = false
    /// For the description.
    var note: String?

    init(
        _ name: String, _ kind: Kind, required: Bool = false, nullable: Bool = false,
        _ note: String? = nil
    ) {
        self.name = name
        self.kind = kind
        (isRequired, isNullable) = (required, nullable)
        self.note = note
    }
}

extension Parameter {
    /// JSON Schema.
    var schema: String {
        var parts = kind.schemaParts(isNullable: isNullable)
        if let note { parts.append(#""description": "\#(note)""#) }
        return "{\(parts.joined(separator: ", "))}"
    }

    /// Throws a `Problem` that names it if `value` cannot be.
    func check(_ value: AnyJSON) throws(Problem) {
        if value == .null {
            guard isNullable else { throw problem("is null: leave it out instead") }
            return
        }
        if let words = kind.objection(to: value) { throw problem(words) }
        if case .string(let text) = value, case .text = kind, !isMadeToFit,
            text.unicodeScalars.contains(where: \.isControl)
        {
            throw problem("has characters that control a terminal or turn text round")
        }
    }

    func problem(_ words: String) -> Problem { Problem(field: name, words) }
}

extension Problem {
    /// What is wrong with a member of the body, or an item of the query.
    init(field: String, _ words: String) {
        self.init(.badRequest, "\(field) \(words)", errors: [.init(field, words)])
    }
}

extension [Parameter] {
    /// The same, of which those of these names must be there.
    func requiring(_ names: Set<String>) -> Self {
        map { parameter in
            var parameter = parameter
            parameter.isRequired = names.contains(parameter.name)
            return parameter
        }
    }
}

extension Parameter.Kind {
    fileprivate func schemaParts(isNullable: Bool) -> [String] {
        func type(_ name: String) -> String {
            #""type": \#(isNullable ? #"["\#(name)", "null"]"# : #""\#(name)""#)"#
        }
        switch self {
        case .text(let length), .lines(let length):
            return [
                type("string"), #""minLength": \#(length.lowerBound)"#,
                #""maxLength": \#(length.upperBound)"#,
            ]
        case .flag: return [type("boolean")]
        case .integer(let range):
            return [
                type("integer"), #""minimum": \#(range.lowerBound)"#,
                #""maximum": \#(range.upperBound)"#,
            ]
        case .number(let range):
            return [
                type("number"), #""minimum": \#(range.lowerBound)"#,
                #""maximum": \#(range.upperBound)"#,
            ]
        case .choice(let words):
            let quoted = words.map { "\"\($0)\"" } + (isNullable ? ["null"] : [])
            return [#""enum": [\#(quoted.joined(separator: ", "))]"#]
        case .time: return [type("string"), #""format": "date-time""#]
        case .other(let schema):
            // The outer braces are written again.
            return [String(schema.dropFirst().dropLast())]
        }
    }

    /// What is wrong with a value, in words; `nil` if nothing is.
    fileprivate func objection(to value: AnyJSON) -> String? {
        switch (self, value) {
        case (.text(let length), .string(let text)), (.lines(let length), .string(let text)):
            if text.isEmpty, length.lowerBound > 0 { return "is empty" }
            return length.contains(text.unicodeScalars.count)
                ? nil
                : "is not \(length.lowerBound) to \(length.upperBound) characters long"
        case (.text, _), (.lines, _): return "is not a string"
        case (.flag, .bool): return nil
        case (.flag, _): return "is not true or false"
        case (.integer(let range), .integer(let number)) where range.contains(number): return nil
        case (.integer(let range), _):
            return "is not a whole number from \(range.lowerBound) to \(range.upperBound)"
        case (.number(let range), .integer(let number)) where range.contains(Double(number)):
            return nil
        case (.number(let range), .number(let number)) where range.contains(number): return nil
        case (.number(let range), _):
            return "is not a number from \(range.lowerBound) to \(range.upperBound)"
        case (.choice(let words), .string(let word)) where words.contains(word): return nil
        case (.choice(let words), _): return "is not one of \(words.joined(separator: ", "))"
        case (.time, .string(let text)) where Timestamp(wholeSeconds: text) != nil: return nil
        case (.time, _): return "is not a time as in 2026-05-01T12:00:00Z"
        case (.other, _): return nil
        }
    }
}

/// The body of a request, checked.
struct Arguments: Sendable {
    private let values: [String: AnyJSON]

    /// Throws a `Problem` that names the member that is wrong.
    init(_ value: AnyJSON, _ known: [Parameter]) throws(Problem) {
        guard case .object(let values) = value else {
            throw Problem(.badRequest, "the body is not an object")
        }
        for name in values.keys.sorted() where !known.contains(where: { $0.name == name }) {
            let names = known.map(\.name)
            let remedy =
                name.nearMisses(among: names).first.map { "did you mean \($0)?" }
                ?? (names.isEmpty ? "leave it out" : "use \(names.joined(separator: ", "))")
            throw Problem(field: name.shortened, "is not known here: \(remedy)")
        }
        for member in known {
            if let value = values[member.name] {
                try member.check(value)
            } else if member.isRequired {
                throw member.problem("is missing")
            }
        }
        self.values = values
    }

    /// Those of an object that is the member `name` of another one.
    init(_ value: AnyJSON, of name: String, _ known: [Parameter]) throws(Problem) {
        guard case .object = value else {
            throw Problem(field: name, "is not an object")
        }
        do {
            try self.init(value, known)
        } catch {
            throw Problem(
                .badRequest, "\(name).\(error.detail)",
                errors: error.errors.map { .init("\(name).\($0.field)", $0.detail) })
        }
    }

    /// `nil` if it is left out or null.
    subscript(name: String) -> AnyJSON? { values[name].flatMap { $0 == .null ? nil : $0 } }

    /// Whether it is said, also as null.
    func says(_ name: String) -> Bool { values[name] != nil }

    func text(_ name: String) -> String? { self[name]?.string }

    func flag(_ name: String) -> Bool? {
        if case .bool(let flag) = self[name] { flag } else { nil }
    }

    func number(_ name: String) -> Double? { self[name]?.number }

    func integer(_ name: String) -> Int64? { self[name]?.integer }

    func time(_ name: String) -> Timestamp? { text(name).flatMap { Timestamp(wholeSeconds: $0) } }

    /// As it came.
    var object: AnyJSON { .object(values) }
}

extension Unicode.Scalar {
    /// Whether it does something to what stands beside it: breaks a line, moves a cursor, turns the
    /// direction round.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
