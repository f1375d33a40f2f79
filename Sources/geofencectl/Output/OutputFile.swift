import Glibc
import Posix

/// A file that a command writes. It appears under its name when it is complete.
final class OutputFile {
    private let path: String
    private let temporary: String?
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isFinished = false

    private static let pieceSize = 64 * 1024

    init(_ path: String) throws {
        self.path = path
        var status = stat()
        // A pipe or a device is written directly: no file may replace it.
        let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        if isSpecial, status.st_mode & S_IFMT == S_IFDIR { throw FileError.isDirectory(path) }
        temporary = isSpecial ? nil : path + ".\(getpid()).part"
        descriptor = open(temporary ?? path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileError.cannotOpen(path, .current) }
    }

    deinit {
        close(descriptor)
        if !isFinished, let temporary { unlink(temporary) }
    }

    func write(_ bytes: [UInt8]) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.pieceSize { try flush() }
    }

    private func flush() throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard writeAll(buffer, to: descriptor) else {
            throw FileError.cannotWrite(path, .current)
        }
    }

    /// Writes the rest, and gives the file its name.
    func finish() throws {
        try flush()
        if let temporary, rename(temporary, path) != 0 {
            throw FileError.cannotWrite(path, .current)
        }
        isFinished = true
    }
}
