extension BrandCatalogue {
    /// Gives a place the id of its brand, if its source does not.
    ///
    /// Without a brand its name may be one: `Starbucks`, where it is a café. Then `brand` stays
    /// `nil`, as its source has it.
    func identify(_ place: inout Place) {
        guard place.wikidata == nil else { return }
        if let text = place.brand {
            place.wikidata = brand(spelled: text, category: place.categories.first)?.wikidata
        } else if let name = place.name {
            for category in place.categories {
                guard let brand = brand(named: name, category: category) else { continue }
                place.wikidata = brand.wikidata
                return
            }
        }
    }
}
