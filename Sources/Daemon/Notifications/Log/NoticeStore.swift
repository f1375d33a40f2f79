package import Geofencing
import Glibc
import Posix
import SQLite

/// `notifications.sqlite`, for one thread at a time.
package final class NoticeStore {
    package let path: String
    let connection: Connection
    private let durability: Durability?
    /// Whether nobody else can open it meanwhile: on a full disk, nothing else is possible.
    let isAlone: Bool
    private var isSyncing = true
    private var inside: [String]?

    /// What a notice survives once it has been told.
    package enum Durability: String, Sendable {
        /// A power cut.
        case full
        /// The death of the process.
        case normal
    }

    /// KiB of the database to keep in memory: the newest pages of the tables and their indexes.
    private static let cacheSize = 2048
    /// Bytes that the write-ahead log is cut back to.
    private static let longestWAL = 4 << 20

    /// Opens it to be written, and makes it if it is not there.
    ///
    /// Throws if it is damaged, or not for this program; it is left as it is then.
    ///
    /// `patience`: how long it waits for another process that writes. `isAlone`: nobody else can open
    /// it meanwhile; so it can be read on a full disk.
    package init(
        path: String, durability: Durability, patience: Duration = .seconds(5),
        isAlone: Bool = false
    ) throws {
        let isChecked = try !isAlone && Self.isRight(path)
        self.path = path
        self.durability = durability
        self.isAlone = isAlone
        connection = try Connection(path: path, mode: .create, patience: patience)
        if isAlone { try connection.lockForever() }
        try connection.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA journal_size_limit = \(Self.longestWAL);
            PRAGMA cache_size = -\(Self.cacheSize);
            PRAGMA secure_delete = ON;
            PRAGMA synchronous = \(durability.rawValue)
            """)
        if !isChecked { try check() }
        try connection.migrate(to: NoticeSchema.schemas, application: NoticeSchema.application)
    }

    /// Checks the file without changing it, and throws if it is damaged. `false` if an unfinished
    /// transaction must be rolled back before anything can be said.
    private static func isRight(_ path: String) throws -> Bool {
        guard InputFile.exists(path) else { return true }
        do {
            try NoticeStore(reading: path).check()
            return true
        } catch SQLiteError.readOnly {
            return false
        }
    }

    /// Opens it as it is, while a daemon may be writing it.
    package init(reading path: String) throws {
        self.path = path
        durability = nil
        isAlone = false
        connection = try Connection(path: path, mode: .readOnly)
    }

    /// Throws unless it can be read as it is.
    package func checkVersion() throws {
        guard try connection.isUpToDate(NoticeSchema.schemas, NoticeSchema.application) else {
            throw SQLiteError.needsUpdate(path)
        }
    }

    /// Bytes. Larger files are not read through: a start would take too long.
    private static let quicklyChecked = 16 << 20

    /// Throws if it is damaged, or not for this program.
    package func check() throws {
        _ = try connection.isUpToDate(NoticeSchema.schemas, NoticeSchema.application)
        var status = stat()
        guard stat(path, &status) == 0, status.st_size <= Self.quicklyChecked else { return }
        let result = try connection.first("PRAGMA quick_check(1)") { $0.text(0) ?? "" } ?? ""
        // The first line is a heading.
        let line = result.split(separator: "\n").last.map { String($0) } ?? result
        if line != "ok" { throw SQLiteError.damaged(path, line) }
    }

    /// From here on, waits this long for another process that writes.
    package func wait(atMost patience: Duration) { connection.wait(atMost: patience) }

    // MARK: Logs

    /// The log that goes on; `nil` if there is none yet.
    package func currentLog() throws -> (id: LogID, first: Int)? {
        try connection.first("SELECT id, first FROM log ORDER BY first DESC LIMIT 1") {
            (LogID($0.text(0) ?? ""), Int($0.integer(1)))
        }
    }

    /// Begins a log, whose notices are numbered from `first` on.
    package func begin(_ id: LogID, first: Int, at now: Timestamp) throws {
        try sync(true)
        try connection.run(
            "INSERT INTO log (first, id, began, opened) VALUES (:first, :id, :began, :began)",
            [
                "first": SQLValue(first), "id": .text(id.description),
                "began": .integer(now.milliseconds),
            ])
    }

    /// Notes that the log goes on; throws if nothing can be written.
    package func goOn(with id: LogID, at now: Timestamp) throws {
        try connection.run(
            "UPDATE log SET opened = :now WHERE id = :id",
            ["now": .integer(now.milliseconds), "id": .text(id.description)])
    }

    /// The numbers of the oldest and of the newest notice; `nil` if there is none.
    package func numbers() throws -> ClosedRange<Int>? {
        guard let oldest = try connection.integer("SELECT min(sequence) FROM notice"),
            let newest = try connection.integer("SELECT max(sequence) FROM notice")
        else { return nil }
        return Int(oldest)...Int(newest)
    }

    // MARK: Writing

    /// Writes notices and what the tracker and devices know after them, all or nothing.
    ///
    /// `exits`: those that nobody is told.
    /// `own`: the device of the tracker; `nil`: its positions are not kept.
    package func write(
        _ entries: [NoticeEntry], _ state: TrackerState?, journey: String?,
        of own: DeviceID? = nil, _ updates: [DeviceUpdate] = [], exits: [NoticeEntry] = [],
        at now: Timestamp
    ) throws {
        // Nobody is told of the tracker's state: after a power cut, an older one is as good.
        try sync(!entries.isEmpty || !updates.isEmpty)
        let inside = try connection.transaction {
            for entry in entries { try insert(entry) }
            for entry in exits { try insert(exit: entry) }
            for update in updates { try write(update, at: now) }
            if let own, let kept = state?.kept, !kept.isEmpty {
                try keep(kept, ofOwn: own, at: now)
            }
            return try state.map { try write($0, journey: journey, at: now) }
        }
        self.inside = inside ?? self.inside
    }

    /// Bytes of the file, without its write-ahead log.
    package func size() throws -> Int { try connection.size() }

    /// Moves the write-ahead log into the file, and gives its room back.
    package func shrink() {
        // If this fails, nothing is lost.
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    func sync(_ isWanted: Bool) throws {
        guard isSyncing != isWanted, durability == .full else { return }
        try connection.execute("PRAGMA synchronous = \(isWanted ? "FULL" : "NORMAL")")
        isSyncing = isWanted
    }

    private func insert(_ entry: NoticeEntry) throws {
        let statement = try connection.kept(
            """
            INSERT INTO notice (sequence, recorded, time, transition, kind, line, device)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        statement.bind(1, Int64(entry.sequence))
        statement.bind(2, entry.recorded.milliseconds)
        statement.bind(3, entry.time.milliseconds)
        statement.bind(4, entry.transition.rawValue)
        statement.bind(5, entry.regionKind)
        statement.bind(6, String(decoding: entry.line.dropLast(), as: UTF8.self))
        statement.bind(7, entry.device?.description)
        try statement.run()
    }

    private func write(
        _ state: TrackerState, journey: String?, at now: Timestamp
    ) throws -> [String] {
        try connection.run(
            """
            INSERT OR REPLACE INTO tracker (one, journey, reports, shift, memory, written)
            VALUES (1, :journey, :reports, :shift, :memory, :written)
            """,
            [
                "journey": SQLValue(journey), "reports": SQLValue(state.resumePoint?.reports),
                "shift": SQLValue(state.resumePoint?.shift), "memory": .bytes(state.memory),
                "written": .integer(now.milliseconds),
            ])
        if inside != state.inside {
            try connection.run("DELETE FROM inside")
            for id in state.inside {
                try connection.run(
                    "INSERT OR IGNORE INTO inside (region) VALUES (:region)",
                    ["region": .text(id)])
            }
        }
        return state.inside
    }

    /// The tracker's state and the journey it is of; `nil` if nothing was written yet.
    package func trackerState() throws -> (state: TrackerState, journey: String?)? {
        let inside = try connection.rows("SELECT region FROM inside ORDER BY region") {
            $0.text(0) ?? ""
        }
        return try connection.first("SELECT journey, reports, shift, memory FROM tracker") { row in
            let resumePoint = row.integerIfAny(1).map {
                ResumePoint(reports: Int($0), shift: row.real(2))
            }
            return (
                TrackerState(memory: row.bytes(3), inside: inside, resumePoint: resumePoint),
                row.text(0)
            )
        }
    }

    // MARK: Forgetting

    /// When the state was written, or the newest notice if there is no state; `nil` if there is
    /// neither. By the clock of the process that wrote it.
    func lastWritten() throws -> Timestamp? {
        try connection.integer(
            """
            SELECT coalesce((SELECT written FROM tracker),
                (SELECT recorded FROM notice ORDER BY sequence DESC LIMIT 1))
            """
        ).map { Timestamp(milliseconds: $0) }.flatMap { Timestamp.range.contains($0) ? $0 : nil }
    }

    /// Removes notices that happened and were written down before `time`, and those with a number
    /// below `sequence`. Looks at the oldest `most`, and returns how many it has removed.
    ///
    /// The newest notice stays: it says which number comes next.
    package func prune(before time: Timestamp, below sequence: Int, most: Int) throws -> Int {
        let count = try connection.run(
            """
            DELETE FROM notice WHERE sequence IN (
                SELECT sequence FROM (
                    SELECT sequence, recorded, time FROM notice ORDER BY sequence LIMIT :most)
                WHERE sequence < :sequence OR max(recorded, time) < :time)
            AND sequence < (SELECT max(sequence) FROM notice)
            """,
            [
                "most": SQLValue(most), "sequence": SQLValue(sequence),
                "time": .integer(time.milliseconds),
            ])
        if count > 0 { try pruneExits() }
        return count
    }
}
