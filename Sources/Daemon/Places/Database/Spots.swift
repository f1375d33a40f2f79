import Geofencing
import SQLite

/// Where all places are, by their rows, in memory.
struct Spots {
    /// Latitude and longitude of each in units of `Strip.unitsPerDegree`.
    private var coordinates: [Int32] = []

    /// How many places a row of the table `spots` has: it just fits a page of the file.
    static let together: Int64 = 500
    static let bytesOfEach = 8
    /// The latitude of a place of which the table knows nothing.
    static let unknown = Int32.min
    /// Of more places, 8 bytes each, none are kept in memory.
    fileprivate static let most: Int64 = 4_000_000

    fileprivate init(rows: Int64) {
        coordinates.reserveCapacity(2 * Int(rows + Self.together))
    }

    /// `nil` if there is no such place.
    subscript(row: Int64) -> Spot? {
        let index = 2 * Int(row)
        guard row >= 0, index < coordinates.count, coordinates[index] != Self.unknown.littleEndian
        else { return nil }
        return Spot(
            row: row, latitude: Int32(littleEndian: coordinates[index]),
            longitude: Int32(littleEndian: coordinates[index + 1]))
    }

    fileprivate mutating func set(_ row: Int64, _ latitude: Int64, _ longitude: Int64) {
        grow(to: row + 1)
        coordinates[2 * Int(row)] = Int32(clamping: latitude).littleEndian
        coordinates[2 * Int(row) + 1] = Int32(clamping: longitude).littleEndian
    }

    /// `bytes`: as a row of the table has them.
    fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer, from row: Int64) {
        grow(to: row)
        let start = coordinates.count
        coordinates += repeatElement(0, count: bytes.count / 4)
        coordinates.withUnsafeMutableBytes {
            UnsafeMutableRawBufferPointer(rebasing: $0[(start * 4)...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 4 * 4)]))
        }
    }

    private mutating func grow(to rows: Int64) {
        let missing = 2 * Int(rows) - coordinates.count
        if missing > 0 {
            coordinates += repeatElement(Self.unknown.littleEndian, count: missing)
        }
    }
}

/// Where a place is.
struct Spot: Hashable {
    /// In the table `place`.
    var row: Int64
    /// In units of `Strip.unitsPerDegree`, as `longitude`.
    var latitude: Int32
    var longitude: Int32

    var coordinate: Coordinate {
        Coordinate(
            latitude: Double(latitude) / Strip.unitsPerDegree,
            longitude: Double(longitude) / Strip.unitsPerDegree)
    }
}

extension Spot {
    /// `row`: the place, its latitude and its longitude, as the table `position` has them.
    init(position row: Statement) {
        self.row = row.integer(0)
        latitude = Int32(clamping: row.integer(1))
        longitude = Int32(clamping: row.integer(2))
    }

    init(row: Int64, _ coordinate: Coordinate) {
        self.row = row
        latitude = Int32(clamping: Strip.units(coordinate.latitude))
        longitude = Int32(clamping: Strip.units(coordinate.longitude))
    }
}

extension PlaceStore {
    /// Where these places are. `rows`: in ascending order; those without a place are left out.
    func spots(of rows: [Int64]) throws -> [Spot] {
        if let known = try knownSpots() { return rows.compactMap { known[$0] } }
        return try rows.compactMap { row in
            let coordinate = try connection.first(
                "SELECT latitude, longitude FROM place WHERE id = :row", ["row": .integer(row)]
            ) { Coordinate(latitude: $0.real(0), longitude: $0.real(1)) }
            return coordinate.map { Spot(row: row, $0) }
        }
    }

    /// `nil` if there are too many to be kept in memory.
    private func knownSpots() throws -> Spots? {
        let version = try version()
        if let spots, spots.version == version, spots.changes == connection.totalChanges {
            return spots.all
        }
        spots = nil
        let last = try connection.integer("SELECT max(id) FROM place") ?? 0
        guard (0...Spots.most).contains(last) else { return nil }
        let all = try hasLookUps ? storedSpots(last) : countedSpots(last)
        spots = (all, version, connection.totalChanges)
        return all
    }

    private func storedSpots(_ count: Int64) throws -> Spots {
        var all = Spots(rows: count)
        let rows = try connection.kept("SELECT id, coordinates FROM spots ORDER BY id")
        defer { rows.reset() }
        while try rows.step() {
            let first = rows.integer(0) * Spots.together
            rows.withBytes(1) { all.append($0, from: first) }
        }
        return all
    }

    /// Of a file that an earlier version has made.
    private func countedSpots(_ count: Int64) throws -> Spots {
        var all = Spots(rows: count)
        let rows = try connection.kept(
            "SELECT place, latitude, longitude FROM position WHERE label = 0")
        defer { rows.reset() }
        while try rows.step() {
            all.set(rows.integer(0), rows.integer(1), rows.integer(2))
        }
        return all
    }
}
