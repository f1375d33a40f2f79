import Posix
import TestSupport
import Testing

/// A directory for one test, with the configuration, the state and the sockets of a daemon.
final class Workshop: Sendable {
    private let folder = TemporaryFolder()

    var path: String { folder.path }

    /// What is in it, without the daemon's state.
    var names: [String] { folder.names.filter { $0 != "state" } }

    /// Everything that the daemon keeps.
    func removeState() { TemporaryFolder.remove(state) }

    /// The path of `name` in it.
    func file(_ name: String) -> String { folder.file(name) }

    var socket: String { file("socket") }
    var control: String { file("control") }
    var state: String { file("state") }

    /// Writes a file, and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try folder.write(name, text.utf8)
    }

    /// Writes a script that can be run, and returns its path. Another process writes it: what this one
    /// has open for writing, a child of a test beside it may have for a moment, and then nobody can run
    /// it (ETXTBSY of execve(2)).
    @discardableResult
    func program(_ name: String, _ script: String) async throws -> String {
        let text = try write("\(name).text", script)
        let made = try await shell("cp \(text) \(file(name)) && chmod 755 \(file(name))")
        #expect(made.status == 0, "\(made)")
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
