import ArgumentParser
import Glibc
import Posix
import Settings

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
              geofencectl history --since yesterday --visits
              geofencectl explain 42
              geofencectl replay walk.gpx --places cafes.csv --favourite Starbucks
            """,
        version: programVersion,
        subcommands: [
            Status.self, Listen.self, History.self, Explain.self, Regions.self, Favourites.self,
            Deals.self,
            PlacesCommand.self, Replay.self, Simulate.self, ScoreCommand.self, Fixes.self,
            Doctor.self,
        ])
}

extension Geofencectl {
    /// As it would be by itself, but for what messages quote: that steers no terminal.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            let lines = fullMessage(for: error).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map { String($0).visible }
            let message = Array((lines.joined(separator: "\n") + "\n").utf8)
            if code == .success {
                var output = StandardOutput()
                output.write(message)
                _ = try? output.flushUnlessGone()
            } else if !lines.allSatisfy(\.isEmpty) {
                StandardError.write(message)
            }
            Glibc.exit(code.rawValue)
        }
    }
}
