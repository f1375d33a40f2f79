import Synchronization

/// Tells whoever listens what has changed. Of what changes often, a slow listener gets the latest.
package final class LatestChanges<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let listeners = Mutex<[Int: Listener]>([:])

    private struct Listener {
        /// In the order in which they came first.
        var keys: [Key] = []
        var values: [Key: Value] = [:]
        var waiting: CheckedContinuation<Void, Never>?
        /// The last batch that was handed out, and its number.
        var sent: (number: Int, batch: [(key: Key, value: Value)])?

        mutating func batch(after number: Int) -> [(key: Key, value: Value)] {
            if let sent, sent.number == number + 1 { return sent.batch }
            let batch = keys.map { (key: $0, value: values[$0]!) }
            (keys, values) = ([], [:])
            sent = batch.isEmpty ? nil : (number + 1, batch)
            return batch
        }
    }

    package init() {}

    /// Costs next to nothing while nobody listens.
    package func note(_ value: Value, of key: Key) {
        let waiting = listeners.withLock { listeners in
            var waiting: [CheckedContinuation<Void, Never>] = []
            for ticket in listeners.keys {
                if listeners[ticket]!.values.updateValue(value, forKey: key) == nil {
                    listeners[ticket]!.keys.append(key)
                }
                if let one = listeners[ticket]!.waiting { waiting.append(one) }
                listeners[ticket]!.waiting = nil
            }
            return waiting
        }
        for one in waiting { one.resume() }
    }

    /// Listens as long as it lives.
    package func listen() -> Subscription { Subscription(self) }

    /// For one task at a time.
    package final class Subscription: Sendable {
        private let changes: LatestChanges
        private let ticket: Int

        fileprivate init(_ changes: LatestChanges) {
            self.changes = changes
            ticket = changes.listeners.withLock { listeners in
                let ticket = (listeners.keys.max() ?? 0) + 1
                listeners[ticket] = Listener()
                return ticket
            }
        }

        deinit { changes.listeners.withLock { $0[ticket] = nil } }

        /// What has changed since the batch with this number, which somebody has had; waits until
        /// something has. Another call with the same number gets the same. Throws when the task is
        /// cancelled.
        package func next(after number: Int) async throws -> [(key: Key, value: Value)] {
            while true {
                let found = changes.listeners.withLock { $0[ticket]?.batch(after: number) ?? [] }
                if !found.isEmpty { return found }
                try await wait()
            }
        }

        private func wait() async throws {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isDue = changes.listeners.withLock { listeners in
                        if Task.isCancelled || listeners[ticket]?.keys.isEmpty != true {
                            return true
                        }
                        listeners[ticket]?.waiting = continuation
                        return false
                    }
                    if isDue { continuation.resume() }
                }
            } onCancel: {
                changes.listeners.withLock { listeners in
                    defer { listeners[ticket]?.waiting = nil }
                    return listeners[ticket]?.waiting
                }?.resume()
            }
            try Task.checkCancellation()
        }
    }
}
