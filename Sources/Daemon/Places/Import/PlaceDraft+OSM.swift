extension PlaceDraft {
    /// The id that OpenStreetMap has for it, as in `node/123`; `nil` if it has none.
    var osmKey: String? {
        if let number = self[.osmID] {
            if let type = self[.osmType].flatMap(Self.osmType), UInt64(number) != nil {
                return type + "/" + number
            }
            if let key = Self.osmKey(long: number) { return key }
        }
        return self[.id].flatMap { Self.osmKey(long: $0) }
    }

    private static func osmType(_ text: String) -> String? {
        switch text {
        case "node", "n", "N": "node"
        case "way", "w", "W": "way"
        case "relation", "r", "R": "relation"
        default: nil
        }
    }

    private static func osmKey(long text: String) -> String? {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let number = text[text.index(after: slash)...]
        guard ["node", "way", "relation"].contains(text[..<slash]), let id = UInt64(number) else {
            return nil
        }
        return "\(text[..<slash])/\(id)"
    }

    /// Reads an id as osmium writes it: `n123`, or `a246` for the area of the way 123; `nil` for
    /// anything else.
    static func osmKey(short text: String) -> String? {
        guard let letter = text.utf8.first, let id = UInt64(text.dropFirst()) else { return nil }
        return switch letter {
        case UInt8(ascii: "n"): "node/\(id)"
        case UInt8(ascii: "w"): "way/\(id)"
        case UInt8(ascii: "r"): "relation/\(id)"
        case UInt8(ascii: "a"): id.isMultiple(of: 2) ? "way/\(id / 2)" : "relation/\(id / 2)"
        default: nil
        }
    }
}
