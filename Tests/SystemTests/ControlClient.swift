import Glibc
import Posix
import TestSupport

/// A client of a daemon's control socket that stays connected.
final class ControlClient: Sendable {
    private let descriptor: Int32

    init(_ workshop: Workshop) throws {
        descriptor = try SocketPath(workshop.control).connect()
    }

    deinit { close(descriptor) }

    /// The answer, which is a JSON object.
    func get(_ path: String) async throws -> String {
        let request = Array("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
        var answer: [UInt8] = []
        while answer.last(where: { $0 != UInt8(ascii: "\n") }) != UInt8(ascii: "}") {
            try await readable(descriptor, after: answer)
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            if count <= 0 { break }
            answer += bytes[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }
}
