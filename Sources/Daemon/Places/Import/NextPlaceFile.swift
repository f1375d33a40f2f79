import Posix
import SQLite

/// The file that an import prepares beside a database, while the one in use stays as it is.
///
/// Unless it is published, it is removed when this is released.
final class NextPlaceFile {
    let connection: Connection
    fileprivate let file: PlaceFile
    private let before: PlaceFile?
    private let lock: ImportLock
    private var isPublished = false

    /// Bytes of the disk that an import leaves free, since notices need some.
    static let leftFree = 8 << 20

    /// KiB of the file to keep in memory meanwhile; SQLite sorts with as much again.
    private static let cacheSize = 64 * 1024

    /// Begins with the places that `store` has. Throws `ImportError.underWay` if another import is.
    /// SQLite gives up when `isStopped` says so.
    init(
        after store: PlaceStore, of database: String,
        _ isStopped: @escaping @Sendable () -> Bool
    ) throws {
        lock = try ImportLock.waiting(for: database)
        before = try PlaceFile.current(of: database, in: store.connection)
        // If somebody has removed the file in use, its places are lost, and an import begins
        // without.
        if before.map({ InputFile.exists($0.path) }) ?? true { try store.followImports() }
        Self.removeLeftovers(beside: before, of: database)
        file = PlaceFile.next(after: before, of: database)
        try file.make()
        do {
            connection = try Connection(path: file.path, mode: .readWrite)
            connection.isInterrupted = isStopped
            try Self.prepare(connection, as: store, isFirst: before == nil)
        } catch {
            file.remove()
            throw error
        }
    }

    deinit {
        if !isPublished { file.remove() }
    }

    private static func prepare(
        _ connection: Connection, as store: PlaceStore, isFirst: Bool
    ) throws {
        try leaveRoom(on: connection)
        if store.file != nil {
            try connection.copy(from: store.connection, schema: PlaceStore.imported)
        } else if isFirst, try store.hasPlacesItself() {
            try connection.copy(from: store.connection)
            try connection.execute("PRAGMA journal_mode = DELETE")
            try connection.keepOnlyPlaces()
        }
        // It needs no journal: if anything fails, the whole file is removed.
        try connection.execute(
            """
            PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF;
            PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA temp_store = FILE;
            PRAGMA cache_size = -\(cacheSize)
            """)
        try connection.migrate(
            to: [PlaceSchema.imported], application: PlaceSchema.importedApplication)
        try SpotWriter.fill(connection)
    }

    /// Lets the file grow as far as there is room now.
    static func leaveRoom(on connection: Connection) throws {
        guard let free = freeSpace(at: connection.path) else { return }
        let pageSize = try connection.integer("PRAGMA page_size") ?? 4096
        let taken = try connection.integer("PRAGMA page_count") ?? 0
        let pages = max(0, free - leftFree) / Int(pageSize) + Int(taken)
        try connection.execute("PRAGMA max_page_count = \(max(1, pages))")
    }

    /// The beginning of the paths of inputs that another program reads.
    static func copies(of database: String) -> String { "\(database)-import" }

    /// Removes what killed imports have left, just before their end or just after.
    static func removeLeftovers(beside current: PlaceFile?, of database: String) {
        InputCopy.removeLeftovers(of: copies(of: database))
        PlaceFile.next(after: current, of: database).remove()
        if let current {
            PlaceFile(database: database, number: current.number - 1).remove()
        }
    }

    /// Puts the file in use. Returns when that would outlive a power cut.
    func publish(in store: PlaceStore) throws {
        try unlock()
        try file.sync()
        // Gives back the disk space of the journal, even if this fails.
        defer { _ = try? store.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") }
        try store.connection.transaction {
            let current = try PlaceFile.current(of: file.database, in: store.connection)
            guard current == before else { throw ImportError.underWay(file.database) }
            try copyOwnPlaces(of: store)
            try store.connection.run(
                "INSERT OR REPLACE INTO place_file VALUES (1, :number)",
                ["number": .integer(file.number)])
            if before == nil { try store.dropPlacesItself() }
        }
        isPublished = true
        before?.remove()
        // The import is done: what fails from here on does not matter to it.
        if before == nil { try? store.connection.execute("VACUUM") }
        try? store.followImports()
    }
}

extension NextPlaceFile {
    /// Lets others read the file. SQLite gives a lock up when it reads the next time.
    private func unlock() throws {
        try connection.execute("PRAGMA locking_mode = NORMAL")
        _ = try connection.integer("SELECT count(*) FROM edition")
    }

    /// Takes along what people have added meanwhile.
    private func copyOwnPlaces(of store: PlaceStore) throws {
        let (copy, own) = (OwnPlaceCopy(connection: connection), try store.ownPlaces())
        if try copy.has(own) { return }
        try connection.transaction { try copy.set(own) }
        try file.sync()
    }
}

extension PlaceStore {
    /// Whether the database itself has places, as an earlier version left them.
    fileprivate func hasPlacesItself() throws -> Bool {
        try connection.integer("SELECT id FROM place LIMIT 1") != nil
    }

    fileprivate func dropPlacesItself() throws {
        // Overwriting their pages would take as much room in the journal again.
        try connection.execute("PRAGMA secure_delete = OFF")
        for table in PlaceSchema.tables { try connection.execute("DROP TABLE main.\(table)") }
    }

    /// Removes what killed imports have left, unless an import is under way.
    func removeLeftovers() throws {
        // An import that was not killed leaves no lock.
        guard let path, ImportLock.isThere(path), let lock = try ImportLock(path) else { return }
        let current = try PlaceFile.current(of: path, in: connection)
        NextPlaceFile.removeLeftovers(beside: current, of: path)
        withExtendedLifetime(lock) {}
    }
}

extension Connection {
    /// Drops all other tables from a copy of a database.
    fileprivate func keepOnlyPlaces() throws {
        let others = try rows(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND sql NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                AND name NOT LIKE 'place\\_search%' ESCAPE '\\'
            """
        ) { $0.text(0) ?? "" }.filter { $0 != "schema_part" && !PlaceSchema.tables.contains($0) }
        for table in others { try execute("DROP TABLE \"\(table)\"") }
        try execute(
            """
            PRAGMA application_id = \(PlaceSchema.importedApplication);
            DELETE FROM schema_part;
            INSERT INTO schema_part VALUES ('\(PlaceSchema.imported.part)', 1)
            """)
    }
}
