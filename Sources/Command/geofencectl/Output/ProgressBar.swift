import Geofencing
import Places

/// The progress of an import on one line of a terminal.
final class ProgressBar: Sendable {
    private let start: ContinuousClock.Instant
    private let line = StatusLine()

    private static let width = 24

    init(since start: ContinuousClock.Instant) {
        self.start = start
    }

    func show(_ progress: ImportProgress) {
        line.show(isUrgent: progress.isIndexing) { text(progress) }
    }

    func clear() { line.clear() }

    private func text(_ progress: ImportProgress) -> String {
        let seconds = max(0.001, start.duration(to: .now) / .seconds(1))
        let rate = Int(Double(progress.places) / seconds).grouped
        let places =
            "\(progress.places.grouped) places, "
            + (progress.isIndexing ? "indexing" : "\(rate) a second")
        guard let bytes = progress.bytes, bytes > 0 else { return places }
        let part = min(1, Double(progress.bytesRead) / Double(bytes))
        let filled = Int(part * Double(Self.width))
        let bar =
            String(repeating: "█", count: filled)
            + String(repeating: "░", count: Self.width - filled)
        return "\(bar) \(String(Int(part * 100)).padded(to: 3)) %  \(places)"
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
