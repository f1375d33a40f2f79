import Geofencing

/// What the log does beside writing: it tries again, keeps room on the disk, and removes what is old.
extension NotificationLog {
    /// How long it waits until it tries to write again.
    static let retry = Duration.seconds(1)
    /// How long it waits until it looks again for room that can be kept.
    private static let lookForRoom = Duration.seconds(10)
    /// How long it waits until it looks again for what is too old to keep.
    private static let upkeep = Duration.seconds(60)
    /// Rows that are removed at once.
    private static let pruned = 256

    /// Runs until it is cancelled: writes what waits as soon as it can, and removes what is too
    /// old to keep.
    package func run() async throws {
        while true {
            if problem == nil {
                // Writing says why it cannot be opened.
                _ = try? opened()
                if room.keep() { observe(.spareKept) }
                lastReported.sync()
                // What is left is forgotten all the same, and overwritten another time.
                try? await finishForgetting()
                try await prune()
            } else {
                flush()
            }
            await rest(for: pause)
            try Task.checkCancellation()
        }
    }

    private var pause: Duration {
        guard problem == nil, isOpen else { return Self.retry }
        return room.isNearlyFull ? Self.lookForRoom : Self.upkeep
    }

    /// Returns when the time is over, or notices can no longer be written.
    private func rest(for time: Duration) async {
        let (alarms, alarm) = AsyncStream.makeStream(of: Void.self)
        self.alarm = alarm
        await withTaskGroup { group in
            // That it was woken is no error.
            group.addTask { [clock] in try? await clock.sleep(for: time) }
            group.addTask { for await _ in alarms {} }
            await group.next()
            group.cancelAll()
        }
    }

    /// Removes what is too old to keep, a little at a time.
    package func prune() async throws {
        while pruneOnce(most: Self.pruned) == Self.pruned
            || prunePositionsOnce() == Self.pruned
        {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Returns how many positions it has removed.
    private func prunePositionsOnce() -> Int {
        guard problem == nil, let store else { return 0 }
        let days = Double(settings.keepPositionDays) * 86_400
        let time = retention.now(now(), uptime: uptime())
        // What cannot be removed now can be removed later.
        return (try? store.prunePositions(before: time + -days, most: Self.pruned)) ?? 0
    }

    /// Removes what is more than shall be kept, once that is worth it.
    func pruneSurplus() {
        let surplus = board.latest - board.oldest + 1 - settings.keepCount
        if surplus >= Self.pruned { _ = pruneOnce(most: surplus) }
    }

    /// Returns how many it has removed.
    private func pruneOnce(most: Int) -> Int {
        guard problem == nil, let store else { return 0 }
        let days = Double(settings.keepDays) * 86_400
        do {
            let time = retention.now(now(), uptime: uptime())
            let count = try store.prune(
                before: time + -days, below: board.latest - settings.keepCount + 1, most: most)
            if count > 0 {
                board.forget(before: try store.numbers()?.lowerBound ?? board.latest + 1)
            }
            return count
        } catch {
            // What cannot be removed now can be removed later; writing says what is wrong.
            return 0
        }
    }
}
