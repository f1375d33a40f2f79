import Geofencing
import Glibc
import Places
import Synchronization

/// How far an import is, on one line of a terminal; nowhere else.
final class ProgressBar: Sendable {
    private let start: ContinuousClock.Instant
    private let isShown = isatty(STDERR_FILENO) == 1
    /// When it was drawn last.
    private let drawn = Mutex<ContinuousClock.Instant?>(nil)

    private static let interval = Duration.milliseconds(100)
    private static let width = 24

    init(since start: ContinuousClock.Instant) {
        self.start = start
    }

    func show(_ progress: ImportProgress) {
        guard isShown else { return }
        let now = ContinuousClock.now
        let isDue = drawn.withLock { drawn in
            if let drawn, drawn.duration(to: now) < Self.interval, !progress.isIndexing {
                return false
            }
            drawn = now
            return true
        }
        guard isDue else { return }
        let rate = Double(progress.places) / max(0.001, start.duration(to: now) / .seconds(1))
        var line = "\(progress.places.grouped) places, "
        line += progress.isIndexing ? "indexing" : "\(Int(rate).grouped) a second"
        if let bytes = progress.bytes, bytes > 0 {
            let part = min(1, Double(progress.bytesRead) / Double(bytes))
            let filled = Int(part * Double(Self.width))
            let bar =
                String(repeating: "█", count: filled)
                + String(repeating: "░", count: Self.width - filled)
            line = "\(bar) \(String(Int(part * 100)).padded(to: 3)) %  \(line)"
        }
        StandardError.write(Array("\r\u{1B}[K\(line)".utf8))
    }

    /// Leaves the terminal as it was.
    func clear() {
        if drawn.withLock({ $0 }) != nil { StandardError.write(Array("\r\u{1B}[K".utf8)) }
    }
}

extension Int {
    /// With commas between the thousands.
    var grouped: String {
        var text = ""
        for (index, digit) in String(magnitude).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + String(text.reversed())
    }
}
