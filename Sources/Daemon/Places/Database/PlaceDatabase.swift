import Posix
package import SQLite

/// A `PlaceStore` for many tasks: each call has it for itself, on a thread of its own.
///
/// Changes are made on another thread, with another connection: reading never waits for what a
/// change waits for.
package actor PlaceDatabase {
    private let queue = DatabaseQueue(label: "places")
    /// Opens the database for reading; on a full disk, so that no other process can open it.
    private let open: @Sendable () throws -> PlaceStore
    /// `nil` if it could not be opened the last time.
    private var opened: PlaceStore?
    /// `nil` if the database has no file, or is not to be changed.
    private let changes: PlaceChanges?
    /// `nil` if the database has no file.
    private let answers: PlaceAnswers?
    /// Opens the database for an import, which mends what is missing.
    nonisolated let openForImport: @Sendable () throws -> PlaceStore

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
        openForImport = {
            try PlaceStore(opening, schemas: schemas, patience: patience, needsPlaces: false)
        }
        if case .file = opening {
            changes = PlaceChanges { try PlaceStore(opening, schemas: schemas, patience: patience) }
        } else {
            changes = nil
        }
        if case .temporary = opening { answers = nil } else { answers = PlaceAnswers(open) }
        let store = try open()
        // If it fails, the next import removes them.
        if changes != nil {
            try? store.removeLeftovers()
            // Whoever changes one next would mend them as well.
            try? store.mendOwnPlaces()
        }
        opened = store
    }

    /// Bytes: with so much room on the disk, other processes may open the database as well.
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

    /// Gives back the disk space that imports have left: killed ones, and the last one, which has
    /// replaced the places that were there.
    package func tidy() async throws {
        try store().reading { _ in }
        try store().removeLeftovers()
        await answers?.rest()
    }

    /// Calls `body` with one state of all tables, and waits for no change.
    package func with<Result: Sendable>(
        _ body: @Sendable (PlaceStore) throws -> Result
    ) throws -> Result {
        let store = try store()
        return try store.path == nil ? body(store) : store.reading(body)
    }

    /// As `with`, for somebody who asks: other calls do not wait for it. It ends with a
    /// `CancellationError` soon after the task is cancelled.
    package func answer<Result: Sendable>(
        _ body: @Sendable (PlaceStore) throws -> Result
    ) async throws -> Result {
        // On a full disk, the connection is the only one.
        guard let answers, try !store().isAlone else { return try with(body) }
        return try await answers.answer(body)
    }

    /// Makes the changes of `body`, all or none. Throws `SQLiteError.full` where the disk is full.
    package func change<Result: Sendable>(
        _ body: @escaping @Sendable (PlaceStore) throws -> Result
    ) async throws -> Result {
        try await change(isTransaction: true, body)
    }

    /// `isTransaction`: `body` is one; else it begins one itself.
    func change<Result: Sendable>(
        isTransaction: Bool, _ body: @escaping @Sendable (PlaceStore) throws -> Result
    ) async throws -> Result {
        guard let changes else { return try body(store()) }
        let store = try store()
        if store.isAlone, let path = store.path { throw SQLiteError.full(path) }
        return try await changes.make(isTransaction: isTransaction, body)
    }
}

/// Answers who asks, one after another, with a connection that is opened for the first of them.
private actor PlaceAnswers {
    private let queue = DatabaseQueue(label: "answers about places")
    private let open: @Sendable () throws -> PlaceStore
    private var opened: PlaceStore?
    private var isInUse = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    init(_ open: @escaping @Sendable () throws -> PlaceStore) {
        self.open = open
    }

    func answer<Result: Sendable>(
        _ body: @Sendable (PlaceStore) throws -> Result
    ) throws -> Result {
        // Whoever has gone while others were answered keeps nobody waiting.
        try Task.checkCancellation()
        let store = try opened ?? open()
        opened = store
        isInUse = true
        store.connection.isInterrupted = { Task.isCancelled }
        do {
            return try store.reading(body)
        } catch {
            // SQLite says only that something has interrupted it.
            throw Task.isCancelled ? CancellationError() : error
        }
    }

    /// Gives the memory back if nobody has asked since the last call.
    func rest() {
        if !isInUse, opened != nil {
            opened = nil
            giveBackFreedMemory()
        }
        isInUse = false
    }
}

/// Makes changes to a database one after another, each with a connection of its own: most daemons
/// change theirs seldom.
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
        isTransaction: Bool, _ body: @Sendable (PlaceStore) throws -> Result
    ) throws -> Result {
        isTransaction ? try open().changing(body) : try body(open())
    }
}
