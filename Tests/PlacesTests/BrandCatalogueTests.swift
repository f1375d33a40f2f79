import Posix
import TestSupport
import Testing

@testable import Places

@Suite struct BrandCatalogueTests {
    private let catalogue = BrandCatalogue.standard

    private func brand(_ name: String, _ category: String, aliases: [String] = [], rank: Int)
        -> Brand
    {
        Brand(
            wikidata: "Q\(rank)", name: name, category: category, otherCategories: [],
            aliases: aliases, rank: rank)
    }

    @Test func `a line of the table is a brand`() {
        let table = """
            wikidata\tname\tcategory\tother_categories\taliases
            Q1\tCafé\tamenity=cafe\tshop=coffee;shop=tea\tKaffee|咖啡
            Q22\tB\tshop=books
            Q3\tC\tshop=c\t\tSea
            """
        #expect(
            BrandCatalogue(table: table).brands == [
                Brand(
                    wikidata: "Q1", name: "Café", category: "amenity=cafe",
                    otherCategories: ["shop=coffee", "shop=tea"], aliases: ["Kaffee", "咖啡"],
                    rank: 1),
                Brand(
                    wikidata: "Q22", name: "B", category: "shop=books", otherCategories: [],
                    aliases: [], rank: 2),
                Brand(
                    wikidata: "Q3", name: "C", category: "shop=c", otherCategories: [],
                    aliases: ["Sea"], rank: 3),
            ])
    }

    @Test func `the table is whole`() {
        #expect(catalogue.brands.count >= 800)
        #expect(Set(catalogue.brands.map(\.wikidata)).count == catalogue.brands.count)
        #expect(catalogue.brands.map(\.rank) == Array(1...catalogue.brands.count))
        for brand in catalogue.brands {
            #expect(brand.wikidata.wholeMatch(of: /Q[1-9][0-9]*/) != nil, "\(brand)")
            for category in [brand.category] + brand.otherCategories {
                #expect(category.wholeMatch(of: /[a-z_]+=[a-z0-9_]+/) != nil, "\(brand)")
            }
            for spelling in [brand.name] + brand.aliases {
                #expect(!spelling.isEmpty && spelling == spelling.trimmed, "\(brand)")
                #expect(spelling.folded.contains { $0.isLetter || $0.isNumber }, "\(brand)")
            }
        }
    }

    @Test func `a brand is found by its id`() {
        #expect(catalogue.brand(wikidata: "Q37158")?.name == "Starbucks")
        #expect(catalogue.brand(wikidata: "q37158") == nil)
        #expect(catalogue.brand(wikidata: "Q1") == nil)
        #expect(catalogue.brand(wikidata: "") == nil)
    }

    @Test(arguments: [
        ("starbucks", "Q37158"), ("STARBUCKS COFFEE", "Q37158"), ("スターバックス", "Q37158"),
        ("7 eleven", "Q259340"), ("セブンイレブン", "Q259340"), ("Mc Donald’s", "Q38076"),
        ("h & m", "Q188326"), ("Cafe de Starbucks", nil), ("", nil), ("!!!", nil),
    ])
    func `a brand is found however it is written`(text: String, wikidata: String?) {
        #expect(catalogue.brand(spelled: text)?.wikidata == wikidata)
    }

    /// By name and category; of two brands with both in common the more often mapped is found.
    @Test func `a brand is found by its own name`() {
        let hidden = catalogue.brands.filter {
            catalogue.brand(spelled: $0.name, category: $0.category) != $0
        }
        #expect(hidden.map(\.wikidata) == ["Q11220162", "Q4650251"])
        #expect(hidden.map(\.name) == ["Raiffeisen", "ABC"])
    }

    @Test func `an alias finds its brand, or one that has more right to it`() throws {
        var rivals = 0
        for brand in catalogue.brands {
            for alias in brand.aliases {
                let found = try #require(
                    catalogue.brand(spelled: alias, category: brand.category), "\(alias)")
                if found == brand { continue }
                rivals += 1
                #expect(found.has(brand.category), "\(alias)")
                let isItsName = found.name.folded == alias.folded
                #expect(isItsName || found.rank < brand.rank, "\(alias)")
                #expect(
                    ([found.name] + found.aliases).contains { $0.folded == alias.folded },
                    "\(alias)")
            }
        }
        // Of some 1,500.
        #expect(rivals < 40)
    }

    @Test func `brands that share a spelling are told apart by category`() {
        let catalogue = BrandCatalogue([
            brand("Shell", "amenity=fuel", aliases: ["Target", "Aim"], rank: 1),
            brand("Target", "shop=department_store", rank: 2),
            brand("TARGET", "shop=sports", rank: 3),
            brand("Goal", "shop=sports", aliases: ["Target", "Aim"], rank: 4),
        ])
        func found(_ text: String, _ category: String?) -> Int? {
            catalogue.brand(spelled: text, category: category)?.rank
        }
        #expect(found("target", "shop=department_store") == 2)
        #expect(found("target", "shop=sports") == 3)
        #expect(found("target", "amenity=fuel") == 1)
        #expect(found("target", nil) == 2)
        #expect(found("target", "shop=books") == 2)
        #expect(found("aim", "shop=sports") == 4)
        #expect(found("aim", nil) == 1)
    }

    @Test func `a place with only a name has a brand if it is the kind of place`() {
        func found(_ name: String, _ category: String) -> Brand? {
            catalogue.brand(folded: name.folded, categories: [category])
        }
        #expect(found("COLES", "shop=supermarket")?.wikidata == "Q1108172")
        #expect(found("coles", "amenity=fuel")?.name == "Shell")
        #expect(found("coles", "amenity=school") == nil)
        #expect(found("Coles", "") == nil)
        #expect(found("7-eleven", "amenity=fuel")?.name == "7-Eleven")
    }

    @Test func `a better match comes before a more usual brand`() {
        let catalogue = BrandCatalogue([
            brand("Megastar", "shop=a", rank: 1),
            brand("Black Star", "shop=a", rank: 2),
            brand("Gas", "shop=a", aliases: ["Stärke", "Star"], rank: 3),
            brand("Starbucks", "shop=a", rank: 4),
            brand("STAR", "shop=a", rank: 5),
            brand("Star-Mart", "shop=a", rank: 6),
            brand("Comet", "shop=a", rank: 7),
        ])
        #expect(catalogue.search("star", limit: 10).map(\.rank) == [5, 3, 4, 6, 2, 1])
        #expect(catalogue.search("STAR", limit: 2).map(\.rank) == [5, 3])
        #expect(catalogue.search("starm", limit: 10).map(\.rank) == [6])
        #expect(catalogue.search("star", limit: 0).isEmpty)
        #expect(catalogue.search("", limit: 10).isEmpty)
        #expect(catalogue.search("  ", limit: 10).isEmpty)
        #expect(catalogue.search("!", limit: -1).isEmpty)
    }

    @Test(arguments: [
        ("albert", ["Albert Heijn"]), ("heijn", ["Albert Heijn"]), ("m&s", ["Marks & Spencer"]),
        ("セブン", ["7-Eleven"]), ("starb", ["Starbucks"]), ("no such brand", []),
    ])
    func `brands are found by a part of a name`(text: String, names: [String]) {
        #expect(catalogue.search(text, limit: 3).map(\.name) == names)
    }

    @Test(arguments: [
        ("starbuks", "Starbucks"), ("McDonlads", "McDonald's"), ("Albert Hein", "Albert Heijn"),
        ("walgreen", "Walgreens"), ("marks and spencer", "Marks & Spencer"),
    ])
    func `a brand is suggested for what is nearly its name`(text: String, name: String) {
        #expect(catalogue.suggestions(for: text).first == name)
    }

    @Test func `at most three brands are suggested, each once`() {
        let suggestions = catalogue.suggestions(for: "xp")
        #expect(suggestions.count == 3)
        #expect(Set(suggestions).count == 3)
        #expect(catalogue.suggestions(for: "nothing like any of them") == [])
        #expect(catalogue.suggestions(for: "") == [])
        #expect(catalogue.suggestions(for: String(repeating: "starbucks ", count: 100_000)) == [])
    }

    /// 19 in 20 of the places whose brand is in the catalogue.
    @Test(.needsCorpus("places"))
    func `real places have the brand that their brand text says`() throws {
        let places = try PlaceTables.places().filter {
            !$0.brand.isEmpty && catalogue.brand(wikidata: $0.wikidata) != nil
        }
        let wrong = places.filter {
            catalogue.brand(spelled: $0.brand, category: $0.category)?.wikidata != $0.wikidata
        }
        #expect(places.count > 50)
        #expect(wrong.count * 20 <= places.count, "\(wrong)")
    }
}

extension String {
    fileprivate var trimmed: String {
        String(
            drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
