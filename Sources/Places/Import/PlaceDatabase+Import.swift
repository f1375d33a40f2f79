package import Geofencing
import Posix
import Synchronization

extension PlaceDatabase {
    /// Runs an import on a thread of its own, while others read and change what there is.
    ///
    /// `inputs`: opens what is read, on that thread. A cancelled task ends the import, and this
    /// throws when it has ended; what waits for bytes must be ended by the caller.
    package nonisolated func run(
        _ places: PlaceImport, _ inputs: @escaping @Sendable () throws -> [ImportInput],
        finished: Timestamp,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportSummary {
        let isCancelled = Flag()
        var places = places
        places.isStopped = { isCancelled.isSet }
        return try await withTaskCancellationHandler {
            try await aside { [places] store in
                try places.run(
                    try inputs(), into: store, finished: finished, progress: progress)
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// Calls `body` on a thread of its own, with a store of its own: for what takes long, or waits.
    package nonisolated func aside<Result: Sendable>(
        _ body: @escaping @Sendable (PlaceStore) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { [openForImport] continuation in
            onOwnThread {
                let result = Swift.Result { try body(try openForImport()) }
                giveBackFreedMemory()
                continuation.resume(with: result)
            }
        }
    }
}

private final class Flag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
}
