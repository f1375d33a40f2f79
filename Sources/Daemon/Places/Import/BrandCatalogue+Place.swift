extension BrandCatalogue {
    /// Gives a place the id of its brand, if its source does not.
    ///
    /// A place without a brand may be called as one is: `Starbucks`, where it is a café. Then its
    /// `brand` stays `nil`, as its source has it. `folded`: the name; empty without one.
    func identify(_ place: inout Place, folded: String) {
        guard place.wikidata == nil else { return }
        let brand =
            if let text = place.brand {
                brand(spelled: text, category: place.categories.first)
            } else {
                brand(folded: folded, categories: place.categories)
            }
        if let brand { place.wikidata = brand.wikidata }
    }
}
