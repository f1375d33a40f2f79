import FoundationEssentials
package import HTTPTypes
import Hummingbird
import NIOCore

/// Why a request is refused, as the client is told (RFC 9457); thrown by whoever refuses.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with one field of the request.
    package struct Field: Hashable, Sendable, Encodable {
        /// Its place in the body, as in `coordinate.latitude`, or the name of a query item.
        package var field: String
        package var detail: String

        package init(_ field: String, _ detail: String) {
            self.field = field
            self.detail = detail
        }
    }

    package var status: HTTPResponse.Status
    /// A URI that names the kind of problem; `about:blank` says no more than the status.
    package var type: String
    package var title: String
    /// What is wrong and what to do, in the words of an error message.
    package var detail: String
    package var errors: [Field]
    /// To be sent along, as `Allow` is.
    package var headers = HTTPFields()

    /// `title`: the status in words unless given.
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
    static let mediaType = "application/problem+json"

    private struct Wire: Encodable {
        var type: String
        var title: String
        var status: Int
        var detail: String
        var errors: [Field]?
    }

    /// As JSON.
    func body() throws -> ByteBuffer {
        let wire = Wire(
            type: type, title: title, status: status.code, detail: detail,
            errors: errors.isEmpty ? nil : errors)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ByteBuffer(bytes: try encoder.encode(wire))
    }

    func response() throws -> Response {
        let body = try body()
        var headers = headers
        headers[.contentType] = Self.mediaType
        headers[.contentLength] = "\(body.readableBytes)"
        // What else the client is sending is not worth reading.
        if status == .contentTooLarge { headers[.connection] = "close" }
        return Response(status: status, headers: headers, body: .init(byteBuffer: body))
    }
}
