import Geofencing
import Glibc
import Posix
import SQLite

extension NotificationLog {
    /// A database that can be written, and the log in it that goes on.
    struct Opened {
        var store: NoticeStore
        var log: LogID
        var oldest: Int
        var latest: Int
    }

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
            // Where the device is inside may be whole in what is damaged elsewhere.
            let known = try? NoticeStore(reading: path).trackerState()
            try setAside(path, at: now(), error, observe)
            store = try NoticeStore(
                path: path, durability: settings.durability, patience: patience)
            if let known {
                try store.write([], known.state, journey: known.journey, at: now())
            }
        }
        let numbers = try store.numbers()
        if let (log, first) = try store.currentLog() {
            let latest = max(first - 1, numbers?.upperBound ?? 0)
            if goesOn(log, first: first, latest: latest, last.told) {
                do {
                    try store.goOn(with: log, at: now())
                } catch SQLiteError.full {
                    // It goes on in silence: what comes waits, and is numbered when there is room.
                }
                try last.write(log, latest)
                let oldest = numbers.map { max(first, $0.lowerBound) } ?? latest + 1
                return Opened(store: store, log: log, oldest: oldest, latest: latest)
            }
        }
        // One number is left out, so that who comes back with the last one is told as well.
        let told = max(numbers?.upperBound ?? 0, last.told?.sequence ?? 0)
        let first = told == 0 ? 1 : told + 2
        let log = newLog()
        try store.begin(log, first: first, at: now())
        try last.write(log, first - 1)
        if told > 0 { observe(.begun(log, first: first, after: told)) }
        return Opened(store: store, log: log, oldest: first, latest: first - 1)
    }

    /// Whether the database has all that was told.
    private static func goesOn(
        _ log: LogID, first: Int, latest: Int, _ told: (log: LogID, sequence: Int)?
    ) -> Bool {
        // The process may have ended before it wrote that a log has begun.
        if latest < first { return told.map { $0.sequence < first } ?? true }
        guard let told else { return false }
        return told.log == log && told.sequence <= latest
    }

    static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case SQLiteError.damaged, SQLiteError.notADatabase, SQLiteError.constraint: true
        default: false
        }
    }

    /// Moves a database that cannot be used out of the way, with what belongs to it.
    static func setAside(
        _ path: String, at time: Timestamp, _ error: any Error, _ observe: (Event) -> Void
    ) throws {
        let moment = time.description.prefix(19).filter { $0 != ":" }
        var aside = "\(path).damaged-\(moment)Z"
        while InputFile.exists(aside) { aside += "+" }
        guard rename(path, aside) == 0 else { throw FileError.cannotWrite(aside, .current) }
        for suffix in ["-wal", "-shm", "-journal"] where InputFile.exists(path + suffix) {
            guard rename(path + suffix, aside + suffix) == 0 else {
                throw FileError.cannotWrite(aside + suffix, .current)
            }
        }
        observe(.setAside(path: aside, error: error))
    }
}
