import HTTPTypes
import Hummingbird
import NIOCore
import Posix
import Synchronization

/// A file that browsers get as it is: packed where they can unpack it, and once only.
struct PageFile: Sendable {
    var path: String
    private let type: String
    private let bytes: ByteBuffer
    private let packed: Packed
    /// Weak, as the packed file has the same.
    let tag: String

    /// `path`: as a `RouterPath` has it, without the slash at its beginning. Its ending says of what type
    /// the file is.
    init(_ path: String, _ bytes: [UInt8]) {
        (self.path, self.bytes) = (path, ByteBuffer(bytes: bytes))
        type = Self.types[path.split(separator: ".").last ?? ""] ?? "application/octet-stream"
        packed = Packed(self.bytes)
        tag = "W/\"\(checksum(bytes))-\(bytes.count)\""
    }

    /// By the endings of names.
    static let types: [Substring: String] = [
        "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "png": "image/png", "svg": "image/svg+xml",
        "webmanifest": "application/manifest+json",
    ]

    /// 304 if the browser has it. Browsers ask each time, so that a new version of the program has
    /// no page of the old one.
    func response(to request: Request) -> Response {
        var headers: HTTPFields = [
            .cacheControl: "no-cache", .eTag: tag, .vary: "Accept-Encoding",
        ]
        if request.has(tag: tag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = type
        var body = bytes
        if request.acceptsGzip, let packed = packed.buffer {
            headers[.contentEncoding] = "gzip"
            body = packed
        }
        headers[.contentLength] = "\(body.readableBytes)"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }
}

/// A file as gzip, made when somebody first asks for it.
private final class Packed: Sendable {
    private let plain: ByteBuffer
    /// `nil`: nobody has asked yet.
    private let made = Mutex<ByteBuffer??>(nil)

    init(_ plain: ByteBuffer) { self.plain = plain }

    /// `nil` if it is no smaller so.
    var buffer: ByteBuffer? {
        made.withLock { made in
            if let made { return made }
            let packed = gzip(Array(plain.readableBytesView), level: 9)
            let smaller = packed.count < plain.readableBytes ? ByteBuffer(bytes: packed) : nil
            made = .some(smaller)
            return smaller
        }
    }
}

extension Request {
    /// Whether the client has what is called so (RFC 9110, 13.1.2). `tag`: with its quotes.
    func has(tag: String) -> Bool {
        headers[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }.contains { known in
            let known = String(known).trimmed
            return known == "*" || known.weak == tag.weak
        }
    }

    /// Whether an answer may be gzip (RFC 9110, 12.5.3).
    var acceptsGzip: Bool {
        let known = headers[values: .acceptEncoding].flatMap { $0.split(separator: ",") }
        return known.contains { coding in
            let parts = coding.lowercased().split(separator: ";").map { String($0).trimmed }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            return !parts.dropFirst().contains {
                $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0
            }
        }
    }
}

extension String {
    /// Without the sign of a weak tag, as `If-None-Match` compares them.
    fileprivate var weak: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
