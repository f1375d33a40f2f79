import Glibc

/// Reads a file that the user named, piece by piece, so that its length does not matter.
package final class InputFile {
    /// For messages: the path as the user wrote it, or `standard input`.
    package let name: String
    /// Closed when this ends.
    package let descriptor: Int32
    /// Whether reading may wait for another program, as at a pipe or a terminal.
    package let mayWait: Bool

    private let buffer: UnsafeMutableRawBufferPointer
    private static let pieceSize = 256 * 1024

    /// `path` may be `-`, which is standard input.
    package init(path: String) throws(FileError) {
        name = path == "-" ? "standard input" : path
        // Opening a pipe would wait for a writer; only reading shall wait.
        descriptor =
            path == "-"
            ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENXIO ? .isSocket(name) : .cannotOpen(name, .current)
        }
        do {
            mayWait = try Self.mayWait(descriptor, name)
        } catch {
            close(descriptor)
            throw error
        }
        buffer = .allocate(byteCount: Self.pieceSize, alignment: 64)
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// Throws if `path` is a pipe, because its writer may keep a reader waiting for ever.
    package static func refusePipe(_ path: String) throws(FileError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { throw .isPipe(path) }
    }

    /// Whether there is a file, or anything else, at `path`.
    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The whole file at `path`, which must be a regular file of at most `limit` bytes.
    package static func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
        let file = try InputFile(path: path)
        if file.mayWait { throw .isPipe(path) }
        return try file.contents(limit: limit)
    }

    /// All that is left of it, which must be at most `limit` bytes.
    package func contents(limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try next() {
            bytes.append(contentsOf: piece)
            if bytes.count > limit { throw .tooLarge(name, limit: limit) }
        }
        return bytes
    }

    /// As `contents(of:limit:)`, of a file with a secret, which only its owner and its group may
    /// read.
    package static func secret(in path: String, limit: Int) throws(FileError) -> [UInt8] {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IRWXO != 0 { throw .readByOthers(path) }
        return try contents(of: path, limit: limit)
    }

    private static func mayWait(_ descriptor: Int32, _ name: String) throws(FileError) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotOpen(name, .current) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return false
        case S_IFIFO: return true
        // Standard input may be a socket.
        case S_IFSOCK: return true
        case S_IFDIR: throw .isDirectory(name)
        default:
            if isatty(descriptor) == 1 { return true }
            throw .isDevice(name)
        }
    }

    /// The next bytes, at least one, valid until the next call; `nil` at the end.
    ///
    /// Waits for the other program if `mayWait` is true.
    package func next() throws(FileError) -> UnsafeRawBufferPointer? {
        while true {
            if mayWait {
                var status = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&status, 1, -1)
            }
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { return UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
            if count == 0 { return nil }
            if errno == EINTR || errno == EAGAIN { continue }
            // EIO from a terminal means that its other end has gone.
            if errno == EIO, mayWait { return nil }
            throw .cannotRead(name, .current)
        }
    }
}

/// Why a file cannot be used.
package enum FileError: Error, Hashable, CustomStringConvertible {
    case cannotOpen(String, Errno)
    case cannotRead(String, Errno)
    case cannotWrite(String, Errno)
    case isDirectory(String)
    /// A device that is not a terminal; `/dev/zero` would never end.
    case isDevice(String)
    case isSocket(String)
    case isPipe(String)
    case notADirectory(String)
    case cannotMakeDirectory(String, Errno)
    /// A directory of another account.
    case belongsTo(String, uid: UInt32)
    /// A directory that its group or everybody may write.
    case writtenByOthers(String)
    /// A file with a secret in it.
    case readByOthers(String)
    /// A link, or a file of another account, in a directory that others may write.
    case notOurs(String)
    /// A directory that another process has locked; `by` is its id, `nil` if that is not known.
    case inUse(String, by: Int?)
    /// `limit` in bytes.
    case tooLarge(String, limit: Int)

    package var description: String {
        words.visible
    }

    private var words: String {
        switch self {
        case .cannotOpen(let name, let error): "\(name): cannot be opened: \(error)"
        case .cannotRead(let name, let error): "\(name): cannot be read: \(error)"
        case .cannotWrite(let name, let error): "\(name): cannot be written: \(error)"
        case .isDirectory(let name): "\(name): is a directory: name a file in it"
        case .isDevice(let name): "\(name): is a device: use a file or a pipe"
        case .isSocket(let name): "\(name): is a socket: use a file or a pipe"
        case .isPipe(let name): "\(name): is a pipe: use a file"
        case .notADirectory(let name): "\(name): is not a directory: choose another path"
        case .cannotMakeDirectory(let name, let error):
            "\(name): cannot be made or written: \(error): choose a directory that you may write"
        case .belongsTo(let name, let uid):
            "\(name): belongs to uid \(uid): choose a directory of your own"
        case .writtenByOthers(let name):
            "\(name): others may write it: take that from them with chmod go-w, or choose another "
                + "directory"
        case .readByOthers(let name):
            "\(name): others may read it: take that from them with chmod o-rwx"
        case .notOurs(let name):
            "\(name): is a link or belongs to another account: choose a directory that is yours alone"
        case .inUse(let name, let process):
            "\(name): \(process.map { "process \($0)" } ?? "another process") uses it: stop it first, "
                + "or choose another directory"
        case .tooLarge(let name, let limit): "\(name): is larger than \(limit / 1024) KiB"
        }
    }
}
