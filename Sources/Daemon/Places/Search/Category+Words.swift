extension Category {
    /// Words that mean categories, for a person who types one: `amenity=cafe`, `cafe`, `coffee`.
    package static let knownWords: [String] = {
        let catalogue = BrandCatalogue.standard.brands.flatMap {
            [$0.category] + $0.otherCategories
        }
        let everyday = EverydayWords.all
        let categories = Set(catalogue + everyday.values.joined())
        let values = categories.compactMap { Category($0)?.value }
        return Set(values + everyday.keys).sorted() + categories.sorted()
    }()
}
