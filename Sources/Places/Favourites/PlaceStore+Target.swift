import Geofencing
import SQLite

/// The places that a favourite stands for.
extension PlaceStore {
    func count(_ target: Target) throws -> Int {
        switch target.match {
        case .place, .name: try listed(target).count
        case .brand, .category: try count(try labels(target))
        }
    }

    func hasPlaces(_ target: Target) throws -> Bool { try count(target) > 0 }

    /// How many places have one of these labels.
    func count(_ labels: [Label]) throws -> Int {
        guard labels.count > 1 else {
            guard let label = labels.first else { return 0 }
            return Int(
                try connection.integer(
                    "SELECT count(*) FROM position WHERE label = :label",
                    ["label": .integer(label.row)]) ?? 0)
        }
        return Set(try labels.flatMap { try positions($0).map(\.row) }).count
    }

    /// Those whose distance from `center` is at most `radius` (metres), in no order; one with two
    /// labels of a brand is there twice.
    func places(
        _ target: Target, within radius: Double, of center: Coordinate
    ) throws -> [Found] {
        switch target.match {
        case .place, .name:
            return Self.found(try listed(target), from: center).filter { $0.distance <= radius }
        case .brand, .category:
            return try labels(target).flatMap { try places($0, within: radius, of: center) }
        }
    }

    /// `nil` if there is none.
    func nearest(_ target: Target, to center: Coordinate) throws -> NearestPlace? {
        let found: [Found]
        switch target.match {
        case .place, .name: found = Self.found(try listed(target), from: center)
        case .brand, .category: found = try labels(target).flatMap { try nearest($0, to: center) }
        }
        guard let best = found.min(by: { ($0.distance, $0.row) < ($1.distance, $1.row) })
        else { return nil }
        let place = try place(row: best.row)
        return NearestPlace(
            id: place.id.description, name: place.title,
            distance: (best.distance * 10).rounded() / 10,
            lat: place.coordinate.latitude, lon: place.coordinate.longitude)
    }

    /// A few are looked at one by one: the nearest may be at the other end of the Earth.
    private func nearest(_ label: Label, to center: Coordinate) throws -> [Found] {
        if try count([label]) > 5000 { return try nearest(label, to: center, count: 1) }
        return Self.found(try positions(label), from: center)
    }

    private func labels(_ target: Target) throws -> [Label] {
        target.match == .brand
            ? try labels(ofBrand: target.key)
            : try label("category", target.key).map { [$0] } ?? []
    }

    // MARK: Positions, wherever they are

    private typealias Position = (row: Int64, coordinate: Coordinate)

    private static func found(_ positions: [Position], from center: Coordinate) -> [Found] {
        let plane = LocalPlane(at: center)
        return positions.map {
            Found(
                row: $0.row, coordinate: $0.coordinate,
                distance: plane.distance(to: $0.coordinate))
        }
    }

    private func positions(_ label: Label) throws -> [Position] {
        try connection.rows(
            "SELECT place, latitude, longitude FROM position WHERE label = :label",
            ["label": .integer(label.row)]
        ) { row in
            let latitude = Double(row.integer(1)) / Strip.unitsPerDegree
            let longitude = Double(row.integer(2)) / Strip.unitsPerDegree
            return (row.integer(0), Coordinate(latitude: latitude, longitude: longitude))
        }
    }

    /// Of a name or a place.
    private func listed(_ target: Target) throws -> [Position] {
        if target.match == .name { return try named(target.key) }
        guard let id = PlaceID(target.key) else { return [] }
        return try connection.rows(
            "SELECT id, latitude, longitude FROM place WHERE source = :source AND key = :key",
            ["source": .text(id.source), "key": .text(id.key)], Self.position)
    }

    private func named(_ folded: String) throws -> [Position] {
        // The words of the search have letters or digits; a name can be `!!!`.
        guard folded.unicodeScalars.contains(where: \.isPartOfWord) else {
            return try connection.rows(
                "SELECT id, latitude, longitude FROM place WHERE folded = :folded",
                ["folded": .text(folded)], Self.position)
        }
        let phrase = folded.split(separator: "\"", omittingEmptySubsequences: false)
        return try connection.rows(
            """
            SELECT place.id, latitude, longitude
            FROM place_search CROSS JOIN place ON place.id = place_search.rowid
            WHERE place_search MATCH :words AND place.folded = :folded
            """,
            [
                "words": .text("folded : \"\(phrase.joined(separator: "\"\""))\""),
                "folded": .text(folded),
            ], Self.position)
    }

    private static func position(_ row: Statement) -> Position {
        (row.integer(0), Coordinate(latitude: row.real(1), longitude: row.real(2)))
    }
}

extension Unicode.Scalar {
    /// As the search's table has it (`unicode61`).
    fileprivate var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
