import CSQLite
import Glibc
import Posix

/// Why a database cannot be used. The first string is its path.
package enum SQLiteError: Error, Hashable, CustomStringConvertible {
    case cannotOpen(String, String)
    case noPath
    /// A directory, a pipe or a device.
    case notAFile(String)
    case notADatabase(String)
    case damaged(String, String)
    /// Made by a later version of the program.
    case newer(String)
    /// Made by an earlier version of the program, and opened only to be read.
    case needsUpdate(String)
    /// Made by another program.
    case foreign(String)
    case busy(String)
    case readOnly(String)
    case full(String)
    /// The disk is full; the database is written to space that was reserved for this.
    case nearlyFull(String)
    case inputOutput(String, String)
    /// A constraint of the schema.
    case constraint(String, String)
    case failed(String, String)

    /// `code`: what SQLite returned, extended or not. `cause`: the error of the operating system; 0
    /// if there was none.
    init(path: String, code: Int32, message: String, cause: Errno) {
        let reason = cause.number == 0 ? message : cause.description
        switch code & 0xFF {
        case SQLITE_CANTOPEN: self = .cannotOpen(path, reason)
        case SQLITE_NOTADB: self = .notADatabase(path)
        case SQLITE_CORRUPT: self = .damaged(path, message)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path)
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly(path)
        case SQLITE_FULL: self = .full(path)
        case SQLITE_IOERR where cause == Errno(ENOSPC): self = .full(path)
        case SQLITE_IOERR: self = .inputOutput(path, reason)
        case SQLITE_CONSTRAINT: self = .constraint(path, message)
        // Our own statements are right: so a table or a column that they name is gone.
        case SQLITE_ERROR where message.hasPrefix("no such "): self = .damaged(path, message)
        default: self = .failed(path, message)
        }
    }

    /// As `connection` says it of its last call, which returned `code`.
    init(path: String, code: Int32, of connection: OpaquePointer) {
        self.init(
            path: path, code: code, message: String(cString: sqlite3_errmsg(connection)),
            cause: Errno(sqlite3_system_errno(connection)))
    }

    package var description: String {
        words.visible
    }

    private var words: String {
        switch self {
        case .cannotOpen(let path, let why):
            "\(path): cannot be opened: \(why): is it there, and may you use it and its directory?"
        case .noPath: "the path of the database is empty: name a file"
        case .notAFile(let path):
            "\(path): is not an ordinary file: move it away, or choose another path"
        case .notADatabase(let path): "\(path): is not a database: choose another file"
        case .damaged(let path, let why):
            "\(path): is damaged: \(why): restore it, or move it away"
        case .newer(let path):
            "\(path): was made by a newer geofenced: update this one, or choose another file"
        case .needsUpdate(let path):
            "\(path): is empty or was made by an older geofenced: open it once where it may be written"
        case .foreign(let path):
            "\(path): is a database of another program: choose another file"
        case .busy(let path): "\(path): another program is writing to it: try again later"
        case .readOnly(let path): "\(path): may not be written: use an account that may"
        case .full(let path): "\(path): the disk is full: make room and try again"
        case .nearlyFull(let path): "\(path): the disk is nearly full: make room"
        case .inputOutput(let path, let why): "\(path): cannot be read or written: \(why)"
        case .constraint(let path, let why), .failed(let path, let why): "\(path): \(why)"
        }
    }
}
