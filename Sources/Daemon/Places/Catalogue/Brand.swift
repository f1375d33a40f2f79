/// A chain of places, as OpenStreetMap knows it.
package struct Brand: Hashable, Sendable {
    /// Its Wikidata id, `Q37158`: what places have in `brand:wikidata`.
    package var wikidata: String
    package var name: String
    /// What most of its places are, as an OpenStreetMap tag: `amenity=cafe`.
    package var category: String
    package var otherCategories: [String]
    /// Other spellings, in any script, and names of its kinds of places.
    package var aliases: [String]
    /// 1 is the most often mapped brand of all.
    package var rank: Int

    /// Whether some of its places have this category, as in `amenity=cafe`.
    package func has(_ category: String) -> Bool {
        category == self.category || otherCategories.contains(category)
    }
}
