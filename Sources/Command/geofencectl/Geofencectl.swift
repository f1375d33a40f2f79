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
            Status.self, Here.self, Listen.self, History.self, Explain.self, Regions.self,
            Favourites.self,
            Deals.self, Watches.self, Devices.self, PlacesCommand.self, RouteCommand.self,
            People.self,
            Groups.self,
            Phones.self, GatewayCommand.self, OpenPage.self, APICommand.self,
            Replay.self, Simulate.self, ScoreCommand.self, Fixes.self, Doctor.self,
        ])
}

extension Geofencectl {
    /// Runs the command. Unlike the default, it makes texts that messages quote safe for a
    /// terminal.
    static func main() async {
        do {
            try await runCommand()
        } catch let mistake as CommandMistake {
            StandardError.write(line: "Error: \(mistake)")
            Glibc.exit(ExitCode.validationFailure.rawValue)
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

    private static func runCommand() async throws {
        let arguments = Array(Swift.CommandLine.arguments.dropFirst())
        if let mistake = CommandMistake.command(in: arguments) { throw mistake }
        var command = try await parsed(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    /// An option that is not known counts for more than whatever else the parser says.
    private static func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
        do {
            return try await asyncParseAsRoot(arguments)
        } catch {
            guard exitCode(for: error) == .validationFailure else { throw error }
            if let mistake = await CommandMistake.option(in: arguments) { throw mistake }
            guard let others = await withNegatives(arguments) else { throw error }
            return try await asyncParseAsRoot(others)
        }
    }

    /// The arguments so that the parser takes `-10.00` for a value, as no option begins with a digit:
    /// it does of an option behind `=`, and of others behind `--`, in the order in which they were.
    /// `nil` if there is none.
    private static func withNegatives(_ arguments: [String]) async -> [String]? {
        let isNegative = { (word: String) in
            word.hasPrefix("-")
                && word.dropFirst().first { $0 != "." && $0 != "," }?.isNumber == true
        }
        let (type, path, rest) = command(arguments[...])
        guard rest.contains(where: isNegative), !rest.contains("--"),
            let tree = await CommandTree(of: type)
        else { return nil }
        var (options, values): ([String], [String]) = ([], [])
        var isAwaitingValue = false
        for word in rest {
            let isOption = word.hasPrefix("-") && !isNegative(word)
            if isOption {
                options.append(word)
            } else if isAwaitingValue, isNegative(word) {
                options[options.count - 1] += "=\(word)"
            } else if isAwaitingValue {
                options.append(word)
            } else {
                values.append(word)
            }
            isAwaitingValue = isOption && tree.option(named: word)?.kind == "option"
        }
        return path + options + (values.isEmpty ? [] : ["--"] + values)
    }
}
