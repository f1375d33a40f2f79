import Geofencing
import SQLite

/// What a source has in a cell, in the tables of all places.
struct CellRows {
    private(set) var rows: [String: Row] = [:]

    struct Row {
        var number: Int64
        var digest: Int64
    }

    init(of source: String, in cell: PlaceCell, _ connection: Connection) throws {
        // A little more than the cell: stored positions are rounded.
        let (south, west, margin) = (cell.corner.latitude, cell.corner.longitude, 1e-6)
        let find = try connection.prepare(
            """
            SELECT place.key, place.id, place.digest, place.latitude, place.longitude
            FROM position JOIN place ON place.id = position.place
            WHERE position.label = \(Label.all.row) AND position.strip = ?1
                AND position.longitude BETWEEN ?2 AND ?3 AND place.source = ?4
            """)
        find.bind(2, Strip.units(west - margin))
        find.bind(3, Strip.units(west + PlaceCell.size + margin))
        find.bind(4, source)
        for strip in Strip.of(south - margin)...Strip.of(south + PlaceCell.size + margin) {
            find.bind(1, strip)
            while try find.step() {
                let coordinate = Coordinate(latitude: find.real(3), longitude: find.real(4))
                guard PlaceCell(of: coordinate) == cell else { continue }
                rows[find.text(0) ?? ""] = Row(number: find.integer(1), digest: find.integer(2))
            }
            find.reset()
        }
    }

    /// How many places would be added, changed or removed if these were all.
    func changes(to places: [NewPlace]) -> Int {
        var rest = rows
        var (changes, keys) = (0, Set<String>())
        for new in places where keys.insert(new.place.id.key).inserted {
            let old = rest.removeValue(forKey: new.place.id.key)
            if old?.digest != new.place.digest { changes += 1 }
        }
        return changes + rest.count
    }
}
