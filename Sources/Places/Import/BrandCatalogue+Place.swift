extension BrandCatalogue {
    /// Gives a place the id of its brand, if its source does not.
    ///
    /// Without a brand its name may be one: `Starbucks`, where it is a café. Then `brand` stays
    /// `nil`, as its source has it. `folded`: the name, or empty without one.
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
