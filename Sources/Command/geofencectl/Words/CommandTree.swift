import ArgumentParser
import FoundationEssentials

/// A command with all that it takes, as the parser describes it.
struct CommandTree: Decodable {
    var commandName: String
    var aliases: [String]?
    var subcommands: [CommandTree]?
    var arguments: [Argument]?

    struct Argument: Decodable {
        /// `option`, `flag` or `positional`.
        var kind: String
        var names: [Name]?
        /// `nil` if there can be any.
        var allValues: [String]?
    }

    struct Name: Decodable {
        /// `long`, `short` or `longWithSingleDash`.
        var kind: String
        var name: String
    }

    /// `nil` if the parser describes `command` in another way than it did.
    init?(of command: any ParsableCommand.Type) async {
        struct Description: Decodable { var command: CommandTree }
        do {
            let question = ["--experimental-dump-help"]
            if let command = command as? any AsyncParsableCommand.Type {
                _ = try await command.asyncParseAsRoot(question)
            } else {
                _ = try command.parseAsRoot(question)
            }
            return nil
        } catch {
            let json = Data(command.fullMessage(for: error).utf8)
            guard let tree = try? JSONDecoder().decode(Description.self, from: json).command
            else { return nil }
            self = tree
        }
    }

    /// As in `--json`.
    var optionNames: [String] {
        (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }
            .map { "--\($0.name)" }
    }

    func option(named name: String) -> Argument? {
        arguments?.first { argument in
            argument.names?.contains { ($0.kind == "long" ? "--" : "-") + $0.name == name } ?? false
        }
    }
}
