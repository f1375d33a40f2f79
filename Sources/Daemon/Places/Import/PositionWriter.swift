import Geofencing
import Posix
import SQLite

/// Writes the rows by which places are found: one for all places, one for each category, and one
/// for the brand.
final class PositionWriter {
    private let connection: Connection
    private var new = PositionRows()
    private var spots: SpotWriter
    private let delete: Statement
    private let labels: LabelWriter

    init(_ connection: Connection) throws {
        self.connection = connection
        spots = try SpotWriter(connection)
        delete = try connection.prepare(
            """
            DELETE FROM position
            WHERE label = ? AND strip = ? AND longitude = ? AND place = ?
            """)
        labels = try LabelWriter(connection)
    }

    func add(_ place: NewPlace, row: Int64) throws {
        try labels.find(
            place.place.categories, wikidata: place.place.wikidata, brand: place.place.brand)
        try spots.set(place.place.coordinate, of: row)
        for label in labels.found {
            guard new.append(label: label, place: row, place.place.coordinate) else {
                throw SQLiteError.damaged(connection.path, "the number of a label is \(label)")
            }
        }
        if new.isFull { try new.store(in: connection) }
    }

    /// `place`: as it was stored.
    func remove(_ place: Place, row: Int64) throws {
        try spots.set(nil, of: row)
        delete.bind(2, Strip.of(place.coordinate.latitude))
        delete.bind(3, Strip.units(place.coordinate.longitude))
        delete.bind(4, row)
        try labels.find(place.categories, wikidata: place.wikidata, brand: place.brand)
        for label in labels.found {
            delete.bind(1, label)
            try delete.run()
        }
    }

    /// Writes what is kept back to be written in one go.
    func finish() throws {
        try new.store(in: connection)
        try spots.finish()
    }
}

/// Finds the rows of labels, and makes those that are missing.
final class LabelWriter {
    private let connection: Connection
    /// The rows of categories and of brands that were needed lately.
    private var categories: [String: Int64] = [:]
    private var brands: [String: Int64] = [:]
    /// The rows of the labels that `find` was asked for last.
    private(set) var found: [Int64] = []

    /// How many are remembered, of some hundred bytes each.
    private static let mostRemembered = 50_000

    init(_ connection: Connection) throws {
        self.connection = connection
    }

    func find(_ placeCategories: [String], wikidata: String?, brand: String?) throws {
        found.removeAll(keepingCapacity: true)
        found.append(Label.all.row)
        for category in placeCategories {
            let row = try category.remembered(in: &categories, limit: Self.mostRemembered) {
                try label("category", category)
            }
            // A place may have a category twice, if another program has written it.
            if !found.contains(row) { found.append(row) }
        }
        // Places are looked up by their brand's Wikidata id, else by its folded name.
        if let value = wikidata ?? brand?.folded, !value.isEmpty {
            // A brand can be written in several ways.
            let text = value + "\n" + (brand ?? "")
            found.append(
                try text.remembered(in: &brands, limit: Self.mostRemembered) {
                    let row = try label("brand", value)
                    if let brand { try addSpelling(brand, of: row) }
                    return row
                })
        }
    }

    private func label(_ kind: String, _ value: String) throws -> Int64 {
        let arguments: KeyValuePairs<StaticString, SQLValue> = [
            "kind": .text(kind), "value": .text(value),
        ]
        let row = try connection.integer(
            "SELECT id FROM label WHERE kind = :kind AND value = :value", arguments)
        if let row { return row }
        try connection.run("INSERT INTO label (kind, value) VALUES (:kind, :value)", arguments)
        return connection.lastRow
    }

    private func addSpelling(_ written: String, of label: Int64) throws {
        try connection.run(
            "INSERT OR IGNORE INTO spelling VALUES (:folded, :label, :written)",
            [
                "folded": .text(written.folded), "label": .integer(label),
                "written": .text(written),
            ])
    }
}

extension String {
    fileprivate func remembered(
        in rows: inout [String: Int64], limit: Int, _ find: () throws -> Int64
    ) rethrows -> Int64 {
        if let row = rows[self] { return row }
        let row = try find()
        if rows.count >= limit { rows.removeAll(keepingCapacity: true) }
        rows[self] = row
        return row
    }
}
