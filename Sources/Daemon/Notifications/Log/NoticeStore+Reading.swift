package import Geofencing
import SQLite

/// The notices that are kept, and what of them fits a query.
extension NoticeStore {
    private static let columns =
        "sequence, transition, kind, line, recorded, time, device, \(isForgotten)"

    /// The notices after `sequence`, in order, at most `limit`; none follows once they are `bytes`
    /// long. One entry stands for all that are forgotten in a row.
    package func entries(after sequence: Int, limit: Int, bytes: Int) throws -> [NoticeEntry] {
        let statement = try connection.kept(
            "SELECT \(Self.columns) FROM notice WHERE sequence > ? ORDER BY sequence")
        statement.bind(1, Int64(sequence))
        defer { statement.reset() }
        var entries: [NoticeEntry] = []
        var length = 0
        while try statement.step() {
            let entry = Self.entry(statement)
            if entries.joins(entry) { continue }
            if entries.count >= limit || length >= bytes { break }
            length += entry.line.count
            entries.append(entry)
        }
        return entries
    }

    /// The number of the last notice that was written down before `time`, 0 if none was.
    package func sequence(before time: Timestamp) throws -> Int {
        let first = try connection.integer(
            "SELECT min(sequence) FROM notice INDEXED BY notice_recorded WHERE recorded >= :time",
            ["time": .integer(time.milliseconds)])
        if let first { return Int(first) - 1 }
        return Int(try connection.integer("SELECT max(sequence) FROM notice") ?? 0)
    }

    /// The notices after `sequence` that fit the query, in order, at most `limit`.
    ///
    /// `isLast`: the last of them if there are more, instead of the first. Exits that nobody was told
    /// do not count.
    package func history(
        _ query: NoticeQuery, after sequence: Int, limit: Int, isLast: Bool = false
    ) throws -> [NoticeEntry] {
        var conditions = ["sequence > ?1", "NOT \(Self.isForgotten)"]
        var names: [SQLValue] = []
        if let since = query.since { conditions.append("time >= \(since.milliseconds)") }
        if let until = query.until { conditions.append("time < \(until.milliseconds)") }
        if let transitions = query.transitions {
            let names = transitions.sorted().map { "'\($0.rawValue)'" }
            conditions.append("transition IN (\(names.joined(separator: ", ")))")
        }
        if let kinds = query.kinds {
            // Others chose these texts: each is an argument.
            names = kinds.map { .text($0) }
            let places = names.indices.map { "?\($0 + 2)" }
            conditions.append("kind IN (\(places.joined(separator: ", ")))")
        }
        let order = "ORDER BY sequence \(isLast ? "DESC" : "ASC") LIMIT \(limit)"
        var filter = conditions.joined(separator: " AND ")
        if let devices = query.devices {
            let found = try devices.flatMap {
                try sequences(of: $0, filter, order, [SQLValue(sequence)] + names)
            }
            let kept = isLast ? found.sorted().suffix(limit) : found.sorted().prefix(limit)
            filter = "sequence IN (\(kept.map { "\($0)" }.joined(separator: ", ")))"
            names = []
        } else if query.since != nil || query.until != nil {
            // Otherwise SQLite would read all rows up to there.
            filter = """
                sequence IN (SELECT sequence FROM notice INDEXED BY notice_time
                    WHERE \(filter) \(order))
                """
        }
        let statement = try connection.prepare(
            "SELECT \(Self.columns) FROM notice WHERE \(filter) \(order)")
        statement.bind([SQLValue(sequence)] + names)
        var entries: [NoticeEntry] = []
        while try statement.step() { entries.append(Self.entry(statement)) }
        if isLast { entries.reverse() }
        guard query.withUntold else { return entries }
        return try addExits(
            to: entries, query, after: sequence, limit: limit, isLast: isLast)
    }

    /// The numbers of the notices of one device that fit `filter`. `device`: as they name it.
    private func sequences(
        of device: DeviceID?, _ filter: String, _ order: String, _ arguments: [SQLValue]
    ) throws -> [Int64] {
        let statement = try connection.prepare(
            """
            SELECT sequence FROM notice INDEXED BY notice_of_device
            WHERE device IS ?\(arguments.count + 1) AND \(filter) \(order)
            """)
        statement.bind(arguments + [SQLValue(device?.description)])
        var sequences: [Int64] = []
        while try statement.step() { sequences.append(statement.integer(0)) }
        return sequences
    }

    private static func entry(_ row: Statement) -> NoticeEntry {
        if row.integer(7) != 0 {
            return .forgotten(
                Int(row.integer(0)), recorded: Timestamp(milliseconds: row.integer(4)))
        }
        return NoticeEntry(
            sequence: Int(row.integer(0)), device: row.text(6).flatMap { DeviceID($0) },
            regionKind: row.text(2) ?? "",
            transition: Transition.Kind(rawValue: row.text(1) ?? "") ?? .enter,
            line: row.bytes(3) + [UInt8(ascii: "\n")],
            recorded: Timestamp(milliseconds: row.integer(4)),
            time: Timestamp(milliseconds: row.integer(5)))
    }
}
