import Geofencing
import SQLite

/// Exits that nobody was told, for the visits that they end.
extension NoticeStore {
    /// Written twice, it is there once.
    func insert(exit entry: NoticeEntry) throws {
        let statement = try connection.kept(
            """
            INSERT OR IGNORE INTO untold_exit (after, recorded, time, kind, device, line)
            VALUES (?, ?, ?, ?, ?, ?)
            """)
        statement.bind(1, Int64(entry.sequence))
        statement.bind(2, entry.recorded.milliseconds)
        statement.bind(3, entry.time.milliseconds)
        statement.bind(4, entry.regionKind)
        statement.bind(5, entry.device?.description ?? "")
        statement.bind(6, String(decoding: entry.line.dropLast(), as: UTF8.self))
        try statement.run()
    }

    /// Those that fit the query, with a number of `numbers`, in order.
    func exits(_ query: NoticeQuery, _ numbers: Range<Int>) throws -> [NoticeEntry] {
        guard query.transitions?.contains(.exit) ?? true else { return [] }
        return try connection.rows(
            """
            SELECT after, kind, line, recorded, time, device FROM untold_exit
            WHERE after >= :first AND after < :end AND time >= :since AND time < :until
                AND NOT EXISTS (SELECT 1 FROM forgetting
                    WHERE forgetting.device IS untold_exit.device
                        AND untold_exit.after <= forgetting.last)
            ORDER BY after
            """,
            [
                "first": SQLValue(numbers.lowerBound), "end": SQLValue(numbers.upperBound),
                "since": .integer(query.since?.milliseconds ?? .min),
                "until": .integer(query.until?.milliseconds ?? .max),
            ]
        ) { row in
            var entry = NoticeEntry(
                sequence: Int(row.integer(0)), device: row.text(5).flatMap { DeviceID($0) },
                regionKind: row.text(1) ?? "", transition: .exit,
                line: row.bytes(2) + [UInt8(ascii: "\n")],
                recorded: Timestamp(milliseconds: row.integer(3)),
                time: Timestamp(milliseconds: row.integer(4)))
            entry.isTold = false
            return entry
        }.filter {
            query.kinds?.contains($0.regionKind) ?? true
                && query.devices?.contains($0.device) ?? true
        }
    }

    /// `notices` of a page, with the exits between them. Those after the last are in the next page, if
    /// there may be one.
    func addExits(
        to notices: [NoticeEntry], _ query: NoticeQuery, after sequence: Int, limit: Int,
        isLast: Bool
    ) throws -> [NoticeEntry] {
        let isFull = notices.count >= limit
        let first = isLast && isFull ? notices.first?.sequence : nil
        let last = isLast || !isFull ? nil : notices.last?.sequence
        let exits = try exits(query, (first ?? sequence)..<(last ?? .max))
        var all: [NoticeEntry] = []
        all.reserveCapacity(notices.count + exits.count)
        var rest = exits[...]
        for notice in notices {
            while let exit = rest.first, exit.sequence < notice.sequence {
                all.append(exit)
                rest.removeFirst()
            }
            all.append(notice)
        }
        return all + rest
    }

    /// Removes those before the oldest notice.
    func pruneExits() throws {
        try connection.run(
            "DELETE FROM untold_exit WHERE after < (SELECT min(sequence) FROM notice)")
    }

    /// Removes exits of devices that are forgotten, at most so many. Returns how many.
    func overwriteForgottenExits(most: Int) throws -> Int {
        try connection.run(
            """
            DELETE FROM untold_exit WHERE (after, line) IN (
                SELECT untold_exit.after, line FROM forgetting
                CROSS JOIN untold_exit INDEXED BY untold_exit_of_device
                    ON untold_exit.device = forgetting.device
                        AND untold_exit.after <= forgetting.last
                LIMIT :most)
            """, ["most": SQLValue(most)])
    }
}
