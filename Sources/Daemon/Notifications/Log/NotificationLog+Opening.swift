import Geofencing
import Glibc
import Posix
import SQLite

extension NotificationLog {
    /// A database that can be written, and the log in it that goes on.
    struct Opened {
        var store: NoticeStore
        var log: LogID
        /// The number of the oldest notice that is kept; without any, of the first to come.
        var oldest: Int
        /// The number of the last notice.
        var latest: Int
    }

    /// Opens the database, or makes it. A damaged one is set aside, and another begins.
    static func open(
        _ path: String, _ last: LastReported, _ settings: Settings, _ patience: Duration,
        _ newLog: () -> LogID, _ now: () -> Timestamp, _ observe: (Event) -> Void
    ) throws -> Opened {
        let store: NoticeStore
        do {
            store = try NoticeStore(
                path: path, durability: settings.durability, patience: patience)
        } catch SQLiteError.full where InputFile.exists(path) {
            store = try NoticeStore(
                path: path, durability: settings.durability, patience: patience, isAlone: true)
        } catch let error where isDamage(error) {
            // The tracker's state may be whole although something else is damaged.
            let known = try? NoticeStore(reading: path).trackerState()
            let aside = try setAside(path, at: now(), error, observe)
            store = try NoticeStore(
                path: path, durability: settings.durability, patience: patience)
            if let known {
                try store.write([], known.state, journey: known.journey, at: now())
            }
            try store.adoptDevices(from: aside)
        }
        let numbers = try store.numbers()
        if let (log, first) = try store.currentLog() {
            let latest = max(first - 1, numbers?.upperBound ?? 0)
            if goesOn(log, first: first, latest: latest, last.notice) {
                do {
                    try store.goOn(with: log, at: now())
                } catch SQLiteError.full {
                    // What comes waits in memory, and is numbered when there is room.
                }
                try last.write(log, latest)
                let oldest = numbers.map { max(first, $0.lowerBound) } ?? latest + 1
                return Opened(store: store, log: log, oldest: oldest, latest: latest)
            }
        }
        // One number is left out, so that a listener which has had the last one is told of a gap too.
        let reported = max(numbers?.upperBound ?? 0, last.notice?.sequence ?? 0)
        let first = reported == 0 ? 1 : reported + 2
        let log = newLog()
        try store.begin(log, first: first, at: now())
        try last.write(log, first - 1)
        if reported > 0 { observe(.begun(log, first: first, after: reported)) }
        return Opened(store: store, log: log, oldest: first, latest: first - 1)
    }

    /// Whether the database has all that listeners may have seen.
    ///
    /// `reported`: the last notice by the file beside; `nil` if it has none.
    private static func goesOn(
        _ log: LogID, first: Int, latest: Int, _ reported: (log: LogID, sequence: Int)?
    ) -> Bool {
        // The process may have ended before it wrote that a log has begun.
        if latest < first { return reported.map { $0.sequence < first } ?? true }
        guard let reported else { return false }
        return reported.log == log && reported.sequence <= latest
    }

    /// Whether another database must take the place of this one.
    static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case SQLiteError.damaged, SQLiteError.notADatabase, SQLiteError.constraint: true
        default: false
        }
    }

    /// What follows the name of a database that was set aside, before its date.
    static let aside = ".damaged-"

    /// Renames a database that cannot be used, and the files that belong to it. Returns its new path.
    static func setAside(
        _ path: String, at time: Timestamp, _ error: any Error, _ observe: (Event) -> Void
    ) throws -> String {
        let moment = time.description.prefix(19).filter { $0 != ":" }
        var aside = "\(path)\(Self.aside)\(moment)Z"
        while InputFile.exists(aside) { aside += "+" }
        guard rename(path, aside) == 0 else { throw FileError.cannotWrite(aside, .current) }
        for suffix in ["-wal", "-shm", "-journal"] where InputFile.exists(path + suffix) {
            guard rename(path + suffix, aside + suffix) == 0 else {
                throw FileError.cannotWrite(aside + suffix, .current)
            }
        }
        observe(.setAside(path: aside, error: error))
        return aside
    }
}
