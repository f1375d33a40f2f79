/// The part of a text that names a brand or a category: `pharmacy` of `pharmacy amsterdam`.
struct SearchSubject {
    /// The labels of that brand or category, or of both; a place must have one of them.
    var labels: [Label]
    /// The other words, which a place must have as well.
    var rest: ArraySlice<SearchText.Word>

    /// The most words that the name of a brand or category is looked for in.
    private static let mostWords = 5

    /// Takes the longest name that the text begins or ends with; `nil` if there is none.
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
