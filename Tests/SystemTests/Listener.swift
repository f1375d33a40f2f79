import Glibc
import Posix
import Subprocess
import TestSupport

/// A plain client of a daemon's socket.
final class Listener: Sendable {
    let descriptor: Int32

    /// Connects, and waits until the daemon serves it, if it `asks` for a place.
    init(_ workshop: Workshop, asks: String? = nil) throws {
        descriptor = try SocketPath(workshop.socket).connect()
        var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard let asks else { return }
        let line = Array("\(asks)\n".utf8)
        _ = line.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        var byte: UInt8 = 0
        // At most seconds, as the daemon runs beside.
        _ = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    }

    deinit { close(descriptor) }

    /// The lines up to the end.
    func rest() async throws -> [String] {
        var bytes: [UInt8] = []
        while true {
            try await readable(descriptor, after: bytes)
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).lines
    }

    func lines(_ count: Int) async throws -> [String] {
        var bytes: [UInt8] = []
        var lines = 0
        while lines < count {
            try await readable(descriptor, after: bytes)
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else { break }
            bytes.append(byte)
            if byte == UInt8(ascii: "\n") { lines += 1 }
        }
        return String(decoding: bytes, as: UTF8.self).lines
    }

    /// What comes after the daemon has found the place that was asked for.
    func linesResumed(_ count: Int) async throws -> [String] {
        while let line = try await lines(1).first, !line.hasPrefix(#"{"resumed""#) {}
        return try await lines(count)
    }
}

/// Runs a daemon beside `body`, which begins when its socket is there, and ends it kindly.
@discardableResult
func withDaemon(
    _ workshop: Workshop, _ arguments: [String] = [], environment: [String: String?] = [:],
    _ body: (Running) async throws -> Void
) async throws -> Int {
    try await with(
        .geofenced, ["--config", workshop.file("geofenced.toml")] + arguments,
        environment: environment
    ) { daemon in
        _ = try await daemon.message(with: "listening")
        try await body(daemon)
        // It may have ended by itself.
        try? daemon.send(.terminate)
    }
}
