import ArgumentParser

@main
struct Geofencectl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geofencectl",
        abstract: "Says what to be told of, listens to geofenced, and replays traces without it.",
        discussion: """
            EXAMPLES:
              geofencectl places import amsterdam.osm.pbf
              geofencectl favourites add Starbucks
              geofencectl listen --transitions enter,exit
              geofencectl replay walk.gpx --places cafes.csv --favourite Starbucks
            """,
        version: "0.1.0",
        subcommands: [
            Status.self, Listen.self, Regions.self, Favourites.self, Deals.self,
            PlacesCommand.self, Replay.self, Fixes.self,
        ])
}
