import Glibc
package import Logging
import Posix
import Synchronization

/// Writes log lines to standard error. For systemd's journal, a line begins with a priority
/// (sd-daemon(3)); otherwise with the level in words.
package struct StandardErrorLog: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel = Logger.Level.info
    private let program: String

    /// systemd sets this variable if it connects standard error to the journal (systemd.exec(5)).
    private static let isJournal = getenv("JOURNAL_STREAM") != nil
    /// How many lines are lost since the last one that was written.
    private static let lost = Atomic(0)

    /// `program`: its name, which lines begin with.
    package init(of program: String) {
        self.program = program
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        // The daemon does not wait for a reader of its log.
        guard Self.isReady else {
            Self.lost.add(1, ordering: .relaxed)
            return
        }
        var text = ""
        let lost = Self.lost.exchange(0, ordering: .relaxed)
        if lost > 0 {
            text = begin(.warning) + "nobody read so many lines of this log count=\(lost)\n"
        }
        var line = begin(event.level) + "\(event.message)"
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        text += line.visible + "\n"
        // One call of write(2), so that lines of several threads stay whole. Nobody can be told
        // that it fails.
        _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private func begin(_ level: Logger.Level) -> String {
        Self.isJournal ? "<\(level.priority)>" : "\(program): \(level): "
    }

    /// Whether a line can be written without waiting: there is room for 4 KiB (pipe(7)).
    private static var isReady: Bool {
        var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&descriptor, 1, 0) != 0
    }
}

extension Logger.Level {
    /// The priority of syslog(3).
    fileprivate var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
