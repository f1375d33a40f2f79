import Posix
import SQLite

/// A file of vector tiles (MBTiles 1.3), open to be read. Nobody writes to it: it is replaced as a
/// whole.
///
/// The file may come from anywhere: what it has is checked, and its SQL may do nothing.
final class MapTiles {
    /// What the file says of itself.
    struct Header: Hashable, Sendable {
        var zooms: ClosedRange<Int>
        var bounds: Bounds
        /// Whose data it has.
        var credit: String
    }

    /// Degrees.
    struct Bounds: Hashable, Sendable {
        var west = -180.0
        var south = -worldEdge
        var east = 180.0
        var north = worldEdge

        /// The latitude where maps of the web end (Web Mercator).
        static let worldEdge = 85.051129
    }

    let header: Header
    private let connection: Connection

    /// Bytes. Ours have a tenth of it at most.
    static let largestTile = 8 << 20
    /// Characters.
    private static let longestCredit = 300

    private static let tileSQL = """
        SELECT CASE WHEN length(tile_data) <= :limit THEN tile_data END FROM tiles
        WHERE zoom_level = :zoom AND tile_column = :column AND tile_row = :row
        """

    /// Throws `BaseMapError`.
    init(path: String) throws(BaseMapError) {
        do {
            connection = try Connection(path: path, mode: .immutable)
            // What the schema of a foreign file calls must not reach beyond it.
            try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            try Self.checkTables(connection)
            header = try Self.header(connection)
        } catch let error as BaseMapError {
            throw error
        } catch let error as SQLiteError {
            throw BaseMapError(error)
        } catch {
            throw .notTiles("\(error)")
        }
    }

    /// Views and virtual tables would run what is not ours; without an index each tile would be
    /// looked for in the whole file.
    private static func checkTables(_ connection: Connection) throws {
        let tables = try connection.rows(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name IN ('metadata', 'tiles') AND sql LIKE 'CREATE TABLE%'
            """
        ) { $0.text(0) ?? "" }
        for name in ["metadata", "tiles"] where !tables.contains(name) {
            throw BaseMapError.notTiles("it has no table \(name)")
        }
        let plan = try connection.first("EXPLAIN QUERY PLAN \(tileSQL)") { $0.text(3) ?? "" }
        guard plan?.hasPrefix("SEARCH") == true else {
            throw BaseMapError.notTiles("its tiles have no index")
        }
        guard try connection.integer("SELECT 1 FROM tiles LIMIT 1") != nil else {
            throw BaseMapError.notTiles("it has no tiles")
        }
    }

    private static func header(_ connection: Connection) throws -> Header {
        func value(_ name: String) throws -> String? {
            try connection.first(
                "SELECT substr(CAST(value AS TEXT), 1, 1000) FROM metadata WHERE name = :name",
                ["name": .text(name)]
            ) { $0.text(0) } ?? nil
        }
        let format = try value("format")
        guard format == "pbf" else {
            throw BaseMapError.notTiles(
                "its tiles are \(format?.quoted ?? "of an unknown form"), and not pbf")
        }
        let least = try value("minzoom") ?? "0"
        let most = try value("maxzoom") ?? ""
        guard let least = Int(least), let most = Int(most), least <= most,
            TileAddress.zooms.contains(least), TileAddress.zooms.contains(most)
        else {
            throw BaseMapError.notTiles("its zooms are \(least.quoted) to \(most.quoted)")
        }
        let credit = try value("attribution")?.withoutMarkup.trimmed ?? ""
        return Header(
            zooms: least...most, bounds: Bounds(try value("bounds")) ?? Bounds(),
            credit: credit.isEmpty ? BaseMap.credit : String(credit.prefix(longestCredit)))
    }

    /// The tile as the file has it, which is packed as a rule; `nil` if there is none, or it is
    /// larger than any map's.
    func tile(_ address: TileAddress) throws -> [UInt8]? {
        try connection.first(
            Self.tileSQL,
            [
                "limit": .integer(Int64(Self.largestTile)), "zoom": .integer(Int64(address.zoom)),
                "column": .integer(Int64(address.column)),
                "row": .integer(Int64(address.rowFromSouth)),
            ]
        ) { $0.isNull(0) ? nil : $0.bytes(0) } ?? nil
    }
}

extension MapTiles.Bounds {
    /// `nil` if the text is not west, south, east and north.
    fileprivate init?(_ text: String?) {
        let numbers = text?.split(separator: ",").map { Double(String($0).trimmed) } ?? []
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3], west < east, south < north,
            (-180...180).contains(west), (-180...180).contains(east), (-90...90).contains(south),
            (-90...90).contains(north)
        else { return nil }
        self.init(west: west, south: south, east: east, north: north)
    }
}

extension String {
    /// The page shows text: a credit of other programs may be a link.
    fileprivate var withoutMarkup: String {
        var isMarkup = false
        return filter { character in
            if character == "<" { isMarkup = true }
            defer { if character == ">" { isMarkup = false } }
            return !isMarkup
        }.replacing("&copy;", with: "©").replacing("&amp;", with: "&")
    }
}
