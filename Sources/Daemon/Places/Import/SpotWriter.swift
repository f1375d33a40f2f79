import Geofencing
import SQLite

/// Keeps the table `spots` as `place` is.
struct SpotWriter {
    private let connection: Connection
    /// `false`: an earlier version has made the file, and there is no such table.
    private let isThere: Bool
    /// The row of the table that is written next; -1: none.
    private var id: Int64 = -1
    private var bytes: [UInt8] = []

    init(_ connection: Connection) throws {
        self.connection = connection
        isThere =
            try connection.integer(
                "SELECT 1 FROM main.sqlite_schema WHERE name = 'spots'") != nil
    }

    /// `coordinate`: `nil` if the place is gone.
    mutating func set(_ coordinate: Coordinate?, of row: Int64) throws {
        guard isThere, row >= 0 else { return }
        if row / Spots.together != id {
            try finish()
            id = row / Spots.together
            bytes =
                try connection.first(
                    "SELECT coordinates FROM spots WHERE id = :id", ["id": .integer(id)]
                ) { $0.bytes(0) } ?? []
        }
        let offset = Int(row % Spots.together) * Spots.bytesOfEach
        while bytes.count < offset + Spots.bytesOfEach {
            append(Spots.unknown)
            append(0)
        }
        let spot = coordinate.map { Spot(row: row, $0) }
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(
                of: (spot?.latitude ?? Spots.unknown).littleEndian, toByteOffset: offset,
                as: Int32.self)
            $0.storeBytes(
                of: (spot?.longitude ?? 0).littleEndian, toByteOffset: offset + 4, as: Int32.self)
        }
    }

    private mutating func append(_ number: Int32) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    /// Writes what is kept back.
    mutating func finish() throws {
        guard id >= 0 else { return }
        try connection.run(
            "INSERT OR REPLACE INTO spots VALUES (:id, :coordinates)",
            ["id": .integer(id), "coordinates": .bytes(bytes)])
        id = -1
    }

    /// Writes those of all places, where an earlier version has made the file.
    static func fill(_ connection: Connection) throws {
        guard try connection.integer("SELECT id FROM spots LIMIT 1") == nil else { return }
        var writer = try SpotWriter(connection)
        let places = try connection.prepare("SELECT id, latitude, longitude FROM place ORDER BY id")
        while try places.step() {
            let coordinate = Coordinate(latitude: places.real(1), longitude: places.real(2))
            try writer.set(coordinate, of: places.integer(0))
        }
        try writer.finish()
    }
}
