import Formats

/// Writes the properties of a server's features under our names for them.
struct PropertyNames: Sendable {
    /// Ours, by the server's.
    private var ours: [String: [String]] = [:]
    /// What the server calls an id that is among the properties; `nil`: it is not named.
    private let idName: String?
    /// Names that the configuration gives to other properties: what the server calls so is left out.
    private var replaced: Set<String> = []

    /// What says what a place is, besides `category`.
    private static let kinds: Set = [
        "amenity", "shop", "tourism", "leisure", "office", "healthcare", "craft", "cuisine",
        "category", "categories", "type", "kind",
    ]
    private static let links: Set = [
        "website", "contact:website", "url", "homepage", "link", "web",
    ]
    /// What an import of places calls ours.
    private static let importNames = [
        "wikidata": "brand:wikidata", "street": "addr:street", "house_number": "addr:housenumber",
        "postcode": "addr:postcode", "city": "addr:city",
    ]

    /// `properties`: what the server calls ours, by ours.
    init(_ properties: [String: String], of contents: Provider.Contents) {
        idName = properties["id"]
        for (name, given) in properties.sorted(by: { $0.key < $1.key }) where name != "id" {
            let written = contents == .places ? Self.importNames[name] ?? name : name
            ours[given, default: []].append(written)
            replaced.insert(written)
            if name == "category" { replaced.formUnion(Self.kinds) }
        }
    }

    /// `nil` if the configuration names none, or it is not there.
    func id(in properties: JSONValue?) -> String? {
        guard let idName else { return nil }
        var found: String?
        properties?.forEachMember { (name: String, value) in
            if name == idName, found == nil { found = value.scalar }
        }
        return found
    }

    /// Texts and numbers; what else a property may be is nothing that we know.
    func write(_ properties: JSONValue?, to writer: inout JSONWriter) {
        properties?.forEachMember { (name: String, value) in
            let names = ours[name] ?? (replaced.contains(name) ? [] : [name])
            for name in names { Self.write(value, as: name, to: &writer) }
        }
    }

    private static func write(
        _ value: JSONValue, as name: String, to writer: inout JSONWriter
    ) {
        if let text = value.string {
            // Whoever follows it, does so in a browser.
            if !links.contains(name) || text.isHarmlessLink { writer.member(name, text) }
        } else if let integer = value.integer {
            writer.member(name, Int(integer))
        } else if let number = value.number {
            writer.member(name, number)
        }
    }
}

extension String {
    /// Whether it is a URL of the web, or has no scheme, as in `cafe.example`.
    fileprivate var isHarmlessLink: Bool {
        let text = lowercased()
        if text.hasPrefix("https://") || text.hasPrefix("http://") { return true }
        let start = text.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
        return start.endIndex == text.endIndex || text[start.endIndex] != ":"
    }
}
