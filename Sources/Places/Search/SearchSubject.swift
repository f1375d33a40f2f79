/// What a text is about, in part: `pharmacy` of `pharmacy amsterdam`.
struct SearchSubject {
    /// Of a brand, a category or both; places with one of them are meant.
    var labels: [Label]
    /// What else they must have.
    var rest: ArraySlice<SearchText.Word>

    /// Words that one brand or category is looked for in.
    private static let mostWords = 5

    /// The longest name of a brand or category that the text begins with, else ends with; `nil` if
    /// there is none.
    init?(of text: SearchText, in store: PlaceStore) throws {
        let words = text.words[...]
        for count in (1...min(words.count, Self.mostWords)).reversed() {
            for part in [words.prefix(count), words.suffix(count)] {
                let typed = text.typed(part)
                let labels = try Self.labels(named: typed, in: store)
                if labels.isEmpty { continue }
                self.labels = labels
                rest = part.startIndex == 0 ? words.dropFirst(count) : words.dropLast(count)
                return
            }
        }
        return nil
    }

    private static func labels(named typed: String, in store: PlaceStore) throws -> [Label] {
        let brands = try store.labels(forBrand: typed)
        return try brands + store.labels(forCategoryWord: typed)
    }
}
