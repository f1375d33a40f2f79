import Geofencing
import Posix
import SQLite

/// Labels of categories. They are compared folded, as their values have `_` for a space.
extension PlaceStore {
    /// The labels of the categories that a person means by `text`, as in `amenity=cafe`, `cafe`,
    /// `amenity`, `Fast Food` or `Cafés`.
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
        return labels.isEmpty && sides.count == 1 ? try self.labels(forCategoryWord: key) : labels
    }

    /// The labels of the categories whose value `word` is, also in the plural: `pubs`; else of those
    /// that it means as an everyday word.
    func labels(forCategoryWord word: String) throws -> [Label] {
        let named = try categories(valued: word)
        if !named.isEmpty { return named.map(\.label) }
        return try EverydayWords.categories(word).compactMap { try label("category", $0) }
    }

    /// The categories of the database whose value is `word`, or what that is the plural of.
    private func categories(valued word: String) throws -> [(label: Label, category: String)] {
        let forms = EverydayWords.forms(of: word.folded)
        let found = try connection.rows(
            """
            SELECT id, value, replace(substr(value, instr(value, '=') + 1), '_', '') FROM label
            WHERE kind = 'category' AND instr(:forms,
                ' ' || replace(substr(value, instr(value, '=') + 1), '_', '') || ' ') > 0
            ORDER BY id
            """, ["forms": .text(" \(forms.joined(separator: " ")) ")]
        ) { (label: Label(row: $0.integer(0)), category: $0.text(1) ?? "", form: $0.text(2)) }
        let best = forms.first { form in found.contains { $0.form == form } }
        return found.filter { $0.form == best }.map { ($0.label, $0.category) }
    }

    // MARK: Categories by a word

    /// The categories that a word of everyday language means: of several, those that places here
    /// have. Empty if it means none.
    package func categories(everyday word: String) throws -> [String] {
        let meant = EverydayWords.categories(word)
        let here = try meant.filter { try label("category", $0) != nil }
        return here.isEmpty ? Array(meant.prefix(1)) : here
    }

    /// The category whose value `word` is; of several, the one that most places have.
    package func category(valued word: String) throws -> String? {
        try categories(valued: word).map { ($0.category, try count([$0.label])) }
            .max { ($0.1, $1.0) < ($1.1, $0.0) }?.0
    }

    /// At most so many categories are suggested.
    private static let mostSuggested = 5
    /// Places around a point that are asked for their categories, and metres that they may be away.
    private static let (mostAsked, farthestAsked) = (100, 5_000.0)

    /// The words of categories that may be meant by a misspelt one; else of those that are frequent
    /// around `center`, or here at all.
    func categorySuggestions(for text: String, near center: Coordinate?) throws -> [String] {
        if let category = Category(text) {
            let near = try nearMisses(of: category)
            if !near.isEmpty { return near }
        }
        let here = try connection.rows(
            "SELECT value FROM label WHERE kind = 'category' ORDER BY id"
        ) { $0.text(0) ?? "" }
        let likely = misspelt(text, among: here)
        if !likely.isEmpty { return Array(likely.prefix(Self.mostSuggested)) }
        guard let center else { return Array(here.map(Self.word).prefix(Self.mostSuggested)) }
        return try frequentCategories(around: center)
    }

    /// The words that may be meant by a misspelt one, for the categories `here`: one for each.
    func misspelt(_ text: String, among here: [String]) -> [String] {
        let known = Set(here)
        var words: [String: [String]] = [:]
        for (word, meant) in EverydayWords.all where !known.isDisjoint(with: meant) {
            words[word] = meant
        }
        for category in here { words[Self.word(category).folded, default: []].append(category) }
        var seen: Set<String> = []
        return text.folded.nearMisses(among: words.keys.sorted()).filter { word in
            let isNew = seen.isDisjoint(with: words[word] ?? [])
            seen.formUnion(words[word] ?? [])
            return isNew
        }
    }

    private func frequentCategories(around center: Coordinate) throws -> [String] {
        let places = try nearest(
            .all, to: center, count: Self.mostAsked, within: Self.farthestAsked)
        var counts: [String: Int] = [:]
        for found in places {
            guard let category = try place(row: found.row).categories.first else { continue }
            counts[Self.word(category), default: 0] += 1
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .prefix(Self.mostSuggested).map(\.key)
    }

    /// `fast food` of `amenity=fast_food`.
    private static func word(_ category: String) -> String {
        category.split(separator: "=", maxSplits: 1).last?.spaced ?? ""
    }
}
