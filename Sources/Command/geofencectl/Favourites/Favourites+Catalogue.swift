import ArgumentParser
import Places
import Posix

struct ShowCatalogue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "Lists brands that can be favourites.",
        discussion: """
            Without a text, those with the most places. Near is within 3 km.

            EXAMPLES:
              geofencectl favourites catalogue
              geofencectl favourites catalogue coffee --near 52.3731,4.8926
            """)

    @Argument(help: ArgumentHelp("Only brands with this in a name.", valueName: "text"))
    var text: String?

    @OptionGroup var place: NearOption

    @Option(help: ArgumentHelp("At most so many.", valueName: "number"))
    var limit = 20

    @Flag(help: "Write them as one JSON array.")
    var json = false

    @OptionGroup var options: AccessOptions

    func validate() throws {
        guard (1...CatalogueQuery.mostBrands).contains(limit) else {
            throw ValidationError(
                "--limit: '\(limit)' is not a number from 1 to \(CatalogueQuery.mostBrands)")
        }
    }

    func run() async throws {
        let access = try options.access(isReading: true)
        var query = CatalogueQuery()
        query.text = text
        query.near = try place.place
        query.limit = limit
        let entries = try await access.catalogue(query)
        try StandardOutput.show(
            entries, json: json,
            none: text.map { "no brand has \($0.quoted) in its name: try less of it" },
            or: table(entries).lines(.standardOutput))
    }

    private func table(_ entries: [CatalogueEntry]) -> Table {
        var table = Table(
            Table.Column(title: "name", look: .bold),
            Table.Column(title: "id", importance: .highest),
            Table.Column(title: "category", importance: .low),
            Table.Column(title: "places", side: .right),
            Table.Column(title: "near", side: .right))
        for entry in entries {
            table.add(
                entry.name, entry.wikidata, entry.category, "\(entry.places)",
                entry.near.map { "\($0)" })
        }
        return table
    }
}
