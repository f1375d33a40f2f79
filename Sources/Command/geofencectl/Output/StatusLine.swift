import Glibc
import Synchronization

/// A line of a terminal that is drawn over and over, at most ten times a second. Without a terminal,
/// it shows nothing.
final class StatusLine: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1
    /// When it was drawn last; `nil`: never.
    private let drawn = Mutex<ContinuousClock.Instant?>(nil)

    private static let interval = Duration.milliseconds(100)

    /// `isUrgent`: it is drawn even if the last time was just now.
    func show(isUrgent: Bool, _ text: () -> String) {
        guard isShown else { return }
        let now = ContinuousClock.now
        let isDue = drawn.withLock { drawn in
            if let drawn, drawn.duration(to: now) < Self.interval, !isUrgent { return false }
            drawn = now
            return true
        }
        if isDue { StandardError.write(Array("\r\u{1B}[K\(text())".utf8)) }
    }

    /// Removes the line.
    func clear() {
        if drawn.withLock({ $0 }) != nil { StandardError.write(Array("\r\u{1B}[K".utf8)) }
    }
}
