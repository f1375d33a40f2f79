import Geofencing
import SQLite

/// New rows of `position`, packed and sorted before they are stored.
///
/// In the order of its key a table fills in a fraction of the time, and SQLite's own sorter takes
/// four times as long as this: it knows rows of any columns. Where there are more than `most`, the
/// table is filled in several rounds.
struct PositionRows {
    /// Two numbers that sort as the key of the table does, and the rest.
    private struct Row: BitwiseCopyable {
        var labelAndStrip: Int64
        var longitudeAndPlace: Int64
        var latitude: Int32

        static func isBefore(_ a: Row, _ b: Row) -> Bool {
            a.labelAndStrip == b.labelAndStrip
                ? a.longitudeAndPlace < b.longitudeAndPlace : a.labelAndStrip < b.labelAndStrip
        }
    }

    private var rows: [Row] = []

    /// 24 bytes each, and half of that to sort them.
    private static let most = 2_500_000

    /// Of one statement: that takes half the time of as many statements.
    private static let together = 32

    var isFull: Bool { rows.count >= Self.most }

    /// `false` if a number is larger than any of ours: labels and places have 32 bits.
    mutating func append(label: Int64, place: Int64, _ coordinate: Coordinate) -> Bool {
        guard let label = UInt32(exactly: label), let place = UInt32(exactly: place) else {
            return false
        }
        rows.append(
            Row(
                labelAndStrip: Int64(label) << 32 | Strip.of(coordinate.latitude),
                longitudeAndPlace: Strip.units(coordinate.longitude) << 32 | Int64(place),
                latitude: Int32(Strip.units(coordinate.latitude))))
        return true
    }

    /// Stores all in the order of their keys, and holds none any more.
    mutating func store(in connection: Connection) throws {
        rows.sort(by: Row.isBefore)
        let cut = rows.count - rows.count % Self.together
        try Self.store(rows[..<cut], by: Self.together, in: connection)
        try Self.store(rows[cut...], by: 1, in: connection)
        rows.removeAll(keepingCapacity: true)
    }

    /// `count`: of which that of the rows is a multiple.
    private static func store(
        _ rows: ArraySlice<Row>, by count: Int, in connection: Connection
    ) throws {
        let marks = repeatElement("(?, ?, ?, ?, ?)", count: count).joined(separator: ", ")
        let statement = try connection.prepare(
            """
            INSERT INTO position (label, strip, longitude, place, latitude) VALUES \(marks)
            """)
        let last = Int32(count) * 5
        var argument: Int32 = 0
        for row in rows {
            statement.bind(argument + 1, row.labelAndStrip >> 32)
            statement.bind(argument + 2, row.labelAndStrip & 0xFFFF_FFFF)
            statement.bind(argument + 3, row.longitudeAndPlace >> 32)
            statement.bind(argument + 4, row.longitudeAndPlace & 0xFFFF_FFFF)
            statement.bind(argument + 5, Int64(row.latitude))
            argument += 5
            if argument == last {
                try statement.run()
                argument = 0
            }
        }
    }
}
