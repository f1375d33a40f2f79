import SQLite

extension PlaceStore {
    /// The labels of the brand that a person means by `text`, in any spelling or as its Wikidata
    /// id; none if nothing is known by it.
    func labels(forBrand text: String) throws -> [Label] {
        let folded = text.folded
        var labels = try connection.rows(
            """
            SELECT label.id FROM spelling CROSS JOIN label ON label.id = spelling.label
            WHERE folded = :folded AND kind = 'brand' ORDER BY label.id
            """, ["folded": .text(folded)]
        ) { Label(row: $0.integer(0)) }
        let id = BrandCatalogue.standard.brand(spelled: text)?.wikidata ?? text.trimmed
        for value in [id, folded] {
            let label = try connection.integer(
                "SELECT id FROM label WHERE kind = 'brand' AND value = :value",
                ["value": .text(value)]
            ).map(Label.init)
            if let label, !labels.contains(label) { labels.append(label) }
        }
        return labels
    }
}
