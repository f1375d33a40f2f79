import ArgumentParser

struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Searches places.",
        discussion: """
            EXAMPLES:
              geofencectl places search pharmacy amsterdam
              geofencectl places show osm/node/123
            """,
        subcommands: [PlacesSearch.self, PlacesShow.self])
}
