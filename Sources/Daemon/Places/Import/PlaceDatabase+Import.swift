package import Geofencing
package import Posix
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
        try await importing { store, isStopped in
            var places = places
            places.isStopped = isStopped
            return try places.run(try inputs(), into: store, finished: finished, progress: progress)
        }
    }

    /// Replaces what a source has in a cell, likewise. `bytes`: opens what is read.
    package nonisolated func run(
        _ update: CellUpdate, _ bytes: @escaping @Sendable () throws -> any ByteSource,
        finished: Timestamp
    ) async throws -> ImportSummary {
        try await importing { store, isStopped in
            var update = update
            update.isStopped = isStopped
            return try update.run(try bytes(), into: store, finished: finished)
        }
    }

    private nonisolated func importing(
        _ body:
            @escaping @Sendable (
                PlaceStore, _ isStopped: @escaping @Sendable () -> Bool
            ) throws -> ImportSummary
    ) async throws -> ImportSummary {
        let isCancelled = Flag()
        return try await withTaskCancellationHandler {
            try await aside { store in
                try body(store) { isCancelled.isSet }
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
