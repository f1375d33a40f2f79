import FoundationEssentials
import Glibc
import Posix
import SQLite

/// `gateway.sqlite`, from outside the gateway: to save it, and to put a saved one in its place.
struct GatewayFile {
    private static let name = "gateway.sqlite"
    /// The mark of the gateway's files (`PRAGMA application_id`): `geog` in ASCII.
    private static let application: Int64 = 0x67_65_6F_67

    private let directory: String
    var path: String { "\(directory)/\(Self.name)" }

    /// `directory`: the gateway's state directory.
    init(in directory: String) { self.directory = directory }

    // MARK: Saving

    /// Makes `file`, for the owner alone, of one moment of what the gateway knows. It is not there
    /// before it is whole.
    func backUp(to file: String) throws {
        guard !InputFile.exists(file) else { throw GatewayFileError.isThere(file) }
        let source = try Connection(path: path, mode: .readOnly)
        try Self.requireOurs(source)
        let part = file + ".part"
        try Self.make(part)
        do {
            try Self.copy(source, to: part)
            // Unlike a renaming, this replaces nothing that somebody has made meanwhile.
            guard link(part, file) == 0 else { throw FileError.cannotWrite(file, .current) }
            unlink(part)
            try Self.keep(file.directory)
        } catch {
            unlink(part)
            throw error
        }
    }

    // MARK: Putting back

    /// Puts `file` in the place of what the gateway knows. Returns where that is now; `nil` if there
    /// was nothing. `groups`: the ids of those that the gateway keeps of it; empty: it keeps all.
    func restore(from file: String, only groups: Set<String>) throws -> String? {
        let saved = try Connection(path: file, mode: .readOnly)
        try Self.requireOurs(saved)
        try Self.requireWhole(saved)
        try Self.require(groups, in: saved)
        guard InputFile.exists(directory) else { throw GatewayFileError.noDirectory(directory) }
        let state = try StateDirectory(directory, files: [Self.name])
        // The gateway holds it as long as it runs.
        let lock: DirectoryLock
        do {
            lock = try state.lock()
        } catch FileError.inUse(_, let process) {
            throw GatewayFileError.isRunning(directory, process)
        }
        defer { withExtendedLifetime(lock) {} }
        let isThere = InputFile.exists(path)
        if isThere { try requireNotNewer(saved, than: path) }
        let part = path + ".restored"
        unlink(part)
        try state.prepare("\(Self.name).restored")
        if !InputFile.exists(part) { try Self.make(part) }
        do {
            try Self.copy(saved, to: part)
            try Self.mark(groups, in: part)
            let before = isThere ? try putAside() : nil
            guard rename(part, path) == 0 else { throw FileError.cannotWrite(path, .current) }
            try Self.keep(directory)
            return before
        } catch {
            unlink(part)
            throw error
        }
    }

    /// Gives what is there a second name, so that the first can be taken at any moment. Its
    /// write-ahead log must not be there when another file has the first.
    private func putAside() throws -> String {
        let time = Date.now.formatted(Date.ISO8601FormatStyle()).filter { $0 != ":" && $0 != "-" }
        // There may be one of this second.
        let names = sequence(first: 1) { $0 + 1 }.lazy.map { number in
            "\(path).before-\(time)\(number == 1 ? "" : "-\(number)")"
        }
        let aside = names.first { !InputFile.exists($0) }!
        // What is damaged is kept as it is.
        if let old = try? Connection(path: path, mode: .readWrite, patience: .zero) {
            _ = try? old.emptyWAL()
        }
        guard link(path, aside) == 0 else { throw FileError.cannotWrite(aside, .current) }
        for suffix in ["-wal", "-shm"] where InputFile.exists(path + suffix) {
            guard rename(path + suffix, aside + suffix) == 0 else {
                throw FileError.cannotWrite(aside + suffix, .current)
            }
        }
        return aside
    }

    // MARK: Some groups

    /// The most groups that a message names.
    private static let mostNamed = 10

    /// Throws unless all of `groups` are in the backup.
    private static func require(_ groups: Set<String>, in saved: Connection) throws {
        if groups.isEmpty { return }
        let there = try saved.rows("SELECT id FROM \(table(of: saved)) ORDER BY id") {
            $0.text(0) ?? ""
        }
        guard let missing = groups.subtracting(there).min() else { return }
        throw GatewayFileError.noGroup(
            missing, saved.path, there.count > mostNamed ? there.prefix(mostNamed) + ["…"] : there)
    }

    /// A backup that was made before the gateway had started with some groups of another has no more
    /// than these.
    private static func table(of saved: Connection) throws -> StaticString {
        let hasMarks =
            try saved.integer(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'kept_group'") != nil
        guard hasMarks, try saved.integer("SELECT 1 FROM kept_group LIMIT 1") != nil else {
            return "\"group\""
        }
        return "kept_group"
    }

    /// Has the gateway forget all but these groups and their members, before it serves anybody.
    private static func mark(_ groups: Set<String>, in file: String) throws {
        if groups.isEmpty { return }
        do {
            let restored = try Connection(path: file, mode: .readWrite)
            try restored.transaction {
                // The gateway makes it alike in a file of an earlier version.
                try restored.execute(
                    """
                    CREATE TABLE IF NOT EXISTS kept_group (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
                    DELETE FROM kept_group
                    """)
                for group in groups {
                    try restored.table("kept_group").insert(["id": .text(group)])
                }
            }
        }
        try keep(file)
    }

    // MARK: Files

    /// An empty file for the owner alone, instead of what a try that was ended has left.
    private static func make(_ file: String) throws {
        unlink(file)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError.cannotOpen(file, .current) }
        close(descriptor)
    }

    /// One moment of `source`, whatever others write meanwhile, as one file that is on the disk.
    private static func copy(_ source: Connection, to file: String) throws {
        do {
            let copy = try Connection(path: file, mode: .readWrite)
            try source.snapshot {
                _ = try source.integer("SELECT count(*) FROM sqlite_master")
                try copy.copy(from: source)
            }
            // The gateway sets it again. Until then there is nothing beside the file.
            _ = try copy.first("PRAGMA journal_mode = DELETE") { $0.text(0) }
            try requireWhole(copy)
        }
        try keep(file)
    }

    /// Has the system write a file, or the names in a directory, to the disk.
    private static func keep(_ file: String) throws {
        let descriptor = open(file.isEmpty ? "." : file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.cannotOpen(file, .current) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError.cannotWrite(file, .current) }
    }

    // MARK: Checks

    private static func requireOurs(_ connection: Connection) throws {
        guard try connection.integer("PRAGMA application_id") == application else {
            throw GatewayFileError.isForeign(connection.path)
        }
    }

    private static func requireWhole(_ connection: Connection) throws {
        let result = try connection.first("PRAGMA integrity_check(1)") { $0.text(0) ?? "" } ?? ""
        // The first line is a heading.
        let line = result.split(separator: "\n").last.map { String($0) } ?? result
        if line != "ok" { throw SQLiteError.damaged(connection.path, line) }
    }

    /// The gateway that made the file now in use may not know a newer one. It says so itself where
    /// there is none.
    private func requireNotNewer(_ saved: Connection, than path: String) throws {
        func steps(_ connection: Connection) throws -> [String: Int64] {
            let parts = try connection.rows("SELECT name, steps FROM schema_part") {
                ($0.text(0) ?? "", $0.integer(1))
            }
            return Dictionary(parts) { $1 }
        }
        // A damaged one is replaced all the same.
        guard let current = try? steps(Connection(path: path, mode: .readOnly)), !current.isEmpty
        else { return }
        guard try steps(saved).allSatisfy({ $0.value <= current[$0.key] ?? 0 }) else {
            throw SQLiteError.newer(saved.path)
        }
    }
}

enum GatewayFileError: Error, Equatable, CustomStringConvertible {
    case isThere(String)
    case isForeign(String)
    case isRunning(String, Int?)
    case noDirectory(String)
    /// The group, the file, and the groups that it has.
    case noGroup(String, String, [String])

    var description: String {
        switch self {
        case .isThere(let file): "\(file): is there already: choose another name, or remove it"
        case .isForeign(let file):
            "\(file): is no backup of the gateway: use what geofencectl gateway backup has made"
        case .isRunning(let directory, let process):
            "\(directory): \(process.map { "process \($0)" } ?? "another process") uses it: stop "
                + "the gateway first, with sudo systemctl stop geofenced-gateway"
        case .noDirectory(let directory):
            "\(directory): is not there: start geofenced-gateway once, and stop it"
        case .noGroup(let group, let file, let groups):
            "--only: \(group.quoted) is no group of \(file): "
                + (groups.isEmpty ? "it has none" : "it has \(groups.joined(separator: ", "))")
        }
    }
}
