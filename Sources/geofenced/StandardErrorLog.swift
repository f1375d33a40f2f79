import Glibc
import Logging
import Posix

/// Log lines on standard error, as systemd's journal wants them: a priority, then the text
/// (sd-daemon(3)). Where no journal reads along, the level is a word.
struct StandardErrorLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    /// systemd sets this for what it connects to the journal (systemd.exec(5)).
    private static let isJournal = getenv("JOURNAL_STREAM") != nil

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = Self.isJournal ? "<\(event.level.priority)>" : "geofenced: \(event.level): "
        line += "\(event.message)"
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        line = line.visible + "\n"
        // One write, so that lines of several threads stay whole. A log that cannot be written
        // has nobody to be reported to.
        var text = line
        _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension Logger.Level {
    /// As in syslog(3).
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
