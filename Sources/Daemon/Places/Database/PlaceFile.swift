import Glibc
import Posix
import SQLite

/// A file of imported places, beside the database that names it.
///
/// An import prepares the next file, which the database names from then on. In the one in use, only
/// the places change that people add one by one.
struct PlaceFile: Hashable, Sendable {
    /// The path of the database.
    let database: String
    /// From 1.
    let number: Int64

    var path: String { "\(database)-imported-\(number)" }

    /// The file that a database names; `nil` if it has the places itself.
    static func current(of database: String, in connection: Connection) throws -> PlaceFile? {
        try connection.integer("SELECT number FROM place_file").map {
            PlaceFile(database: database, number: $0)
        }
    }

    /// The file that an import prepares when `current` is in use.
    static func next(after current: PlaceFile?, of database: String) -> PlaceFile {
        PlaceFile(database: database, number: (current?.number ?? 0) + 1)
    }

    /// Removes it; processes that have it open read on.
    func remove() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Makes the file, empty, for the accounts that may use the database.
    func make() throws(FileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path, .current) }
        defer { close(descriptor) }
        try share(descriptor, as: database, path)
    }

    /// Returns when the file would outlive a power cut.
    func sync() throws(FileError) {
        for path in [path, database.directory] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .cannotOpen(path, .current) }
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else { throw .cannotWrite(path, .current) }
        }
    }
}

/// The error that the file of imported places that a database names is not there.
package struct PlacesGone: Error, Hashable, CustomStringConvertible {
    /// The path of the file.
    package var file: String

    package var description: String {
        "\(file.visible): is gone, and the imported places with it: bring it back, or import them again"
    }
}

/// Keeps other imports into a database away while it lives; it ends with the process at the latest.
final class ImportLock {
    private let descriptor: Int32
    private let path: String

    private static func path(of database: String) -> String { "\(database)-import" }

    /// Whether an import is under way, or was killed.
    static func isThere(_ database: String) -> Bool { InputFile.exists(path(of: database)) }

    /// `nil` if another import is under way.
    init?(_ database: String) throws(FileError) {
        path = Self.path(of: database)
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw .cannotWrite(path, .current) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            // The import that had it before may have removed the file just now.
            if Self.isThere(path, descriptor) {
                self.descriptor = descriptor
                try share(descriptor, as: database, path)
                return
            }
            close(descriptor)
        }
    }

    /// Waits for a second, in which many a cell is written. Throws `ImportError.underWay` if another
    /// import takes longer.
    static func waiting(for database: String) throws -> ImportLock {
        let end = ContinuousClock.now + .seconds(1)
        while true {
            if let lock = try ImportLock(database) { return lock }
            guard .now < end else { throw ImportError.underWay(database) }
            usleep(5000)
        }
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    private static func isThere(_ path: String, _ descriptor: Int32) -> Bool {
        var (named, opened) = (stat(), stat())
        return stat(path, &named) == 0 && fstat(descriptor, &opened) == 0
            && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }
}

/// Gives a file the owner and the permissions of `database`, if that exists: a daemon must be able
/// to use what root has begun.
private func share(
    _ descriptor: Int32, as database: String, _ path: String
) throws(FileError) {
    var status = stat()
    guard stat(database, &status) == 0 else { return }
    let isRoot = geteuid() == 0
    guard !isRoot || fchown(descriptor, status.st_uid, status.st_gid) == 0,
        fchmod(descriptor, status.st_mode & 0o666) == 0
    else { throw .cannotWrite(path, .current) }
}
