import Places
import Posix

/// What a draft for a favourite means.
struct Wanted {
    var target: Target
    /// For people.
    var name: String
    /// What it may have been added as earlier, when less was known of it.
    var otherTargets: [Target] = []
}

extension PlaceStore {
    /// Throws a `Refusal` if the draft does not say one thing, or that is not known.
    func wanted(_ draft: Favourite.Draft) throws -> Wanted {
        let said = draft.said
        guard let (field, text) = said.first, said.count == 1 else {
            throw Refusal(
                .invalid, said.dropFirst().first?.field ?? "text",
                said.isEmpty
                    ? "is missing: say a brand, a name, a category or a place"
                    : "is too much beside \(said[0].field): say one of them")
        }
        let wanted = try Limits.text(text, of: field)
        return switch field {
        case "brand": try wantedBrand(wanted)
        case "wikidata": try wantedBrand(id: wanted)
        case "name": wantedName(wanted)
        case "category": try wantedCategory(wanted)
        case "place": try wantedPlace(wanted)
        default: try wantedText(wanted)
        }
    }

    /// The meaning of a text by its form; where it has several, the one that is known.
    private func wantedText(_ text: String) throws -> Wanted {
        if let place = try placeIfAny(text) { return wanted(place) }
        // `Q8` is a brand of petrol, and Wikidata's id of happiness.
        let id = text.uppercased()
        if id.isWikidataID, try isKnownBrand(id) || brand(spelled: text) == nil {
            return try wantedBrand(id: id)
        }
        // `Shell` is a brand. `Apotheek` is a category, even if a brand or a place is called so.
        let isBrand = BrandCatalogue.standard.brand(spelled: text)?.name.folded == text.folded
        if !isBrand, let category = try wantedEveryday(text, field: "text") { return category }
        if let brand = try brand(spelled: text) { return try wanted(brand, spelled: text) }
        let name = wantedName(text)
        if try hasPlaces(name.target) { return name }
        if let category = Category(text) {
            let near = try category.isKnown(in: self) ? [] : nearMisses(of: category)
            guard near.isEmpty else { throw unknown("category", text, near, field: "text") }
            return wanted(category)
        }
        if let category = try category(valued: text).flatMap({ Category($0) }) {
            return wanted(category)
        }
        let near = try categorySuggestions(for: text) + suggestions(for: text)
        throw unknown("brand, category or place", text, Array(near.prefix(3)), field: "text")
    }

    // MARK: Brands

    private func wantedBrand(_ text: String) throws -> Wanted {
        guard let brand = try brand(spelled: text) else {
            throw unknown("brand", text, try brandSuggestions(for: text), field: "brand")
        }
        return try wanted(brand, spelled: text)
    }

    private func wantedBrand(id: String) throws -> Wanted {
        let id = id.uppercased()
        guard id.isWikidataID else {
            throw Refusal(
                .invalid, "wikidata", "\(id.quoted) is not a Wikidata id: write it as in Q37158")
        }
        return Wanted(target: Target(match: .brand, key: id), name: try brandName(id) ?? id)
    }

    private func wanted(_ brand: String, spelled text: String) throws -> Wanted {
        Wanted(
            target: Target(match: .brand, key: brand), name: try brandName(brand) ?? text,
            otherTargets: [Target(match: .brand, key: text.folded)])
    }

    // MARK: Names, categories, places

    private func wantedName(_ text: String) -> Wanted {
        Wanted(target: Target(match: .name, key: text.folded), name: text)
    }

    private func wantedCategory(_ text: String) throws -> Wanted {
        if let category = Category(text) { return wanted(category) }
        if let category = try wantedEveryday(text, field: "category") { return category }
        if let category = try category(valued: text).flatMap({ Category($0) }) {
            return wanted(category)
        }
        let near = try categorySuggestions(for: text).map(\.shortened)
        throw Refusal(
            .invalid, "category",
            "\(text.quoted) is no category: "
                + (near.isEmpty
                    ? "write it as in amenity=cafe"
                    : "did you mean \(near.joined(separator: " or "))?"),
            code: .unknown, candidates: near.map { .init($0) })
    }

    /// A category by an everyday word, as `supermarkt`; `nil` if it is none. Throws if places here
    /// have several categories that it stands for.
    private func wantedEveryday(_ text: String, field: String) throws -> Wanted? {
        let meant = try categories(everyday: text)
        guard let first = meant.first.flatMap({ Category($0) }) else { return nil }
        guard meant.count == 1 else {
            throw Refusal(
                .invalid, field,
                "\(text.quoted) is several categories: name one of \(meant.joined(separator: ", "))"
            )
        }
        return wanted(first)
    }

    private func wanted(_ category: Category) -> Wanted {
        Wanted(
            target: Target(match: .category, key: category.description), name: category.description)
    }

    private func wantedPlace(_ text: String) throws -> Wanted {
        guard let place = try placeIfAny(text) else {
            throw Refusal(
                .invalid, "place",
                "\(text.quoted) is not in the database: import it, or search for its id")
        }
        return wanted(place)
    }

    private func wanted(_ place: Place) -> Wanted {
        Wanted(target: Target(match: .place, key: place.id.description), name: place.title)
    }

    /// The place with this id; `node/123` is one of OpenStreetMap. `nil` if there is none.
    private func placeIfAny(_ text: String) throws -> Place? {
        guard let id = PlaceID(text) else { return nil }
        return try place(id) ?? place(PlaceID(source: "osm", key: text))
    }

    private func unknown(
        _ what: String, _ text: String, _ near: [String], field: String
    ) -> Refusal {
        let remedy =
            near.isEmpty
            ? "see the catalogue of brands, or import the places first"
            : "did you mean \(near.map(\.shortened).joined(separator: " or "))?"
        return Refusal(
            .invalid, field, "no \(what) is called \(text.quoted): \(remedy)",
            code: .unknown, candidates: near.map { .init($0, name: $0.shortened) })
    }
}
