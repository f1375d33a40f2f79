import Glibc
import NIOCore
import Posix
import SQLite

/// A base map on its way into the state directory: a file beside the map's own, which is removed when
/// this is released.
actor MapUpload {
    private let queue = DatabaseQueue(label: "upload of a base map")
    nonisolated let path: String
    private let descriptor: Int32
    /// Bytes that are to come; `nil` if that is not known.
    private let length: Int?
    private var count = 0

    /// Bytes of the disk that stay free, for people and messages.
    private static let leftFree = 64 << 20

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(beside map: String, length: Int?) throws(BaseMapError) {
        path = Self.path(beside: map)
        self.length = length
        if let length { try Self.checkRoom(for: length, of: length, path) }
        descriptor = open(
            path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite("\(Errno.current)") }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    private static func path(beside map: String) -> String { "\(map).part" }

    static func removeLeftover(beside map: String) { unlink(path(beside: map)) }

    private static func checkRoom(
        for bytes: Int, of length: Int?, _ path: String
    ) throws(BaseMapError) {
        guard let free = freeSpace(at: path.directory) else { return }
        let usable = max(0, free - leftFree)
        if bytes > usable { throw .noRoom(needed: length, free: usable) }
    }

    func write(_ bytes: ByteBuffer) throws(BaseMapError) {
        try Self.checkRoom(for: bytes.readableBytes, of: length, path)
        guard bytes.withUnsafeReadableBytes({ writeAll($0, to: descriptor) }) else {
            throw errno == ENOSPC
                ? .noRoom(needed: length, free: 0) : .cannotWrite("\(Errno.current)")
        }
        count += bytes.readableBytes
    }

    /// Returns when the file would outlive a power cut. Throws if bytes are missing.
    func finish() throws(BaseMapError) {
        if let length, count != length { throw .incomplete(count, of: length) }
        guard fsync(descriptor) == 0 else { throw .cannotWrite("\(Errno.current)") }
    }
}
