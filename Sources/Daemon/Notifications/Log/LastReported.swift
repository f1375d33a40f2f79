import Glibc
import Posix

/// The number of the last notice that listeners may have seen, in a file of its own.
///
/// SQLite goes back to an earlier state without a word when the write-ahead log is lost (sqlite.org,
/// *How To Corrupt An SQLite Database File*, 1.4), and so does a database from a backup. This file
/// shows that, so that two notices of one log never get the same number.
final class LastReported {
    private let path: String
    private let descriptor: Int32
    /// `nil` if the file has none.
    private(set) var notice: (log: LogID, sequence: Int)?

    static let suffix = ".last"

    /// Bytes. They fit into one block of any disk, so they are written whole.
    private static let length = 64

    init(path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .cannotOpen(path, .current) }
        var bytes = [UInt8](repeating: 0, count: Self.length)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(
            separator: " ")
        if words.count == 3, let sequence = Int(words[1]), sequence >= 0 {
            notice = (LogID(String(words[0])), sequence)
        }
    }

    deinit { close(descriptor) }

    /// What is written outlives the process at once, and a power cut once the system has written it.
    func write(_ log: LogID, _ sequence: Int) throws(FileError) {
        let text = Array("\(log) \(LogID.padded(sequence)) ".utf8)
        let blanks = repeatElement(UInt8(ascii: " "), count: Self.length - 1 - text.count)
        let line = text + blanks + [UInt8(ascii: "\n")]
        guard pwrite(descriptor, line, line.count, 0) == line.count else {
            throw .cannotWrite(path, .current)
        }
        notice = (log, sequence)
    }

    /// Waits until it outlives a power cut.
    func sync() {
        // What cannot be written is noticed with the next notice.
        _ = fdatasync(descriptor)
    }
}
