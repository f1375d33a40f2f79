import ArgumentParser
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

    /// Writes all of a file.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try OutputFile(path)
        try file.write(bytes)
        try file.finish()
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

extension OutputFile {
    /// Throws if a file that is to be written is one that is read, or is to be written twice:
    /// something would be lost. Paths are `nil` where an option is not given.
    static func refuseOverlap(
        writing outputs: [(option: String, path: String?)], reading inputs: [String]
    ) throws {
        let read = Set(inputs.compactMap { FileIdentity($0) })
        var written: [FileIdentity: String] = [:]
        for (option, path) in outputs {
            guard let path, let file = FileIdentity(path) else { continue }
            if read.contains(file) {
                throw ValidationError(
                    "\(option): \(path.quoted) is read as well, and would be lost: name another file"
                )
            }
            if let other = written.updateValue(option, forKey: file) {
                throw ValidationError(
                    "\(option): \(path.quoted) is written by \(other) as well: name another file")
            }
        }
    }
}

/// Which file a path leads to, also if it is not there yet.
private enum FileIdentity: Hashable {
    case file(device: UInt, number: UInt)
    case path(String)

    /// `nil` for standard input and output, pipes and devices: nothing replaces them.
    init?(_ path: String) {
        var status = stat()
        if stat(path, &status) != 0 {
            self = .path(path)
        } else if status.st_mode & S_IFMT == S_IFREG, path != "-" {
            self = .file(device: UInt(status.st_dev), number: UInt(status.st_ino))
        } else {
            return nil
        }
    }
}
