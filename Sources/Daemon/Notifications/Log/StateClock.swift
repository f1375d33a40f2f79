import Synchronization

/// Says when the tracker's state is written down although there is nothing to tell.
///
/// That is often, so that little has to be judged again after a restart, but not so often that a disk
/// wears out.
final class StateClock: Sendable {
    private let last = Mutex(ContinuousClock.now)

    /// The state has been written.
    func restart() {
        last.withLock { $0 = .now }
    }

    /// `reports`: how many have come since the state was written.
    func isDue(_ reports: Int) -> Bool {
        guard reports > 0 else { return false }
        let elapsed = last.withLock { ContinuousClock.now - $0 }
        return elapsed >= .seconds(60) || reports >= 5000 && elapsed >= .seconds(1)
    }
}
