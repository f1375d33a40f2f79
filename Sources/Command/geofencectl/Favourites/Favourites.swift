import ArgumentParser
import FoundationEssentials
import Geofencing
import Interests
import Places
import Posix

struct Favourites: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourites",
        abstract: "What to be told about: brands, names, categories, places.",
        discussion: """
            A favourite stands for every place that matches it, also for those that are imported \
            later.

            EXAMPLES:
              geofencectl favourites add Starbucks amenity=library
              geofencectl favourites list --near 52.3731,4.8926
              geofencectl favourites remove Starbucks
              geofencectl favourites catalogue coffee
            """,
        subcommands: [
            ListFavourites.self, AddFavourites.self, EditFavourites.self, RemoveFavourites.self,
            ShowCatalogue.self,
        ],
        aliases: ["favorites"])
}

struct ListFavourites: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the favourites.",
        discussion: """
            EXAMPLES:
              geofencectl favourites list
              geofencectl favourites list --near 52.3731,4.8926 --json
            """)

    @OptionGroup var place: NearOption

    @Option(
        help: ArgumentHelp("Only those for this audience, as in own.", valueName: "audience"),
        transform: { try Audience($0, of: "--audience") })
    var audience: Audience?

    @Flag(help: "Write them as one JSON array.")
    var json = false

    @OptionGroup var options: AccessOptions

    func run() async throws {
        let access = try options.access(isReading: true)
        let favourites = try await access.items(
            Favourite.self, Favourite.Filter(near: try place.place, audience: audience))
        try StandardOutput.show(
            favourites, json: json,
            none: "no favourites: add one with geofencectl favourites add TEXT",
            or: table(favourites))
    }

    private func table(_ favourites: [Favourite]) -> [String] {
        var table = Table(
            Table.Column(title: "id", side: .right), Table.Column(title: "name", look: .bold),
            Table.Column(title: "match", importance: .low), Table.Column(title: "for"),
            Table.Column(title: "radius", side: .right),
            Table.Column(title: "places", side: .right),
            Table.Column(title: "distance", side: .right), Table.Column(title: "nearest"))
        for favourite in favourites {
            table.add(
                "\(favourite.id)", favourite.name, favourite.matchWords, favourite.otherAudience,
                favourite.radius?.inMetres, "\(favourite.places)",
                favourite.nearest?.distance.inMetres, favourite.nearest?.name)
        }
        let style = Style.standardOutput
        let isOpenStreetMap = favourites.contains { $0.nearest?.id.hasPrefix("osm/") ?? false }
        return table.lines(style)
            + (isOpenStreetMap ? [style.faint("places: © OpenStreetMap contributors")] : [])
    }
}
