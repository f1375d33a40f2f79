import Places

/// What a draft says about one field of an item that is added or changed.
package enum Patch<Value: Codable & Sendable>: Sendable {
    /// Nothing: the field stays as it is.
    case absent
    /// The field is taken away (RFC 7396).
    case null
    case value(Value)

    /// `nil` says nothing.
    package init(_ value: Value?) {
        self = value.map { .value($0) } ?? .absent
    }

    /// The new value; `nil` if there is none.
    package var given: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// The new value of the field, which so far is `old`; `nil`: none.
    package func applied(to old: Value?) -> Value? {
        switch self {
        case .absent: old
        case .null: nil
        case .value(let new): new
        }
    }
}

extension Patch: Equatable where Value: Equatable {}

// The code that the compiler makes for `Codable` prefers these to the general functions.
extension KeyedDecodingContainer {
    package func decode<Value>(
        _: Patch<Value>.Type, forKey key: Key
    ) throws -> Patch<Value> {
        guard contains(key) else { return .absent }
        do {
            return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
        } catch let error where !(error is DecodingError) && !(error is Refusal) {
            // For a number out of range, JSONDecoder throws an error that does not name the field.
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
