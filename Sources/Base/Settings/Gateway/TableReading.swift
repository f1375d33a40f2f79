import Formats
import Posix

/// Reads the values of a table, and goes on after one that is wrong.
struct TableReading<Key: RawRepresentable<String> & CaseIterable> {
    private let table: TOMLValue
    private let values: [String: TOMLValue]
    private var errors: [TOMLError]

    /// Throws `TOMLError` if the value is no table.
    init(_ table: TOMLValue) throws {
        self.table = table
        (values, errors) = try table.table().values(for: Key.allCases.map(\.rawValue))
    }

    func has(_ key: Key) -> Bool { values[key.rawValue] != nil }

    /// `nil` if the key is not there, or its value is wrong. `body` throws what is wrong with it.
    mutating func read<Value>(_ key: Key, _ body: (TOMLValue) throws -> Value) -> Value? {
        guard let value = values[key.rawValue] else { return nil }
        do {
            return try body(value)
        } catch {
            errors += [TOMLError](error)
            return nil
        }
    }

    /// As `read`, of a key that must be there. `form`: of the value, for messages.
    mutating func require<Value>(
        _ key: Key, as form: String, _ body: (TOMLValue) throws -> Value
    ) -> Value? {
        if !has(key) {
            errors.append(
                table.error("has no \(key.rawValue)", use: "\(key.rawValue) = \"\(form)\""))
        }
        return read(key, body)
    }

    /// Says that a value does not go with others.
    mutating func refuse(_ key: Key, _ what: String, use remedy: String) {
        if let value = values[key.rawValue] { errors.append(value.error(what, use: remedy)) }
    }

    /// What was required, or throws all that was wrong with the table.
    func whole<Value>(_ value: Value?) throws(ConfigurationError) -> Value {
        guard let value, errors.isEmpty else { throw ConfigurationError(errors) }
        return value
    }
}

extension [TOMLError] {
    /// Of what a value throws: `TOMLError`, or several as `ConfigurationError`.
    init(_ error: any Error) {
        switch error {
        case let one as TOMLError: self = [one]
        case let several as ConfigurationError: self = several.errors
        default: preconditionFailure("not an error of a value: \(error)")
        }
    }
}

extension TOMLValue {
    /// A list of tables, each of another URL. `name`: for messages, as in `[[ntfy]]`.
    func tables<Element>(
        _ name: String, url: (Element) -> String, _ read: (TOMLValue) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        var errors: [TOMLError] = []
        for value in try list(of: "tables, as in \(name)") {
            do {
                let element = try read(value)
                if elements.contains(where: { url($0) == url(element) }) {
                    errors.append(value.error("is \(url(element)) a second time", use: "it once"))
                }
                elements.append(element)
            } catch {
                errors += [TOMLError](error)
            }
        }
        if !errors.isEmpty { throw ConfigurationError(errors) }
        return elements
    }
}

extension String {
    /// Whether it is of a-z, 0-9 and `-`, and has at least one and at most so many bytes.
    func isPlainName(longest: Int) -> Bool {
        (1...longest).contains(utf8.count)
            && utf8.allSatisfy { byte in
                byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }
}
