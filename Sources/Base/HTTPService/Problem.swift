import FoundationEssentials
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// The reason why a request is refused, as the client gets it (RFC 9457); thrown by routes and
/// middleware.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with one field of the request.
    package struct Field: Hashable, Sendable, Encodable {
        /// The path of the field in the body, as in `coordinate.latitude`, or the name of a query
        /// item.
        package var field: String
        package var detail: String

        package init(_ field: String, _ detail: String) {
            self.field = field
            self.detail = detail
        }
    }

    /// Something that may have been meant.
    package struct Candidate: Hashable, Sendable, Encodable {
        /// What to send instead.
        package var value: String
        /// For people.
        package var name: String

        package init(_ value: String, name: String) { (self.value, self.name) = (value, name) }
    }

    package var status: HTTPResponse.Status
    /// A URI that names the kind of problem; `about:blank` says no more than the status.
    package var type: String
    package var title: String
    /// What is wrong and what to do, worded as an error message.
    package var detail: String
    package var errors: [Field]
    /// A word that stays, by which programs know what is wrong; `nil` for most problems.
    package var code: String?
    package var candidates: [Candidate] = []
    /// Header fields to send along, as `Allow`.
    package var headers = HTTPFields()

    /// `title`: `nil` is the status in words.
    package init(
        _ status: HTTPResponse.Status, _ detail: String, errors: [Field] = [],
        type: String = "about:blank", title: String? = nil
    ) {
        self.status = status
        self.type = type
        self.title = title ?? status.reasonPhrase
        self.detail = detail
        self.errors = errors
    }

    package var description: String { detail }
}

extension Problem {
    package static let mediaType = "application/problem+json"

    private struct Wire: Encodable {
        var type: String
        var title: String
        var status: Int
        var detail: String
        var errors: [Field]?
        var code: String?
        var candidates: [Candidate]?
    }

    /// As JSON.
    package func body() throws -> ByteBuffer {
        let wire = Wire(
            type: type, title: title, status: status.code, detail: detail,
            errors: errors.isEmpty ? nil : errors, code: code,
            candidates: candidates.isEmpty ? nil : candidates)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ByteBuffer(bytes: try encoder.encode(wire))
    }

    package func response() throws -> Response {
        let body = try body()
        var headers = headers
        headers[.contentType] = Self.mediaType
        headers[.contentLength] = "\(body.readableBytes)"
        // The rest of the body is not worth reading.
        if status == .contentTooLarge { headers[.connection] = "close" }
        return Response(status: status, headers: headers, body: .init(byteBuffer: body))
    }
}

extension Problem {
    /// `limit`: bytes.
    package static func bodyTooLarge(_ limit: Int = HTTPLimits.body) -> Problem {
        Problem(.contentTooLarge, "the body is larger than \(limit) bytes")
    }
}
