import Posix

/// A fact that an input can say of a place, by any of the names that inputs have for it.
enum PlaceField: Int, CaseIterable {
    case osmType, osmID, id
    case latitude, longitude, point
    case name, brand, wikidata, category
    case street, houseNumber, postcode, city
    case phone, website, openingHours, description, rating
    /// What OpenStreetMap tags towns and quarters with.
    case area

    /// The names, in lower case and with `_` for a space; the first that a place has counts.
    var names: [String] {
        switch self {
        case .osmType: ["@type", "osm_type"]
        case .osmID: ["@id", "osm_id"]
        case .id: ["id", "key", "identifier"]
        case .latitude: ["lat", "latitude", "y", "@lat"]
        case .longitude: ["lon", "lng", "long", "longitude", "x", "@lon"]
        // WKT, as Google My Maps, QGIS and PostGIS call their columns of it.
        case .point: ["wkt", "geom", "geometry"]
        case .name: ["name", "title", "name:en", "int_name", "official_name", "business_name"]
        case .brand: ["brand", "chain", "brand:en"]
        case .wikidata: ["brand:wikidata", "brand_wikidata"]
        case .category: ["category", "categories", "type", "kind"]
        case .street:
            ["addr:street", "street", "contact:street", "addr:place", "road", "address"]
        case .houseNumber:
            ["addr:housenumber", "housenumber", "house_number", "contact:housenumber"]
        case .postcode:
            ["addr:postcode", "postcode", "postal_code", "zip", "zip_code", "contact:postcode"]
        case .city: ["addr:city", "city", "town", "contact:city", "village", "locality"]
        case .phone:
            ["phone", "contact:phone", "tel", "telephone", "mobile", "contact:mobile"]
        case .website: ["website", "contact:website", "url", "homepage", "link", "web"]
        case .openingHours: ["opening_hours", "openinghours", "hours"]
        case .description: ["description", "description:en", "desc", "comment"]
        case .rating: ["rating", "stars", "score"]
        case .area: ["place"]
        }
    }

    /// For messages.
    var words: String { names[0] }

    /// Names in any language, and short names: they count where there is no better one.
    static let anyName = PlaceColumn.field(.name, rank: 100)
    static let shortName = PlaceColumn.field(.name, rank: 101)

    /// The tags of OpenStreetMap that say what a place is, the most telling first. `cuisine` alone
    /// does not make a place.
    static let categoryKeys = [
        "amenity", "shop", "tourism", "leisure", "office", "healthcare", "craft", "cuisine",
    ]
    static let cuisine = 7
    static let categoryBeginnings = categoryKeys.map { $0 + "=" }
}

/// Where a column, member or tag of an input belongs.
enum PlaceColumn: Hashable {
    /// Where a place has several names of a field, the one with the lowest rank counts.
    case field(PlaceField, rank: UInt8)
    /// One of `PlaceField.categoryKeys`.
    case tag(Int)
    /// An object that has the name and the address, as in Google Takeout.
    case location

    /// As the other; blanks around the name do not count.
    init?(_ name: String) {
        var name = name.trimmed
        guard let column = name.withUTF8({ Self(UnsafeRawBufferPointer($0)) }) else { return nil }
        self = column
    }

    /// `nil` if nothing is kept that has this name. `House Number` is `house_number`.
    ///
    /// It makes no string, since this is asked ten times for each place.
    init?(_ name: UnsafeRawBufferPointer) {
        if let letters = NameLetters(name) {
            for (known, column) in Self.byLength[name.count] where known == letters {
                self = column
                return
            }
        }
        // As in `name:fr`.
        guard name.count > 4, name[4] == .colon,
            NameLetters(UnsafeRawBufferPointer(rebasing: name[..<4])) == Self.name
        else { return nil }
        self = PlaceField.anyName
    }

    /// The same with a rank that is higher by `ranks`: what has a lower one counts before it.
    func lowered(by ranks: UInt8) -> PlaceColumn {
        if case .field(let field, let rank) = self {
            .field(field, rank: rank + ranks)
        } else {
            self
        }
    }

    /// All names, by how many bytes they have.
    private static let byLength: [[(NameLetters, PlaceColumn)]] = {
        var names: [[(NameLetters, PlaceColumn)]] =
            Array(repeating: [], count: NameLetters.most + 1)
        for (name, column) in all {
            guard let letters = NameLetters(name) else {
                preconditionFailure("\(name) is too long")
            }
            names[name.utf8.count].append((letters, column))
        }
        return names
    }()

    private static let name = NameLetters("name")

    private static let all: [String: PlaceColumn] = {
        var all = ["short_name": PlaceField.shortName, "location": .location]
        for field in PlaceField.allCases {
            for (rank, name) in field.names.enumerated() {
                all[name] = .field(field, rank: UInt8(rank))
            }
        }
        for (index, key) in PlaceField.categoryKeys.enumerated() { all[key] = .tag(index) }
        return all
    }()
}

/// The bytes of a short name, in lower case and with `_` for a space, which are compared with those
/// of a name of the same length.
private struct NameLetters: Equatable {
    private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

    static let most = 24

    /// `nil` if there are more bytes than `most`.
    init?(_ name: UnsafeRawBufferPointer) {
        guard name.count <= Self.most else { return nil }
        withUnsafeMutableBytes(of: &words) { letters in
            for (index, byte) in name.enumerated() {
                letters[index] =
                    switch byte {
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                    case .space: UInt8(ascii: "_")
                    default: byte
                    }
            }
        }
    }

    init?(_ name: String) {
        var name = name
        guard let letters = name.withUTF8({ Self(UnsafeRawBufferPointer($0)) }) else { return nil }
        self = letters
    }

    static func == (a: NameLetters, b: NameLetters) -> Bool { a.words == b.words }
}
