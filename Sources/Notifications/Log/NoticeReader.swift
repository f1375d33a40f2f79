import SQLite

/// Reads what is no longer in memory, for a moment each time, while others write.
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

    /// `log`: the one that goes on now; with another begins another file, perhaps.
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
