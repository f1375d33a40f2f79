import FoundationEssentials
import HTTPTypes
package import Hummingbird
package import NIOCore
import Posix

extension Request {
    /// The body, which must be JSON; throws a `Problem` that names the wrong field if it is no
    /// `Body`. `limit`: bytes.
    package func json<Body: Decodable>(
        _ type: Body.Type = Body.self, upTo limit: Int = HTTPLimits.body
    ) async throws -> Body {
        try requireJSON()
        guard let value = try await jsonIfAny(type, upTo: limit) else {
            throw Problem(.badRequest, "the body is empty: send JSON")
        }
        return value
    }

    /// As `json`, but `nil` if there is no body.
    package func jsonIfAny<Body: Decodable>(
        _ type: Body.Type = Body.self, upTo limit: Int = HTTPLimits.body
    ) async throws -> Body? {
        let bytes = try await shallowBody(upTo: limit)
        guard bytes.readableBytes > 0 else { return nil }
        try requireJSON()
        do {
            return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    /// All of a body that may be JSON. Throws a `Problem` if it is larger than `limit` bytes, or nested
    /// too deep for any decoder.
    package func shallowBody(upTo limit: Int = HTTPLimits.body) async throws -> ByteBuffer {
        let bytes: ByteBuffer
        do {
            bytes = try await BodyRoom.shared.collect(body, upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem.bodyTooLarge(limit)
        }
        guard !JSONDepth.isUnsafe(bytes.readableBytesView) else {
            throw Problem(.badRequest, "the body \(JSONDepth.words)")
        }
        return bytes
    }

    /// The type of the body without its parameters; `nil` if it is not said.
    package var mediaType: Substring? {
        headers[.contentType]?.prefix { $0 != ";" }.lowercased()
            .trimmingPrefix { $0.isWhitespace }
            .prefix { !$0.isWhitespace }
    }

    package func requireJSON() throws {
        guard let type = mediaType, type == "application/json" || type.hasSuffix("+json") else {
            throw Problem(
                .unsupportedMediaType,
                "the body must be JSON: send 'Content-Type: application/json' along")
        }
    }
}

extension Problem {
    package init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(field: context.codingPath + [key], "is missing")
        case .valueNotFound(_, let context):
            self.init(field: context.codingPath, "is null")
        case .typeMismatch(let type, let context):
            self.init(field: context.codingPath, "is not \(Self.words(for: type))")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init(.badRequest, "the body is not JSON: \(context.words)")
        case .dataCorrupted(let context):
            self.init(field: context.codingPath, context.words)
        @unknown default:
            self.init(.badRequest, "the body is not as it should be")
        }
    }

    private init(field path: [any CodingKey], _ words: String) {
        let name = path.fieldName
        guard !name.isEmpty else {
            self.init(.badRequest, "the body \(words)")
            return
        }
        self.init(.badRequest, "\(name) \(words)", errors: [Field(name, words)])
    }

    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is Double.Type, is Float.Type: "a number"
        case is any FixedWidthInteger.Type: "a whole number in range"
        case is any Sequence.Type where !(type is any ExpressibleByDictionaryLiteral.Type):
            "a list"
        default: "an object"
        }
    }
}

extension DecodingError.Context {
    /// The most exact words that the decoder has, without their full stop and capital.
    fileprivate var words: String {
        var words = debugDescription
        if case .dataCorrupted(let inner) = underlyingError as? DecodingError {
            words = inner.debugDescription
        }
        if words.hasSuffix(".") { words.removeLast() }
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}

extension [any CodingKey] {
    /// As in `opening[2].from`.
    fileprivate var fieldName: String {
        reduce(into: "") { name, key in
            if let index = key.intValue {
                name += "[\(index)]"
            } else {
                name += (name.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
