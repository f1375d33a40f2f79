import Glibc
import Posix
import Synchronization

/// A folder for the files that a base map or routes are made of, and the program that works there. Both are
/// removed at the end, also if that comes by a signal: whoever has made it calls `remove()`.
final class MapFolder: Sendable {
    let path: String
    /// The program that runs; `nil`: none does.
    private let program = Mutex<pid_t?>(nil)
    private let hasEnded = Atomic(false)

    /// Whether a signal has ended the work.
    var isAbandoned: Bool { hasEnded.load(ordering: .relaxed) }

    /// In `TMPDIR`, or `/tmp`.
    init() throws {
        let parent = variable(named: "TMPDIR") ?? ""
        let name = "\(parent.isEmpty ? "/tmp" : parent)/geofenced-map-XXXXXX"
        var template = Array(name.utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FileError.cannotMakeDirectory(name, .current)
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func note(program id: pid_t?) { program.withLock { $0 = id } }

    /// Ends the program, and removes all files.
    func abandon() {
        hasEnded.store(true, ordering: .relaxed)
        program.withLock { program in
            if let program { kill(program, SIGKILL) }
        }
        Self.remove(path)
    }

    func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        var status = stat()
        // What a link leads to is not ours.
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            for name in names(inDirectory: path) { remove("\(path)/\(name)") }
        }
        Glibc.remove(path)
    }
}
