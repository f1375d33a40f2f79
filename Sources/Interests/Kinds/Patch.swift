import Places

/// What is said about one field of something that is added or changed.
package enum Patch<Value: Codable & Sendable>: Sendable {
    /// It stays as it is.
    case absent
    /// It is taken away (RFC 7396).
    case null
    case value(Value)

    package init(_ value: Value?) {
        self = value.map { .value($0) } ?? .absent
    }

    /// The value, where it is said; `nil` where it is taken away or nothing is said.
    package var given: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// What `old` becomes.
    package func applied(to old: Value?) -> Value? {
        switch self {
        case .absent: old
        case .null: nil
        case .value(let new): new
        }
    }
}

extension Patch: Equatable where Value: Equatable {}

// Found before the general ones by the code that the compiler makes for `Codable`.
extension KeyedDecodingContainer {
    package func decode<Value>(
        _: Patch<Value>.Type, forKey key: Key
    ) throws -> Patch<Value> {
        guard contains(key) else { return .absent }
        do {
            return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
        } catch let error where !(error is DecodingError) && !(error is Refusal) {
            // What JSONDecoder throws for numbers out of range does not say where they are.
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "is not a number that is possible here")
        }
    }
}

extension KeyedEncodingContainer {
    package mutating func encode<Value>(_ patch: Patch<Value>, forKey key: Key) throws {
        switch patch {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}

extension Patch: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .absent, .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}
