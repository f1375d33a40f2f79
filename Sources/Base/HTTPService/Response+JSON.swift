import FoundationEssentials
package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    package static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws
        -> Response
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return json(bytes: try encoder.encode(value), status: status)
    }

    package static func json(text: String) -> Response { json(bytes: text.utf8) }

    package static func json(
        bytes: some Sequence<UInt8>, status: HTTPResponse.Status = .ok,
        type: String = "application/json"
    ) -> Response {
        let body = ByteBuffer(bytes: bytes)
        return Response(
            status: status,
            headers: [.contentType: type, .contentLength: "\(body.readableBytes)"],
            body: .init(byteBuffer: body))
    }
}
