import ArgumentParser

struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Imports places.",
        discussion: """
            EXAMPLES:
              geofencectl places import monaco.osm.pbf
            """,
        subcommands: [PlacesImport.self])
}
