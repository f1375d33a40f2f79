import Posix

/// For streams of events: whoever has shown a message waits for the next.
extension MessageStore {
    /// The messages of `person` that are newer than `id`, the oldest first; waits until there is
    /// one. Throws `CancellationError` when the caller's task is cancelled.
    package func next(after id: Int64, of person: String) async throws -> [Message] {
        var number = news.number
        while true {
            let newer = try messages(of: person, after: id)
            if !newer.isEmpty { return newer }
            var people: Set<String> = []
            repeat {
                (people, number) = try await news.next(after: number)
                // Whoever is far behind is not told for whom there was something.
            } while !people.isEmpty && !people.contains(person)
        }
    }
}
