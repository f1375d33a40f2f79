import SQLite

/// Labels of categories. They are compared folded, as their values have `_` for a space.
extension PlaceStore {
    /// The labels of the categories that a person means by `text`, as in `amenity=cafe`, `cafe`,
    /// `amenity` or `Fast Food`.
    func labels(forCategory text: String) throws -> [Label] {
        let sides = text.split(separator: "=", maxSplits: 1).map { String($0).folded }
        guard let key = sides.first, let value = sides.last else { return [] }
        let labels = try connection.rows(
            """
            SELECT id FROM label
            WHERE kind = 'category' AND (
                replace(substr(value, 1, instr(value, '=') - 1), '_', '') = :key
                \(sides.count == 1 ? "OR" : "AND")
                replace(substr(value, instr(value, '=') + 1), '_', '') = :value)
            ORDER BY id
            """,
            ["key": .text(key), "value": .text(value)]
        ) { Label(row: $0.integer(0)) }
        return labels.isEmpty && sides.count == 1 ? try self.labels(everyday: key) : labels
    }

    /// The labels of the categories whose value `word` is, also in the plural: `pubs`.
    func labels(forCategoryWord word: String) throws -> [Label] {
        let folded = word.folded
        var forms = [folded]
        if folded.hasSuffix("ies") { forms.append(folded.dropLast(3) + "y") }
        if folded.hasSuffix("es") { forms.append(String(folded.dropLast(2))) }
        if folded.hasSuffix("s") { forms.append(String(folded.dropLast())) }
        for form in forms {
            let labels = try connection.rows(
                """
                SELECT id FROM label
                WHERE kind = 'category'
                    AND replace(substr(value, instr(value, '=') + 1), '_', '') = :form
                ORDER BY id
                """,
                ["form": .text(form)]
            ) { Label(row: $0.integer(0)) }
            if !labels.isEmpty { return labels }
        }
        return try labels(everyday: folded)
    }

    private func labels(everyday word: String) throws -> [Label] {
        try (EverydayWords.categories[word] ?? []).compactMap { try label("category", $0) }
    }
}
