package import Logging
import Synchronization

/// What was logged, a line for each event, as in `warning: a phone is not let in error=…`.
package final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    private let level: Logger.Level

    /// `level`: of the least that is kept.
    package init(from level: Logger.Level = .trace) { self.level = level }

    package var all: [String] { lines.withLock(\.self) }

    package var logger: Logger {
        Logger(label: "test") { _ in Handler(lines: self, logLevel: self.level) }
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let words = all.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
            let line = (["\(event.level): \(event.message)"] + words).joined(separator: " ")
            lines.lines.withLock { $0.append(line) }
        }
    }
}
