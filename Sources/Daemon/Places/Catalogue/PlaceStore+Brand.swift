import Posix
import SQLite

extension String {
    /// As in `Q37158`.
    package var isWikidataID: Bool {
        guard utf8.first == UInt8(ascii: "Q"), utf8.count > 1 else { return false }
        return utf8.dropFirst().allSatisfy(\.isDigit)
    }
}

/// Brands, by a key: the Wikidata id, else the folded name.
extension PlaceStore {
    /// A row of the table `label`; `nil` if there is none.
    package func label(_ kind: String, _ value: String) throws -> Label? {
        try connection.integer(
            "SELECT id FROM label WHERE kind = :kind AND value = :value",
            ["kind": .text(kind), "value": .text(value)]
        ).map(Label.init)
    }

    /// The brand that is meant by any spelling of a name; `nil` if none is known by it.
    ///
    /// Two brands can have one name, as the two called Target have: then it is the one with more
    /// places in the database, and if there are none, the one of the catalogue.
    package func brand(spelled text: String) throws -> String? {
        let here = try connection.rows(
            """
            SELECT label.value FROM spelling JOIN label ON label.id = spelling.label
            WHERE folded = :folded AND kind = 'brand' ORDER BY label.id
            """, ["folded": .text(text.folded)]
        ) { $0.text(0) ?? "" }
        var candidates = here.filter(\.isWikidataID)
        if let known = BrandCatalogue.standard.brand(spelled: text)?.wikidata {
            candidates.removeAll { $0 == known }
            candidates.insert(known, at: 0)
        }
        guard candidates.count > 1 else { return candidates.first ?? here.first }
        var (brand, most) = (candidates[0], -1)
        for candidate in candidates {
            let count = try label("brand", candidate).map { try self.count([$0]) } ?? 0
            if count > most { (brand, most) = (candidate, count) }
        }
        return brand
    }

    /// The labels of the brand that a person means by `text`, in any spelling or as its Wikidata
    /// id; empty if no brand is known by it.
    func labels(forBrand text: String) throws -> [Label] {
        let text = text.trimmed
        if text.isWikidataID { return try labels(ofBrand: text) }
        return try brand(spelled: text).map { try labels(ofBrand: $0) } ?? []
    }

    /// Whether the catalogue or the database has the brand.
    package func isKnownBrand(_ key: String) throws -> Bool {
        try BrandCatalogue.standard.brand(wikidata: key) != nil || label("brand", key) != nil
    }

    /// What people call the brand; `nil` if it is not known.
    package func brandName(_ key: String) throws -> String? {
        if let name = BrandCatalogue.standard.brand(wikidata: key)?.name { return name }
        guard let label = try label("brand", key) else { return nil }
        return try connection.first(
            "SELECT written FROM spelling WHERE label = :label ORDER BY length(written), written",
            ["label": .integer(label.row)]
        ) { $0.text(0) } ?? nil
    }

    /// All labels that places of a brand have: that of its id, and, for places without the id,
    /// those of its spellings that mean no other brand.
    package func labels(ofBrand key: String) throws -> [Label] {
        guard key.isWikidataID else { return try labels(spelled: key) }
        let own = try label("brand", key)
        var spellings: Set<String> = []
        if let brand = BrandCatalogue.standard.brand(wikidata: key) {
            spellings.formUnion(([brand.name] + brand.aliases).map(\.folded))
        }
        if let own {
            spellings.formUnion(
                try connection.rows(
                    "SELECT folded FROM spelling WHERE label = :label",
                    ["label": .integer(own.row)]
                ) { $0.text(0) ?? "" })
        }
        var labels = own.map { [$0] } ?? []
        for spelling in spellings {
            guard let plain = try label("brand", spelling) else { continue }
            if try brand(spelled: spelling) == key { labels.append(plain) }
        }
        return labels
    }

    private func labels(spelled folded: String) throws -> [Label] {
        try connection.rows(
            """
            SELECT label.id FROM spelling JOIN label ON label.id = spelling.label
            WHERE folded = :folded AND kind = 'brand'
            """, ["folded": .text(folded)]
        ) { Label(row: $0.integer(0)) }
    }
}
