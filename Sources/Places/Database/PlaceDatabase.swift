import Posix
package import SQLite

/// A `PlaceStore` for everyone: each call has it for itself, on a thread of its own.
///
/// Who changes it does so on another thread, with another connection: whatever that waits for,
/// nobody who reads does.
package actor PlaceDatabase {
    private let queue = DatabaseQueue(label: "places")
    /// Opens it for those who read, if need be alone.
    private let open: @Sendable () throws -> PlaceStore
    /// `nil` if it could not be opened the last time.
    private var opened: PlaceStore?
    /// `nil` if the database is in no file, or is not to be changed.
    private let changes: PlaceChanges?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// `schemas`: of the tables that the database has besides those of places. `patience`: how long
    /// to wait for another process that writes.
    package init(
        _ opening: PlaceStore.Opening, schemas: [Schema], patience: Duration = Connection.patience
    ) throws {
        open = {
            do {
                return try PlaceStore(opening, schemas: schemas, patience: patience)
            } catch SQLiteError.full(let path) where InputFile.exists(path) {
                return try PlaceStore(opening, schemas: schemas, isAlone: true)
            }
        }
        if case .file = opening {
            changes = PlaceChanges { try PlaceStore(opening, schemas: schemas, patience: patience) }
        } else {
            changes = nil
        }
        let store = try open()
        // What cannot be removed now, the next import removes.
        if changes != nil { try? store.removeLeftovers() }
        opened = store
    }

    /// Bytes of a disk on which a database need not be opened alone.
    private static let room = 1 << 20

    private func store() throws -> PlaceStore {
        if let opened {
            guard opened.isAlone, let path = opened.path, let free = freeSpace(at: path),
                free >= Self.room
            else { return opened }
            self.opened = nil
        }
        let store = try open()
        store.presumeChanges()
        opened = store
        return store
    }

    /// Gives back what imports have left: those that were killed, and the places of the last state.
    package func tidy() throws {
        try store().reading { _ in }
        try store().removeLeftovers()
    }

    /// Reads one state of everything, and waits for nobody who writes.
    package func with<Result: Sendable>(
        _ body: @Sendable (PlaceStore) throws -> Result
    ) throws -> Result {
        let store = try store()
        return try store.path == nil ? body(store) : store.reading(body)
    }

    /// Changes favourites, deals and the like: all of `body`, or nothing.
    package func change<Result: Sendable>(
        _ body: @escaping @Sendable (PlaceStore) throws -> Result
    ) async throws -> Result {
        guard let changes else { return try body(store()) }
        let store = try store()
        if store.isAlone, let path = store.path { throw SQLiteError.full(path) }
        return try await changes.make(body)
    }
}

/// What changes a database: one after the other, each with a connection of its own, as most
/// daemons change theirs seldom.
private actor PlaceChanges {
    private let queue = DatabaseQueue(label: "changes of places")
    private let open: @Sendable () throws -> PlaceStore

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    init(_ open: @escaping @Sendable () throws -> PlaceStore) {
        self.open = open
    }

    func make<Result: Sendable>(
        _ body: @Sendable (PlaceStore) throws -> Result
    ) throws -> Result {
        try open().changing(body)
    }
}
