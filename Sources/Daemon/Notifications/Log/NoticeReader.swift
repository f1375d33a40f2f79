import SQLite

/// Reads notices that are no longer in memory, while the log writes.
actor NoticeReader {
    private let queue = DatabaseQueue(label: "notices past")
    private let path: String
    private var open: (store: NoticeStore, log: LogID)?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    init(_ path: String) {
        self.path = path
    }

    /// Calls `body` with the database of `log`, which is opened again when another log goes on.
    func with<Result: Sendable>(
        _ log: LogID, _ body: @Sendable (NoticeStore) throws -> Result
    ) throws -> Result {
        if open?.log != log { open = nil }
        do {
            let store = try open?.store ?? NoticeStore(reading: path)
            open = (store, log)
            return try body(store)
        } catch {
            open = nil
            throw error
        }
    }
}
