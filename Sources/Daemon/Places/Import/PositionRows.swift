import Geofencing
import SQLite

/// New rows of `position`, packed and sorted before they are stored.
///
/// A table that is filled in the order of its key takes a fraction of the time. SQLite's sorter
/// takes ten times as long as this one, as its rows can have any columns. If there are more rows
/// than `most`, the table is filled in several rounds.
struct PositionRows {
    /// A row as a number that sorts as the key of the table does. From its top: the label (32
    /// bits), the strip (14), the longitude from 180° west (32), the place (32), and how far north
    /// in the strip it is (18). The last one is rounded, and may be a unit outside of the strip.
    private typealias Row = UInt128

    private var rows: [Row] = []

    /// Rows that are held at most: 16 bytes each, and as much again while they are sorted.
    private static let most = 2_500_000

    /// Rows of one statement, which takes half the time of a statement for each.
    private static let together = 32

    private static let (west, stripHeight): (Int64, Int64) = (-1_800_000_000, 200_000)

    var isFull: Bool { rows.count >= Self.most }

    /// `false` if the number of a label or a place needs more than 32 bits, as none of ours does.
    mutating func append(label: Int64, place: Int64, _ coordinate: Coordinate) -> Bool {
        guard let label = UInt32(exactly: label), let place = UInt32(exactly: place) else {
            return false
        }
        let strip = Strip.of(coordinate.latitude)
        let north = Strip.units(coordinate.latitude) - Self.south(of: strip) + 1
        let longitude = Strip.units(coordinate.longitude) - Self.west
        rows.append(
            Row(label) << 96 | Row(strip) << 82 | Row(longitude) << 50 | Row(place) << 18
                | Row(north))
        return true
    }

    /// The southern edge of a strip, in stored units of latitude.
    private static func south(of strip: Int64) -> Int64 { strip * stripHeight - 900_000_000 }

    private static func part(of row: Row, from shift: Int, bits: Int) -> Int64 {
        Int64(UInt64(truncatingIfNeeded: row >> shift) & (1 << bits - 1))
    }

    /// Writes all rows in the order of their keys, and forgets them.
    mutating func store(in connection: Connection) throws {
        Self.sort(&rows)
        let cut = rows.count - rows.count % Self.together
        try Self.store(rows[..<cut], by: Self.together, in: connection)
        try Self.store(rows[cut...], by: 1, in: connection)
        rows = []
    }

    /// A radix sort, from the last digit of the longitude to the first of the label. Places are in
    /// order already, or nearly so.
    private static func sort(_ rows: inout [Row]) {
        var sorted = rows
        for shift in stride(from: 50, to: 128, by: 11) {
            let digit = { (row: Row) in Int(truncatingIfNeeded: row >> shift) & 2047 }
            var ends = [Int](repeating: 0, count: 2049)
            for row in rows { ends[digit(row) + 1] += 1 }
            // All rows have the same digit here, as most labels do: they are few.
            if ends.contains(rows.count) { continue }
            for index in 1...2048 { ends[index] += ends[index - 1] }
            for row in rows {
                sorted[ends[digit(row)]] = row
                ends[digit(row)] += 1
            }
            swap(&rows, &sorted)
        }
    }

    /// `count`: how many rows a statement writes; all rows are a multiple of it.
    private static func store(
        _ rows: ArraySlice<Row>, by count: Int, in connection: Connection
    ) throws {
        let marks = repeatElement("(?, ?, ?, ?, ?)", count: count).joined(separator: ", ")
        let statement = try connection.prepare(
            """
            INSERT OR FAIL INTO position (label, strip, longitude, place, latitude) VALUES \(marks)
            """)
        let last = Int32(count) * 5
        var argument: Int32 = 0
        for row in rows {
            let strip = part(of: row, from: 82, bits: 14)
            statement.bind(argument + 1, part(of: row, from: 96, bits: 32))
            statement.bind(argument + 2, strip)
            statement.bind(argument + 3, part(of: row, from: 50, bits: 32) + west)
            statement.bind(argument + 4, part(of: row, from: 18, bits: 32))
            statement.bind(argument + 5, part(of: row, from: 0, bits: 18) - 1 + south(of: strip))
            argument += 5
            if argument == last {
                try statement.run()
                argument = 0
            }
        }
    }
}
