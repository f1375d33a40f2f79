import Synchronization

/// Lets one after another do something to the same thing.
package final class KeyedLock: Sendable {
    /// Those who wait, by what is being changed.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    package init() {}

    /// `thing`: what `body` changes.
    package func take<Result>(
        _ thing: String, _ body: () async throws -> Result
    ) async throws -> Result {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[thing] != nil else {
                    waiting[thing] = []
                    return true
                }
                waiting[thing]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { next(thing)?.resume() }
        return try await body()
    }

    private func next(_ thing: String) -> CheckedContinuation<Void, Never>? {
        waiting.withLock { waiting in
            guard waiting[thing]?.isEmpty == false else {
                waiting[thing] = nil
                return nil
            }
            return waiting[thing]?.removeFirst()
        }
    }
}
