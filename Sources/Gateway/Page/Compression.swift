import HTTPTypes
import Hummingbird
import NIOCore

/// Packs the JSON that is asked for, where the client can unpack it.
///
/// Only answers to GET: what the others say has secrets in it at times, and the length of what is
/// packed tells a little of what is in it.
struct Compression: RouterMiddleware {
    typealias Context = PageContext

    /// Bytes from which on packing pays.
    static let least = 1024

    func handle(
        _ request: Request, context: PageContext,
        next: @concurrent (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        // Streams have no length.
        guard request.method == .get, response.isJSON, response.headers[.contentEncoding] == nil,
            let length = response.body.contentLength, length >= Self.least
        else { return response }
        var packed = response
        packed.headers[.vary] = "Accept-Encoding"
        guard request.acceptsGzip else { return packed }
        let collected = CollectedBody()
        try await response.body.write(collected)
        let bytes = gzip(collected.bytes, level: 3)
        packed.headers[.contentEncoding] = "gzip"
        packed.headers[.contentLength] = "\(bytes.count)"
        packed.body = .init(byteBuffer: ByteBuffer(bytes: bytes))
        return packed
    }
}

private final class CollectedBody: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) async throws { bytes += buffer.readableBytesView }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension Response {
    fileprivate var isJSON: Bool {
        let type = headers[.contentType]?.prefix { $0 != ";" } ?? ""
        return type.hasSuffix("json")
    }
}
