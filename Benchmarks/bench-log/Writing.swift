import Geofencing
import Notifications
import SQLite

/// How many notices a second are written.
struct Writing {
    let durability: NoticeStore.Durability
    /// Notices in one transaction.
    let burst: Int
    let count: Int

    /// Notices a second, as the daemon writes them.
    func log(in directory: String) async throws -> Double {
        let log = try Bench.log(in: directory, durability)
        let transitions = Array(repeating: Bench.enter, count: burst)
        let start = ContinuousClock.now
        for _ in 0..<count / burst { try await log.append(transitions, Bench.state) }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// Rows a second of the same length, in a table with nothing else.
    func plain(in directory: String) throws -> Double {
        let path = "\(directory)/plain.sqlite"
        let connection = try Connection(path: path, mode: .create)
        try connection.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = \(durability.rawValue);
            DROP TABLE IF EXISTS plain;
            CREATE TABLE plain (sequence INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT
            """)
        let notice = Notice(
            sequence: 1, log: .replay, transition: Bench.enter, recorded: Bench.enter.time)
        let line = String(decoding: notice.cloudEvent(source: "/geofenced/bench"), as: UTF8.self)
        let start = ContinuousClock.now
        for _ in 0..<count / burst {
            try connection.transaction {
                for _ in 0..<burst {
                    try connection.run(
                        "INSERT INTO plain (line) VALUES (:line)", ["line": .text(line)])
                }
            }
        }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }
}
