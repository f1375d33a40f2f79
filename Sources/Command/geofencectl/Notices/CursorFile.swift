import APIClient
import FoundationEssentials
import Glibc
import Posix

/// Where a listener keeps its place in the notices from one run to the next.
struct CursorFile {
    let path: String

    /// Bytes; a resume point takes a few dozen.
    private static let longest = 4096

    /// `nil` if there is none yet.
    func read() throws -> ListenerCursor? {
        guard InputFile.exists(path) else { return nil }
        let bytes = try InputFile.contents(of: path, limit: Self.longest)
        // A file that a full disk has cut short is as good as none, but nobody would know.
        guard let point = try? JSONDecoder().decode(ListenerCursor.self, from: Data(bytes)),
            point.after >= 0
        else { throw CursorError.notACursor(path) }
        return point
    }

    /// Whole or not at all, whenever the process ends.
    func write(_ point: ListenerCursor) throws {
        let line = try point.jsonBytes + [.newline]
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError.cannotWrite(new, .current) }
        let count = Glibc.write(descriptor, line, line.count)
        let error = Errno.current
        close(descriptor)
        guard count == line.count else { throw FileError.cannotWrite(new, error) }
        guard rename(new, path) == 0 else { throw FileError.cannotWrite(path, .current) }
    }
}

private enum CursorError: Error, CustomStringConvertible {
    case notACursor(String)

    var description: String {
        switch self {
        case .notACursor(let path):
            "\(path): is not a place in the notices, as in {\"after\":41}: remove it to begin now"
                .visible
        }
    }
}
