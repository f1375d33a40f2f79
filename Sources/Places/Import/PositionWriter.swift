import Geofencing
import SQLite

/// Keeps the rows by which places are found: under every place, under each category, and under
/// the brand.
final class PositionWriter {
    private let connection: Connection
    private var new = PositionRows()
    private let delete: Statement
    private let labels: LabelWriter

    init(_ connection: Connection) throws {
        self.connection = connection
        delete = try connection.prepare(
            """
            DELETE FROM position
            WHERE label = ? AND strip = ? AND longitude = ? AND place = ?
            """)
        labels = try LabelWriter(connection)
    }

    func add(_ place: Place, row: Int64) throws {
        for label in try labels.all(of: place) {
            guard new.append(label: label, place: row, place.coordinate) else {
                throw SQLiteError.damaged(connection.path, "the number of a label is \(label)")
            }
        }
        if new.isFull { try new.store(in: connection) }
    }

    /// `place`: as it is stored.
    func remove(_ place: Place, row: Int64) throws {
        delete.bind(2, Strip.of(place.coordinate.latitude))
        delete.bind(3, Strip.units(place.coordinate.longitude))
        delete.bind(4, row)
        for label in try labels.all(of: place) {
            delete.bind(1, label)
            try delete.run()
        }
    }

    /// Writes what is best written at once.
    func finish() throws {
        try new.store(in: connection)
    }
}

/// The rows of labels, made where they are missing.
final class LabelWriter {
    private let connection: Connection
    /// Rows of categories and of brands that were needed lately.
    private var categories: [String: Int64] = [:]
    private var brands: [String: Int64] = [:]

    /// Each a hundred bytes or so.
    private static let mostRemembered = 50_000

    init(_ connection: Connection) throws {
        self.connection = connection
    }

    func all(of place: Place) throws -> [Int64] {
        var rows = [Label.all.row]
        for category in place.categories {
            let row = try category.remembered(in: &categories, limit: Self.mostRemembered) {
                try label("category", category)
            }
            // A stored category may be there twice, if another program has written it.
            if !rows.contains(row) { rows.append(row) }
        }
        if let brand = place.brandLabel, !brand.isEmpty {
            // The same brand is written in several ways.
            let text = "\(brand)\n\(place.brand ?? "")"
            rows.append(
                try text.remembered(in: &brands, limit: Self.mostRemembered) {
                    let row = try label("brand", brand)
                    if let written = place.brand { try addSpelling(written, of: row) }
                    return row
                })
        }
        return rows
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
