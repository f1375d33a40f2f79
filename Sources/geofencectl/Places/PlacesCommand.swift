import ArgumentParser

struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Imports, searches and shows places.",
        discussion: """
            EXAMPLES:
              geofencectl places import amsterdam.osm.pbf
              geofencectl places search pharmacy amsterdam
              geofencectl places show osm/node/123
            """,
        subcommands: [PlacesImport.self, PlacesSearch.self, PlacesShow.self])
}
