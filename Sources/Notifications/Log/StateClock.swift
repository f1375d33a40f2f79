import Synchronization

/// Says when the tracker's state is worth writing down although nothing has happened.
///
/// Often enough that little has to be judged again after a restart, and seldom enough for a disk
/// that wears out.
final class StateClock: Sendable {
    private let last = Mutex(ContinuousClock.now)

    func restart() {
        last.withLock { $0 = .now }
    }

    func isDue(_ reports: Int) -> Bool {
        guard reports > 0 else { return false }
        let elapsed = last.withLock { ContinuousClock.now - $0 }
        return elapsed >= .seconds(60) || reports >= 5000 && elapsed >= .seconds(1)
    }
}
