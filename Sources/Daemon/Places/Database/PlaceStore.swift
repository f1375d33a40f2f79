import Posix
package import SQLite

/// The tables of `places.sqlite`, for one thread at a time.
///
/// Extensions have the questions that can be asked, by topic.
package final class PlaceStore {
    package let connection: Connection
    /// Whether no other process can open it meanwhile, as on a full disk.
    let isAlone: Bool
    /// The database's file; `nil` if it has none.
    let path: String?
    /// Whether nothing may be changed.
    let isReadOnly: Bool
    private var lastVersion: Version?
    /// The file of imported places that is attached; `nil`: the database has the places itself.
    var file: PlaceFile?
    /// Whether that file has the tables `spots` and `beginning`: a version that did not know them
    /// may have made it.
    var hasLookUps = false
    /// Where all places were, and in which state of the database.
    var spots: (all: Spots, version: Version, changes: Int)?
    /// How many places there were, and in which state of the database.
    private var counted: (places: Int, version: Version, changes: Int)?

    /// KiB of the database to keep in memory, once they are read: the rows of a large city, and the
    /// pages that lead to a word of the text index.
    static let cacheSize = 16 * 1024

    /// Bytes that the write-ahead log is cut to when it has been longer.
    private static let longestWAL = 4 << 20

    /// In the daemon's state directory.
    package static let fileName = "places.sqlite"

    package enum Opening: Sendable {
        /// A file that may be changed, and is made if it is not there.
        case file(String)
        /// A file that must be there, and is left as it is.
        case readOnly(String)
        /// For this process alone, and gone with it.
        case temporary

        fileprivate var isReadOnly: Bool {
            if case .readOnly = self { true } else { false }
        }
    }

    /// `schemas`: of the tables that the database has besides those of places. `patience`: how long
    /// to wait for another process that writes. `needsPlaces`: whether the imported places must be
    /// there. `isAlone`: nobody else can open the database meanwhile, and it can be read on a full
    /// disk.
    package init(
        _ opening: Opening, schemas: [Schema], patience: Duration = Connection.patience,
        needsPlaces: Bool = true, isAlone: Bool = false
    ) throws {
        self.isAlone = isAlone
        isReadOnly = opening.isReadOnly
        let schemas = [PlaceSchema.schema] + schemas
        switch opening {
        case .file(let path):
            self.path = path
            connection = try Connection(path: path, mode: .create, patience: patience)
            if isAlone { try connection.lockForever() }
        case .readOnly(let path):
            self.path = path
            connection = try Self.openedAsItIs(path, schemas)
        case .temporary:
            path = nil
            connection = try Connection(path: "", mode: .temporary)
        }
        if !opening.isReadOnly {
            // This refuses another program's file before anything in it has changed.
            _ = try connection.isUpToDate(schemas, PlaceSchema.application)
            try connection.execute(
                """
                PRAGMA journal_mode = WAL;
                PRAGMA journal_size_limit = \(Self.longestWAL);
                -- Power may go at any time: what was said to be done is done.
                PRAGMA synchronous = FULL;
                PRAGMA foreign_keys = ON
                """)
            try connection.migrate(to: schemas, application: PlaceSchema.application)
        }
        try connection.execute(
            "PRAGMA temp_store = FILE; PRAGMA cache_size = -\(Self.cacheSize)")
        if needsPlaces { try followImports() }
    }

    /// Brings a database that an earlier version made up to date first, or throws if this account
    /// may not write it.
    private static func openedAsItIs(_ path: String, _ schemas: [Schema]) throws -> Connection {
        let connection = try Connection(path: path, mode: .readOnly)
        if try connection.isUpToDate(schemas, PlaceSchema.application) { return connection }
        let mark = try connection.integer("PRAGMA application_id") ?? 0
        guard mark == PlaceSchema.application else { throw SQLiteError.needsUpdate(path) }
        do {
            _ = try PlaceStore(
                .file(path), schemas: Array(schemas.dropFirst()), needsPlaces: false)
        } catch SQLiteError.readOnly {
            throw SQLiteError.needsUpdate(path)
        }
        return try Connection(path: path, mode: .readOnly)
    }

    /// Whether others have changed the database, an import for one, since this was asked last.
    package func hasChangedElsewhere() throws -> Bool {
        let version = try version()
        defer { lastVersion = version }
        return lastVersion != nil && lastVersion != version
    }

    /// Makes `hasChangedElsewhere()` say so the next time.
    func presumeChanges() { lastVersion = Version() }

    /// Which state of the files this connection sees: others make another.
    struct Version: Equatable {
        var database: Int64?
        /// Of the file of imported places, in which cells change.
        var imported: Int64?
        var file: PlaceFile?
    }

    func version() throws -> Version {
        Version(
            database: try connection.integer("PRAGMA data_version"),
            imported: file == nil
                ? nil : try connection.integer("PRAGMA \(Self.imported).data_version"),
            file: file)
    }

    /// Bytes of the database and of the imported places, without their write-ahead log.
    package func size() throws -> Int {
        try connection.size() + (file == nil ? 0 : connection.size(Self.imported))
    }

    /// How many places there are. They are counted only when the database has changed, as that
    /// reads the rows of a million places.
    package func placeCount() throws -> Int {
        let version = try version()
        let changes = connection.totalChanges
        if let counted, counted.version == version, counted.changes == changes {
            return counted.places
        }
        let places = Int(try connection.integer("SELECT count(*) FROM place") ?? 0)
        counted = (places, version, changes)
        shrink()
        giveBackFreedMemory()
        return places
    }

    /// Gives back the memory of pages that were read, when the next question is about others.
    package func shrink() {
        spots = nil
        // If it fails, only memory is not given back.
        try? connection.execute("PRAGMA shrink_memory")
    }
}
