import Geofencing
import SQLite

/// Where the places of many rows are, which the table `spots` tells fastest.
enum Spots {
    /// How many places a row of the table has: it just fits a page of the file.
    static let together: Int64 = 500
    /// The latitude of a place of which the table knows nothing.
    static let unknown = Int32.min
    static let bytesOfEach = 8
}

extension PlaceStore {
    /// Where these places are, in units of `Strip.unitsPerDegree`. `rows`: in ascending order; rows
    /// without a place are left out.
    func spots(of rows: [Int64]) throws -> [Spot] {
        var spots: [Spot] = []
        spots.reserveCapacity(rows.count)
        var next = rows.startIndex
        while next < rows.endIndex {
            let id = rows[next] / Spots.together
            let limit = (id + 1) * Spots.together
            let start = next
            repeat { next += 1 } while next < rows.endIndex && rows[next] < limit
            try add(rows[start..<next], of: id, to: &spots)
        }
        return spots
    }

    /// `rows`: all in one row of the table, `id`.
    private func add(_ rows: ArraySlice<Int64>, of id: Int64, to spots: inout [Spot]) throws {
        guard hasSpots else { return try rows.forEach { try addStored($0, to: &spots) } }
        let statement = try connection.kept("SELECT coordinates FROM spots WHERE id = ?1")
        defer { statement.reset() }
        statement.bind(1, id)
        guard try statement.step() else { return try rows.forEach { try addStored($0, to: &spots) } }
        try statement.withBytes(0) { bytes in
            for row in rows {
                let offset = Int(row - id * Spots.together) * Spots.bytesOfEach
                guard offset + Spots.bytesOfEach <= bytes.count else {
                    try addStored(row, to: &spots)
                    continue
                }
                let latitude = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                let longitude = bytes.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self)
                if Int32(littleEndian: latitude) == Spots.unknown {
                    try addStored(row, to: &spots)
                } else {
                    spots.append(
                        Spot(
                            row: row, latitude: Int32(littleEndian: latitude),
                            longitude: Int32(littleEndian: longitude)))
                }
            }
        }
    }

    private func addStored(_ row: Int64, to spots: inout [Spot]) throws {
        let coordinate = try connection.first(
            "SELECT latitude, longitude FROM place WHERE id = :row", ["row": .integer(row)]
        ) { Coordinate(latitude: $0.real(0), longitude: $0.real(1)) }
        if let coordinate { spots.append(Spot(row: row, coordinate)) }
    }
}

/// Where a place is.
struct Spot: Hashable {
    /// In the table `place`.
    var row: Int64
    /// In units of `Strip.unitsPerDegree`, as `longitude`.
    var latitude: Int32
    var longitude: Int32
}

extension Spot {
    init(row: Int64, _ coordinate: Coordinate) {
        self.row = row
        latitude = Int32(clamping: Strip.units(coordinate.latitude))
        longitude = Int32(clamping: Strip.units(coordinate.longitude))
    }

    var coordinate: Coordinate {
        Coordinate(
            latitude: Double(latitude) / Strip.unitsPerDegree,
            longitude: Double(longitude) / Strip.unitsPerDegree)
    }
}
