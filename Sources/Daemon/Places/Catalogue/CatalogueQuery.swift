package import Geofencing
import Posix

/// Which brands are listed, and around where they are counted.
package struct CatalogueQuery: Hashable, Sendable {
    /// Only brands with this in a name.
    package var text: String?
    package var near: PlaceQuery.Near?
    /// How many brands at most: 1…1000.
    package var limit = 20

    package static let mostBrands = 1000

    package init() {}

    /// Reads the query of an address; throws a `Refusal` for a value that makes no sense.
    package init(query: [String: String]) throws {
        text = try query["text"].map { try Limits.text($0, of: "text") }
        near = try query["near"].map { try PlaceQuery.Near($0) }
        guard let limit = query["limit"] else { return }
        guard let number = Int(limit), (1...Self.mostBrands).contains(number) else {
            throw Refusal(
                .invalid, "limit",
                "\(limit.quoted) is not a number from 1 to \(Self.mostBrands)")
        }
        self.limit = number
    }

    /// As the query of an address.
    package var query: [(name: String, value: String)] {
        [
            text.map { ("text", $0) }, near.map { ("near", $0.description) },
            ("limit", "\(limit)"),
        ].compactMap { $0 }
    }
}

extension PlaceStore {
    /// `position`: around where brands are counted if the query does not say.
    package func catalogue(
        _ query: CatalogueQuery, from position: Coordinate?
    ) throws -> [CatalogueEntry] {
        let near = try query.near.map { try geocode($0, from: position).coordinate }
        return try catalogue(text: query.text, near: near ?? position, limit: query.limit)
    }
}
