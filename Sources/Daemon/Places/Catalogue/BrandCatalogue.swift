import Posix

/// Brands by their ids and by what people call them.
package struct BrandCatalogue: Sendable {
    /// The brands that are mapped most often in the world, of `brands.tsv`; NOTICE says who collected
    /// them.
    package static let standard = BrandCatalogue(
        table: String(decoding: PackageResources.brands_tsv, as: UTF8.self))

    /// The most often mapped first.
    package let brands: [Brand]
    /// All names and aliases, those of the most often mapped brands first.
    let spellings: [Spelling]
    private let identified: [String: Brand]
    /// By the folded text, each brand once: as its name rather than as an alias.
    private let spelled: [String: [Spelling]]

    /// One of the texts that mean a brand.
    struct Spelling: Sendable {
        var text: String
        var folded: String
        /// Whether it is the name, and not an alias.
        var isName: Bool
        var brand: Brand
    }

    init(_ brands: [Brand]) {
        self.brands = brands
        identified = Dictionary(brands.map { ($0.wikidata, $0) }) { first, _ in first }
        spellings = brands.flatMap { brand in
            ([brand.name] + brand.aliases).enumerated().map { position, text in
                Spelling(text: text, folded: text.folded, isName: position == 0, brand: brand)
            }
        }
        var spelled: [String: [Spelling]] = [:]
        for spelling in spellings {
            // A brand's spellings follow one another.
            if spelled[spelling.folded]?.last?.brand.rank == spelling.brand.rank { continue }
            spelled[spelling.folded, default: []].append(spelling)
        }
        self.spelled = spelled
    }

    /// By its Wikidata id, as in `Q37158`.
    package func brand(wikidata: String) -> Brand? { identified[wikidata] }

    /// The brand with this name or alias, however it is written.
    ///
    /// Of several it is one with that category; then one that is called so, and not only by an
    /// alias; then the most often mapped.
    package func brand(spelled text: String, category: String? = nil) -> Brand? {
        let meant = spelled[text.folded] ?? []
        let fitting = meant.filter { spelling in category.map(spelling.brand.has) ?? false }
        return Self.likeliest(fitting) ?? Self.likeliest(meant)
    }

    /// The brand of a place that has a folded name and no brand: one with the first of the categories
    /// that any has.
    ///
    /// Otherwise a town called Coles, or a school, would be a supermarket.
    func brand(folded name: String, categories: [String]) -> Brand? {
        guard let meant = spelled[name] else { return nil }
        for category in categories {
            let brand = Self.likeliest(meant.filter { $0.brand.has(category) })
            if let brand { return brand }
        }
        return nil
    }

    private static func likeliest(_ spellings: [Spelling]) -> Brand? {
        (spellings.first(where: \.isName) ?? spellings.first)?.brand
    }
}

extension BrandCatalogue {
    /// Reads a table: a line that names its columns, and a brand a line, the most often mapped first,
    /// with a tab between its Wikidata id, name, category, other categories (between them a
    /// semicolon), and aliases (between them a bar).
    init(table: String) {
        let lines = table.utf8.split(separator: UInt8(ascii: "\n")).dropFirst()
        self.init(zip(1..., lines).map { Brand(rank: $0, line: $1) })
    }
}

extension Brand {
    fileprivate init(rank: Int, line: Substring.UTF8View) {
        var fields = Self.parts(of: line, between: "\t", keepingEmpty: true)
        precondition((3...5).contains(fields.count), "line \(rank) of the brands: \(fields)")
        // The last tabs are left out where nothing follows them.
        fields += repeatElement("", count: 5 - fields.count)
        self.init(
            wikidata: fields[0], name: fields[1], category: fields[2],
            otherCategories: Self.parts(of: fields[3][...].utf8, between: ";"),
            aliases: Self.parts(of: fields[4][...].utf8, between: "|"), rank: rank)
    }

    private static func parts(
        of text: Substring.UTF8View, between separator: Unicode.Scalar, keepingEmpty: Bool = false
    ) -> [String] {
        text.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: !keepingEmpty)
            .map { String(Substring($0)) }
    }
}
