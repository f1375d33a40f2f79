import Posix

/// What a place is, as OpenStreetMap tags it: `amenity=cafe`.
package struct Category: Hashable, CustomStringConvertible {
    let key: String
    let value: String

    /// `nil` if the text is not written so.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        key = String(parts[0]).trimmed
        value = String(parts[1]).trimmed
        let isKey = key.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
                || $0 == UInt8(ascii: ":")
        }
        guard isKey, !key.isEmpty, !value.isEmpty else { return nil }
    }

    package var description: String { "\(key)=\(value)" }

    /// Whether the database has such places, or the catalogue such brands.
    package func isKnown(in store: PlaceStore) throws -> Bool {
        try store.label("category", description) != nil
            || BrandCatalogue.standard.brands.contains { $0.has(description) }
    }
}
