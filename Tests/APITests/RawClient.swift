import Glibc
import Posix
import TestSupport

/// A client that sends any bytes, and blocks on threads that no task needs.
final class RawClient: Sendable {
    private let descriptor: Int32

    /// Seconds after which a server that says nothing is given up.
    private static let patience = 300

    init(_ path: SocketPath) throws {
        descriptor = try path.connect()
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    deinit { close(descriptor) }

    /// Sends as far as there is somebody to take it.
    func send(_ text: String) async {
        await send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) async {
        await blocking { [descriptor] in _ = Self.send(bytes, to: descriptor, flags: 0) }
    }

    /// Sends what is taken at once; returns how many bytes that was.
    func sendWithoutWaiting(_ bytes: [UInt8]) -> Int {
        Self.send(bytes, to: descriptor, flags: Int32(MSG_DONTWAIT))
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32, flags: Int32) -> Int {
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | flags)
            }
            if count <= 0 { break }
            place += count
        }
        return place
    }

    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The next bytes; `nil` at the end, which is a broken connection too.
    func bytes(atMost limit: Int = 65536) async throws -> [UInt8]? {
        try await blocking { [descriptor] () -> Result<[UInt8]?, Silence> in
            var buffer = [UInt8](repeating: 0, count: limit)
            let count = read(descriptor, &buffer, limit)
            if count < 0, errno == EAGAIN { return .failure(Silence()) }
            return .success(count > 0 ? Array(buffer[..<count]) : nil)
        }.get()
    }

    /// All there is until the server closes.
    func rest() async throws -> String {
        var all: [UInt8] = []
        while let bytes = try await bytes() { all += bytes }
        return String(decoding: all, as: UTF8.self)
    }

    /// What comes until `end` is there, byte by byte.
    func text(until end: String) async throws -> String {
        var all: [UInt8] = []
        let end = Array(end.utf8)
        while !all.suffix(end.count).elementsEqual(end), let byte = try await bytes(atMost: 1) {
            all += byte
        }
        return String(decoding: all, as: UTF8.self)
    }

    /// One response whose length is told.
    func response() async throws -> String {
        let head = try await text(until: "\r\n\r\n")
        let length = head.lowercased().split(separator: "\r\n")
            .first { $0.hasPrefix("content-length: ") }
            .flatMap { Int($0.dropFirst("content-length: ".count)) }
        var body: [UInt8] = []
        while body.count < length ?? 0, let bytes = try await bytes(atMost: length! - body.count) {
            body += bytes
        }
        return head + String(decoding: body, as: UTF8.self)
    }

    struct Silence: Error {}
}

extension String {
    /// The status of the first response in it.
    var status: Int? {
        hasPrefix("HTTP/1.1 ") ? Int(dropFirst(9).prefix(3)) : nil
    }

    /// How many responses are in it.
    var responses: Int { split(separator: "\r\n").count { $0.hasPrefix("HTTP/1.1 ") } }
}
