import Glibc
import Posix
import SystemPackage
import Testing

/// A directory for one test, removed at its end with all that is in it.
final class Workshop: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/geofenced-system-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "\(Errno.current)")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        Self.remove(path)
    }

    /// What is in it, without the daemon's state.
    var names: [String] { Self.names(in: path).filter { $0 != "state" } }

    /// Everything that the daemon keeps.
    func removeState() { Self.remove(state) }

    private static func remove(_ path: String) {
        var status = stat()
        // What a link leads to is not ours.
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { remove("\(path)/\(name)") }
        }
        // A file is unlinked, and an empty directory removed.
        Glibc.remove(path)
    }

    static func names(in path: String) -> [String] { Posix.names(inDirectory: path) }

    /// The path of `name` in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    var socket: String { file("socket") }
    var control: String { file("control") }
    var state: String { file("state") }

    /// Writes a file, and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let descriptor = try FileDescriptor.open(
            FilePath(file(name)), .writeOnly, options: [.create, .truncate],
            permissions: .ownerReadWrite)
        try descriptor.closeAfter { _ = try descriptor.writeAll(text.utf8) }
        return file(name)
    }

    /// Writes a configuration with its own socket, and returns its path.
    @discardableResult
    func configure(
        source: String = "nmea:\(Repository.walk)", regions: String = Repository.walkRegions,
        atEnd: String = "wait", transitions: String = "\"enter\", \"exit\", \"dwell\"",
        speed: String = "\"max\"", more: String = ""
    ) throws -> String {
        try write(
            "geofenced.toml",
            """
            source = "\(source)"
            speed = \(speed)
            at_end = "\(atEnd)"
            state_directory = "\(state)"
            [regions]
            file = "\(regions)"
            \(more)
            [control]
            socket = "\(control)"
            [notifications]
            socket = "\(socket)"
            transitions = [\(transitions)]
            """)
    }
}

func text(of path: String) throws -> String {
    String(decoding: try InputFile.contents(of: path, limit: 16 << 20), as: UTF8.self)
}
