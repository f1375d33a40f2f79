import Glibc
import Posix

/// A file that is sent to the daemon, which has to know where the next one begins.
final class SizedInput: ByteSource {
    let name: String
    /// Bytes; `nil` if the file is a pipe, and the only one.
    let size: Int?
    private let file: InputFile
    private var rest: Int

    /// `isAlone`: no other file is sent after it. If not, a pipe is read to its end at once, into a
    /// file without a name.
    init(_ file: InputFile, isAlone: Bool) throws {
        name = file.name
        if file.mayWait, isAlone {
            (self.file, size) = (file, nil)
        } else {
            self.file = file.mayWait ? try Self.copy(of: file) : file
            size = try Self.size(of: self.file)
        }
        rest = size ?? .max
    }

    private static func size(of file: InputFile) throws -> Int {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else {
            throw FileError.cannotRead(file.name, .current)
        }
        // Standard input may have been read in part.
        let start = max(0, lseek(file.descriptor, 0, SEEK_CUR))
        return max(0, Int(status.st_size) - Int(start))
    }

    private static func copy(of file: InputFile) throws -> InputFile {
        guard let copy = tmpfile() else { throw FileError.cannotWrite("/tmp", .current) }
        defer { fclose(copy) }
        while let piece = try file.next() {
            guard fwrite(piece.baseAddress, 1, piece.count, copy) == piece.count else {
                throw FileError.cannotWrite("/tmp", .current)
            }
        }
        guard fflush(copy) == 0 else { throw FileError.cannotWrite("/tmp", .current) }
        return try InputFile(path: "/proc/self/fd/\(fileno(copy))")
    }

    func next() throws -> UnsafeRawBufferPointer? {
        guard rest > 0 else { return nil }
        guard let piece = try file.next() else {
            if size != nil { throw Shortened(name: name) }
            return nil
        }
        let part = UnsafeRawBufferPointer(rebasing: piece.prefix(rest))
        rest -= part.count
        return part
    }
}

/// The error that a file has become shorter while it was read.
private struct Shortened: Error, CustomStringConvertible {
    var name: String

    var description: String { "\(name.visible): was cut while it was read: import it again" }
}
