import Glibc
import NIOCore
import Posix
import SQLite

/// A file on its way into the state directory, which is removed when this is released, unless
/// it was moved to where it belongs.
actor FileUpload {
    private let queue = DatabaseQueue(label: "upload of a file")
    /// Of what it is, as in "the base map".
    private nonisolated let what: String
    nonisolated let path: String
    private let descriptor: Int32
    /// Bytes that are to come; `nil` if that is not known.
    private let length: Int?
    private var count = 0

    /// Bytes of the disk that stay free, for people and messages.
    private static let leftFree = 64 << 20

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(of what: String, to path: String, length: Int?) throws(UploadError) {
        (self.what, self.path, self.length) = (what, path, length)
        if let length { try Self.checkRoom(for: length, of: length, what, path) }
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw UploadError(what, .cannotWrite("\(Errno.current)")) }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Throws if there is no room for `bytes` more of `length`.
    static func checkRoom(
        for bytes: Int, of length: Int?, _ what: String, _ path: String
    ) throws(UploadError) {
        guard let free = freeSpace(at: path.directory) else { return }
        let usable = max(0, free - leftFree)
        if bytes > usable { throw UploadError(what, .noRoom(needed: length, free: usable)) }
    }

    func write(_ bytes: ByteBuffer) throws(UploadError) {
        try Self.checkRoom(for: bytes.readableBytes, of: length, what, path)
        guard bytes.withUnsafeReadableBytes({ writeAll($0, to: descriptor) }) else {
            throw UploadError(
                what,
                errno == ENOSPC
                    ? .noRoom(needed: length, free: 0) : .cannotWrite("\(Errno.current)"))
        }
        count += bytes.readableBytes
    }

    /// Returns when the file would outlive a power cut. Throws if bytes are missing.
    func finish() throws(UploadError) {
        if let length, count != length {
            throw UploadError(what, .incomplete(count, of: length))
        }
        guard fsync(descriptor) == 0 else {
            throw UploadError(what, .cannotWrite("\(Errno.current)"))
        }
    }
}

/// Why what somebody sends cannot be kept.
struct UploadError: Error, Hashable, CustomStringConvertible {
    /// As in "the base map".
    var what: String
    var reason: Reason

    enum Reason: Hashable {
        /// Bytes that came, of those that were to come.
        case incomplete(Int, of: Int)
        /// More came than the bytes that were to come.
        case tooLong(Int)
        /// Bytes that were to come, if that was said, and bytes that may be taken.
        case noRoom(needed: Int?, free: Int)
        /// Another one is being received.
        case underWay
        case cannotWrite(String)
    }

    init(_ what: String, _ reason: Reason) { (self.what, self.reason) = (what, reason) }

    var description: String {
        switch reason {
        case .incomplete(let count, let size):
            "\(what) broke off after \(count) of \(size) bytes: send it again"
        case .tooLong(let size): "more came of \(what) than the \(size) bytes that it was to have"
        case .noRoom(let needed, let free):
            "\(what) \(needed.map { "has \($0.megabytes) and " } ?? "")does not fit on the gateway's "
                + "disk, where \(free.megabytes) may be taken: make room and try again"
        case .underWay: "another of \(what) is being received: try again when it is there"
        case .cannotWrite(let why): "\(what) cannot be kept: \(why)"
        }
    }
}

extension Int {
    fileprivate var megabytes: String { "\(self / 1_000_000 + (self % 1_000_000 > 0 ? 1 : 0)) MB" }
}

/// If the power goes now, what was moved in the directory may be as it was before.
func syncDirectory(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
}
