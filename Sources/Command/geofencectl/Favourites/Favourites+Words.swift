import Geofencing
import Interests
import Places
import Posix

extension Favourite {
    /// As in `brand Q37158`, without what the name says already.
    var matchWords: String {
        value == name || match == .brand && wikidata == nil
            ? match.rawValue : "\(match.rawValue) \(value)"
    }

    /// For whom it is; `nil`: for the daemon's own source, as most are.
    var otherAudience: String? { audience == .own ? nil : audience.description }

    /// As in `3: Starbucks (Q37158), 12 places, 50 m to the nearest`.
    var words: String {
        let remark: String? =
            switch match {
            case .brand: wikidata
            case .name: "by name"
            case .category: nil
            case .place: value
            }
        var parts = ["\(id): \(name.visible)" + (remark.map { " (\($0.visible))" } ?? "")]
        if let otherAudience { parts.append("for \(otherAudience)") }
        if let radius { parts.append("within \(radius.inMetres)") }
        if match != .place || places == 0 {
            parts.append(places == 0 ? "no places in the database yet" : places.counted("place"))
        }
        if let nearest {
            let distance = nearest.distance.inMetres
            parts.append(match == .place ? "\(distance) away" : "\(distance) to the nearest")
        }
        return parts.joined(separator: ", ")
    }

    /// Whether `text` may mean this favourite.
    func isMeant(by text: String) -> Bool {
        if [name, value, wikidata].contains(text) || name.folded == text.folded { return true }
        if match == .category { return EverydayWords.categories(text) == [value] }
        guard match == .brand else { return false }
        return wikidata == text.uppercased() || value == text.folded
            || wikidata != nil && wikidata == BrandCatalogue.standard.brand(spelled: text)?.wikidata
    }
}
