import ArgumentParser
import Formats
import Geofencing
import Places
import Posix

struct PlacesSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Finds places by words, category, brand and where they are.",
        discussion: """
            All words must be in the name, the brand, the category, the address or the \
            description; the last may be only begun.

            EXAMPLES:
              geofencectl places search pharmacy amsterdam
              geofencectl places search --category restaurants --near Amsterdam --open-now
              geofencectl places search --brand starbucks --radius 1900 --near 'Dam 20, Amsterdam'
            """)

    @Argument(help: "Words of what is looked for.")
    var text: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Around here: \(PlaceForms.words). (default: where the device is)",
            valueName: "place"))
    var near: String?

    @Option(
        help: ArgumentHelp(
            "Only of this category: amenity=cafe, cafe, or an everyday word as cafés or supermarkt.",
            valueName: "category"),
        completion: Completion.category)
    var category: String?

    @Option(
        help: ArgumentHelp(
            "Only of this brand, in any spelling or as its Wikidata id.", valueName: "brand"),
        completion: Completion.brand)
    var brand: String?

    @Option(help: ArgumentHelp("Not farther away than this.", valueName: "metres"))
    var radius: Double?

    @Option(help: ArgumentHelp("How many at most, up to 1000.", valueName: "n"))
    var limit = PlaceQuery().limit

    @Option(
        help: ArgumentHelp(
            "By distance, relevance or name. (default: relevance with a text, else distance)",
            valueName: "order"))
    var sort: PlaceQuery.Sort?

    @Flag(help: "Only what is known to be open now.")
    var openNow = false

    @Flag(help: "Print one JSON array, as the API has it.")
    var json = false

    @OptionGroup var access: AccessOptions

    func run() async throws {
        let query = try query()
        let matches = try await access.access(isReading: true).search(query)
        var output = StandardOutput()
        if json {
            try output.write(json: matches.places)
        } else {
            let now = LocalMoment(hereAt: .now)
            output.write(lines: PlaceTable.lines(matches.places, at: now, .standardOutput))
        }
        let isThere = try output.flushUnlessGone()
        if !json, isThere { matches.remarks(on: query).forEach { StandardError.write(line: $0) } }
    }

    private func query() throws -> PlaceQuery {
        var query = PlaceQuery()
        query.text = text.isEmpty ? nil : text.joined(separator: " ")
        query.category = category
        query.brand = brand
        query.near = try near.map { try PlaceQuery.Near($0, as: "--near") }
        query.radius = radius
        query.limit = limit
        query.sort = sort
        query.openNow = openNow
        return query
    }
}

extension PlaceQuery.Sort: ExpressibleByArgument {}

extension PlaceMatches {
    /// Sentences for people, beside the table.
    fileprivate func remarks(on query: PlaceQuery) -> [String] {
        var remarks: [String] = []
        if let text = near?.text { remarks.append("around \(text.visible)") }
        if places.isEmpty { remarks.append("nothing found") }
        if isLoose { remarks.append("nothing has all of the words: these have one of them") }
        if let words = suggestion(to: query) { remarks.append(words) }
        if withoutHours > 0 {
            let have = withoutHours == 1 ? "has" : "have"
            remarks.append(
                "\(withoutHours) more \(have) no opening hours that can be understood")
        }
        if let attribution = places.compactMap(\.attribution).first { remarks.append(attribution) }
        return remarks
    }

    private func suggestion(to query: PlaceQuery) -> String? {
        let names = suggestions.map(\.visible).joined(separator: ", ")
        if places.isEmpty, let category = query.category {
            if let brand = BrandCatalogue.standard.brand(spelled: category) {
                return "\(category.quoted) is a brand: write --brand \(brand.name.quoted)"
            }
            if !names.isEmpty {
                return "no place here is of category \(category.quoted): there are \(names)"
            }
        }
        return names.isEmpty ? nil : "did you mean \(names)?"
    }
}

/// The table of places.
enum PlaceTable {
    static func lines(
        _ places: [PlaceResult], at now: LocalMoment, _ style: Style
    ) -> [String] {
        var table = Table(
            Table.Column(title: "distance", side: .right),
            Table.Column(title: "", importance: .high),
            Table.Column(title: "name", look: .bold), Table.Column(title: "kind", widest: 24),
            Table.Column(title: "address", importance: .low),
            Table.Column(title: "open", widest: 20, importance: .high),
            Table.Column(title: "id", look: .faint, importance: .highest))
        for place in places {
            table.add(
                place.distance?.inMetres,
                place.bearing.map { Compass.letters(bearing: $0) },
                place.title, place.kind, place.address?.text, place.openText(at: now), place.id)
        }
        return table.lines(style)
    }
}
