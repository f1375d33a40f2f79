import ArgumentParser

@main
struct Geofencectl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geofencectl",
        abstract: "Listens to geofenced, and replays traces without it.",
        discussion: """
            EXAMPLES:
              geofencectl replay walk.gpx --regions cafes.geojson
              geofencectl fixes receiver.nmea --summary
              geofencectl listen --transitions enter,exit
            """,
        version: "0.1.0",
        subcommands: [Listen.self, Replay.self, Fixes.self, PlacesCommand.self])
}
