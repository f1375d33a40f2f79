package import Geofencing
import Posix
import SQLite

/// A brand that can be a favourite, and how much of it there is.
package struct CatalogueEntry: Codable, Hashable, Sendable {
    package var name: String
    /// As in `Q37158`; `nil` of a brand that is only known by name.
    package var wikidata: String?
    /// What most of its places are; `nil` if the catalogue does not have the brand.
    package var category: String?
    /// How many there are in the database.
    package var places: Int
    /// How many of them are near; `nil` if it is not known where that is.
    package var near: Int?

    /// How far away a place is that is still near, in metres.
    package static let nearby = 3000.0
}

extension PlaceStore {
    /// Brands with `text` in a name, the best matches first; without a text, those with the most
    /// places near, then here, then in the world.
    package func catalogue(
        text: String? = nil, near: Coordinate? = nil, limit: Int = 20
    ) throws -> [CatalogueEntry] {
        guard limit > 0 else { return [] }
        let brands =
            if let text { try brands(with: text, limit: limit) } else {
                try popularBrands(near: near, limit: limit)
            }
        var seen: Set<String> = []
        return try brands.filter { seen.insert($0).inserted }.prefix(limit).map {
            try entry($0, near: near)
        }
    }

    private func entry(_ brand: String, near: Coordinate?) throws -> CatalogueEntry {
        let labels = try labels(ofBrand: brand)
        let found = try near.map { center in
            try labels.flatMap { try places($0, within: CatalogueEntry.nearby, of: center) }
        }
        return CatalogueEntry(
            name: try brandName(brand) ?? brand, wikidata: brand.isWikidataID ? brand : nil,
            category: BrandCatalogue.standard.brand(wikidata: brand)?.category,
            places: try count(labels), near: found.map { Set($0.map(\.row)).count })
    }

    private func brands(with text: String, limit: Int) throws -> [String] {
        let wanted = text.folded
        let here = try connection.rows(
            """
            SELECT label.value FROM spelling JOIN label ON label.id = spelling.label
            WHERE kind = 'brand' AND instr(folded, :text) > 0
            ORDER BY folded <> :text, length(folded), folded LIMIT :limit
            """, ["text": .text(wanted), "limit": SQLValue(limit)]
        ) { $0.text(0) ?? "" }
        let known = BrandCatalogue.standard.search(text, limit: limit).map(\.wikidata)
        // A brand that is called just so comes first, even if only the database knows it.
        let exact = try brand(spelled: text).map { [$0] } ?? []
        return exact + known + (try here.map { try named($0) })
    }

    /// The brand that is meant by the name of one without an id.
    private func named(_ brand: String) throws -> String {
        brand.isWikidataID ? brand : try self.brand(spelled: brand) ?? brand
    }

    private func popularBrands(near: Coordinate?, limit: Int) throws -> [String] {
        let here = try connection.rows(
            """
            SELECT label.id, label.value, count(*)
            FROM label CROSS JOIN position ON position.label = label.id
            WHERE kind = 'brand' GROUP BY label.id ORDER BY count(*) DESC, label.value
            """
        ) { (label: Label(row: $0.integer(0)), brand: $0.text(1) ?? "", places: $0.integer(2)) }
        let first: [String]
        if let near {
            let counted = try here.map { row in
                let nearby = CatalogueEntry.nearby
                return (
                    row.brand, row.places, try places(row.label, within: nearby, of: near).count
                )
            }
            first = counted.sorted { ($1.2, $1.1, $0.0) < ($0.2, $0.1, $1.0) }.map(\.0)
        } else {
            first = here.map(\.brand)
        }
        return try first.prefix(limit).map { try named($0) }
            + BrandCatalogue.standard.brands.prefix(limit).map(\.wikidata)
    }
}
