import Posix
import SQLite

/// What may be meant by a text that is not known: up to three suggestions, the likeliest first.
extension PlaceStore {
    private static let most = 3

    /// Names of brands.
    package func brandSuggestions(for text: String) throws -> [String] {
        try suggestions(for: text, among: brandSpellings())
    }

    /// Names of brands and of places.
    package func suggestions(for text: String) throws -> [String] {
        try suggestions(for: text, among: brandSpellings() + namesBeginning(like: text))
    }

    /// Words for categories that places here have.
    package func categorySuggestions(for text: String) throws -> [String] {
        let here = try connection.rows("SELECT value FROM label WHERE kind = 'category'") {
            $0.text(0) ?? ""
        }
        return Array(misspelt(text, among: here).prefix(Self.most))
    }

    /// Names of places, towns and streets; none for a text with digits, as an address has.
    func nameSuggestions(for text: String) throws -> [String] {
        if text.contains(where: \.isNumber) { return [] }
        return try suggestions(
            for: text, among: namesBeginning(like: text) + addressesBeginning(like: text))
    }

    /// Categories with the same key and nearly the same value, or the other way round.
    package func nearMisses(of category: Category) throws -> [String] {
        let here = try connection.rows("SELECT value FROM label WHERE kind = 'category'") {
            Category($0.text(0) ?? "")
        }
        let inCatalogue = BrandCatalogue.standard.brands.flatMap { brand in
            ([brand.category] + brand.otherCategories).map { Category($0) }
        }
        let known = Set((here + inCatalogue).compactMap { $0 })
        let values = known.filter { $0.key == category.key }.map(\.value)
        let keys = values.isEmpty ? known.filter { $0.value == category.value }.map(\.key) : []
        let near =
            category.value.nearMisses(among: values.sorted()).map { "\(category.key)=\($0)" }
            + category.key.nearMisses(among: keys.sorted()).map { "\($0)=\(category.value)" }
        return Array(near.prefix(Self.most))
    }

    private typealias Spelling = (folded: String, written: String)

    private func suggestions(for text: String, among known: [Spelling]) -> [String] {
        let written = Dictionary(known) { first, _ in first }
        var suggestions: [String] = []
        for folded in text.folded.nearMisses(among: known.map(\.folded)) {
            guard let name = written[folded], !suggestions.contains(name) else { continue }
            suggestions.append(name)
            if suggestions.count == Self.most { break }
        }
        return suggestions
    }

    private func brandSpellings() throws -> [Spelling] {
        let here = try connection.rows(
            """
            SELECT folded, written FROM spelling JOIN label ON label.id = spelling.label
            WHERE kind = 'brand'
            """, [:], Self.spelling)
        return here + BrandCatalogue.standard.spellings.map { ($0.folded, $0.brand.name) }
    }

    /// Names with the same first three letters, which people get right. Comparing a million names
    /// would take too long.
    private func namesBeginning(like text: String) throws -> [Spelling] {
        let beginning = text.folded.prefix(3)
        guard beginning.count == 3, beginning.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            return []
        }
        return try connection.rows(
            """
            SELECT place.folded, place.name
            FROM place_search CROSS JOIN place ON place.id = place_search.rowid
            WHERE place_search MATCH :words LIMIT 5000
            """, ["words": .text("folded : \"\(beginning)\" *")], Self.spelling)
    }

    private func addressesBeginning(like text: String) throws -> [Spelling] {
        let beginning = text.folded.prefix(3)
        guard beginning.count == 3, beginning.allSatisfy(\.isLetter) else { return [] }
        let places = try addresses(having: "\"\(beginning)\" *", limit: 2000)
        let names = Set(places.flatMap { [$0.address.city, $0.address.street] })
        return names.compactMap { $0 }.sorted().map { ($0.folded, $0) }
    }

    private static func spelling(_ row: Statement) -> Spelling {
        (row.text(0) ?? "", row.text(1) ?? "")
    }
}
