/// For streams of events: whoever has shown a message waits for the next.
extension MessageStore {
    struct Waiting {
        var person: String
        var continuation: CheckedContinuation<Void, Never>
    }

    /// The messages of `person` that are newer than `id`, the oldest first; waits until there is
    /// one. Throws `CancellationError` when the caller's task is cancelled.
    package func next(after id: Int64, of person: String) async throws -> [Message] {
        while true {
            let newer = try messages(of: person, after: id)
            if !newer.isEmpty { return newer }
            try Task.checkCancellation()
            await wait(for: person)
        }
    }

    private func wait(for person: String) async {
        lastWaiting += 1
        let number = lastWaiting
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[number] = Waiting(person: person, continuation: continuation)
                // A task that was cancelled before is not told of it again.
                if Task.isCancelled { wake(number) }
            }
        } onCancel: {
            Task { await self.wake(number) }
        }
    }

    private func wake(_ number: Int) {
        waiting.removeValue(forKey: number)?.continuation.resume()
    }

    /// Wakes those that wait for messages of these people.
    func wake(_ people: Set<String>) {
        for (number, one) in waiting where people.contains(one.person) { wake(number) }
    }
}
