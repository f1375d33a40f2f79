import Posix
package import SQLite

/// The tables of `places.sqlite`, for one thread at a time.
///
/// What is asked of them is in extensions, topic by topic, and in the kinds of regions.
package final class PlaceStore {
    package let connection: Connection
    /// What else makes regions, besides the places themselves.
    package let kinds: [any RegionKind.Type]
    private var lastVersion: Int64?
    /// How many places there were, and of which state of the database.
    private var counted: (places: Int, version: Int64?, changes: Int)?

    /// KiB of the database to keep in memory: the rows of a large city, and the text index's way
    /// to a word. Only what is read is kept.
    private static let cacheSize = 16 * 1024

    /// In the daemon's state directory.
    package static let fileName = "places.sqlite"

    package enum Opening: Sendable {
        /// A file that may be changed, and is made if it is not there.
        case file(String)
        /// A file that must be there, and is left as it is.
        case readOnly(String)
        /// For this process alone, and gone with it.
        case temporary
    }

    /// `patience`: so long is waited for another process that writes.
    package init(
        _ opening: Opening, kinds: [any RegionKind.Type] = RegionKinds.all,
        patience: Duration = Connection.patience
    ) throws {
        self.kinds = kinds
        switch opening {
        case .file(let path):
            connection = try Connection(path: path, mode: .create, patience: patience)
        case .readOnly(let path): connection = try Connection(path: path, mode: .readOnly)
        case .temporary: connection = try Connection(path: "", mode: .temporary)
        }
        let schemas = [PlaceSchema.schema] + kinds.map { $0.schema }
        if case .readOnly(let path) = opening {
            guard try connection.isUpToDate(schemas, PlaceSchema.application) else {
                throw SQLiteError.needsUpdate(path)
            }
        } else {
            // What has no schema yet, or another program's, stays as it is until it is refused.
            _ = try connection.isUpToDate(schemas, PlaceSchema.application)
            try connection.execute(
                """
                PRAGMA journal_mode = WAL;
                -- Power may go at any time: what was said to be done is done.
                PRAGMA synchronous = FULL;
                PRAGMA foreign_keys = ON
                """)
            try connection.migrate(to: schemas, application: PlaceSchema.application)
        }
        try connection.execute(
            "PRAGMA temp_store = FILE; PRAGMA cache_size = -\(Self.cacheSize)")
    }

    /// Whether others have changed the database, an import for one, since this was asked last.
    package func hasChangedElsewhere() throws -> Bool {
        let version = try connection.integer("PRAGMA data_version")
        defer { lastVersion = version }
        return lastVersion != nil && lastVersion != version
    }

    /// Bytes, of the file without what is still to be moved into it.
    package func size() throws -> Int { try connection.size() }

    /// Counted only when the database has changed: that reads a million places' rows.
    package func placeCount() throws -> Int {
        let version = try connection.integer("PRAGMA data_version")
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

    /// Forgets the pages of the file that are in memory: what is asked for next is in others.
    func shrink() {
        // Where even that does not work, nothing is lost.
        try? connection.execute("PRAGMA shrink_memory")
    }
}

/// A `PlaceStore` for everyone: each call has it for itself, on a thread of its own.
package actor PlaceDatabase {
    private let queue = DatabaseQueue(label: "places")
    private let store: PlaceStore

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    package init(
        _ opening: PlaceStore.Opening, kinds: [any RegionKind.Type] = RegionKinds.all,
        patience: Duration = Connection.patience
    ) throws {
        store = try PlaceStore(opening, kinds: kinds, patience: patience)
    }

    package func with<Result: Sendable>(
        _ body: @Sendable (PlaceStore) throws -> Result
    ) throws -> Result {
        try body(store)
    }
}
