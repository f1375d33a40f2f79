package import Posix
import SQLite

/// The people of the gateway, their groups and phones, and who may do and see what of them.
///
/// Every method that is about somebody takes `by caller`, and is the one place that decides whether
/// the caller may. A method that changes something is one transaction.
package actor Community {
    private let queue = DatabaseQueue(label: "community")
    private let path: String
    private let boot: String
    private let patience: Duration
    private let systemTime: @Sendable () -> Int64
    private let uptime: @Sendable () -> Double
    /// What has changed, for all who wait for it. Others note there what they change.
    package nonisolated let changes = ChangeLog<Change>.ofGateway()
    /// The first stocks, 1 to this, are things so many later (OldThings.swift).
    package nonisolated let oldStocks: Int64
    /// What is here of a backup that was restored in part at this start; `nil` at all others.
    package nonisolated let restored: Restored?
    /// What people see, as it was found last.
    var seen: [Caller: SeenPhones] = [:]
    private var clock = SteadyClock()
    /// So that nobody finds out from the file where somebody was who asked to be let in.
    private let salt = Secret()
    /// `nil` if it could not be opened the last time, or is in an unknown state.
    private var opened: Connection?
    /// Whether the database is open in a way in which it can only be read.
    private var isReadOnly = false
    private var isForgetting = false
    /// Whether rows were removed since the file was gone through from its beginning.
    private var forgetsMore = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// `directory`: the state directory, which must exist. `now`: seconds since 1970 by the system's
    /// clock. `uptime`: seconds since `boot` by a clock that nobody sets (`CLOCK_BOOTTIME`).
    /// `patience`: how long to wait for another connection that writes.
    package init(
        in directory: String, boot: String = bootID, patience: Duration = .seconds(5),
        now: @escaping @Sendable () -> Int64, uptime: @escaping @Sendable () -> Double
    ) throws {
        path = "\(directory)/\(GatewayDatabase.fileName)"
        (self.boot, systemTime, self.uptime) = (boot, now, uptime)
        self.patience = patience
        (opened, isReadOnly) = try Self.open(path, patience)
        // While this cannot be written down, nobody is served.
        restored = try opened?.keepRestoredGroups()
        clock.last = try opened?.lastLook()
        oldStocks = try opened?.integer("SELECT first FROM old_stock") ?? 0
    }

    /// What is written down of a network; `nil`: it is this machine.
    func origin(_ network: String?) -> [UInt8]? {
        network.map { sha256("\(salt.text)\($0)") }
    }

    // MARK: The database

    /// On a full or read-only disk, so that it can at least be read.
    private static func open(
        _ path: String, _ patience: Duration
    ) throws -> (Connection, isReadOnly: Bool) {
        let schemas = [CommunitySchema.schema]
        do {
            return (try GatewayDatabase.open(path, schemas: schemas, patience: patience), false)
        } catch SQLiteError.full where InputFile.exists(path) {
            return (try GatewayDatabase.open(path, schemas: schemas, isAlone: true), true)
        } catch let error as SQLiteError where error.isOfReadOnlyDisk && InputFile.exists(path) {
            return (try GatewayDatabase.openReadOnly(path, schemas: schemas), true)
        }
    }

    private func connection(forWriting isWriting: Bool) throws -> Connection {
        if let opened, !isReadOnly || !isWriting { return opened }
        opened = nil
        let (connection, isReadOnly) = try Self.open(path, patience)
        (opened, self.isReadOnly) = (connection, isReadOnly)
        return connection
    }

    /// Calls `body` with the database and the time.
    func read<Result>(_ body: (Connection, _ now: Int64) throws -> Result) throws -> Result {
        try keepingSound {
            let connection = try connection(forWriting: false)
            return try body(connection, try time(connection))
        }
    }

    /// As `read`, but keeps all changes that `body` makes, or none if it throws. `topics`: of what
    /// the audience may see another thing after it.
    @discardableResult
    func change<Result>(
        of topics: [Change.Topic] = [], for audience: Change.Audience = .everyone,
        _ body: (Connection, _ now: Int64) throws -> Result
    ) throws -> Result {
        let result = try keepingSound {
            let connection = try connection(forWriting: true)
            let time = try time(connection)
            let look = look
            let result = try connection.transaction {
                try connection.write(look)
                return try body(connection, time)
            }
            clock.last = look
            return result
        }
        seen = [:]
        if !topics.isEmpty { changes.note(topics, for: audience) }
        return result
    }

    /// SQLite may leave the connection in any state after some errors: then it is opened again.
    private func keepingSound<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            switch error {
            case .busy, .constraint: break
            // Perhaps the next change can be made.
            case .readOnly: isReadOnly = true
            // If this fails, nothing is lost.
            case .full: _ = try? opened?.emptyWAL()
            default: opened = nil
            }
            throw error
        }
    }

    // MARK: Time

    private var look: SteadyClock.Look {
        SteadyClock.Look(time: systemTime(), uptime: uptime(), boot: boot)
    }

    /// The time by which things end. When the system's clock was set, they are moved along first.
    private func time(_ connection: Connection) throws -> Int64 {
        let look = look
        let step = clock.step(to: look)
        guard step != 0 else { return look.time }
        seen = [:]
        do {
            try connection.transaction {
                // What is over stays so.
                try connection.removeWhatIsOver(at: look.time - step)
                try connection.move(by: step)
                try connection.write(look)
            }
            clock.last = look
            return look.time
        } catch SQLiteError.full, SQLiteError.readOnly, SQLiteError.busy {
            // The times that are stored still are by the clock as it was.
            return look.time - step
        }
    }

    // MARK: Upkeep

    /// Removes what is over, and finishes what was to be forgotten. To be called at the start and each
    /// hour.
    package func tidy() async throws {
        let removed = try change { db, now in try db.removeWhatIsOver(at: now) }
        if removed > 0 { changes.note(Change.Topic.allCases) }
        try await finishForgetting()
    }

    /// Overwrites what may be left of removed rows. What another connection keeps it from is done by
    /// the next `tidy()`.
    ///
    /// The file may be large and its disk slow: others have their turn after each `pages`, of which
    /// 1024 are 4 MiB. `betweenPages`: what happens then.
    func finishForgetting(
        pages: Int = 1024, betweenPages: () async throws -> Void = { await Task.yield() }
    ) async throws {
        // Whoever does it already begins anew.
        forgetsMore = true
        guard !isForgetting else { return }
        isForgetting = true
        defer { isForgetting = false }
        let isDue = try keepingSound {
            try connection(forWriting: true).integer("SELECT one FROM forgetting") != nil
        }
        guard isDue else { return }
        while forgetsMore {
            forgetsMore = false
            for first in sequence(first: 1, next: { $0 + pages }) {
                let goesOn = try keepingSound {
                    try connection(forWriting: true).overwriteGaps(in: first..<first + pages)
                }
                guard let goesOn else { return }
                if !goesOn { break }
                try await betweenPages()
            }
        }
        try keepingSound {
            let db = try connection(forWriting: true)
            try db.run("DELETE FROM forgetting")
            _ = try db.emptyWAL()
        }
    }
}

extension SQLiteError {
    fileprivate var isOfReadOnlyDisk: Bool {
        switch self {
        case .readOnly, .cannotOpen: true
        default: false
        }
    }
}
