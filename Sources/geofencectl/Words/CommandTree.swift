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

    /// All of geofencectl; `nil` if the parser describes it in another way than it did.
    static func geofencectl() -> CommandTree? {
        struct Description: Decodable { var command: CommandTree }
        do {
            _ = try Geofencectl.parseAsRoot(["--experimental-dump-help"])
            return nil
        } catch {
            let json = Data(Geofencectl.fullMessage(for: error).utf8)
            return try? JSONDecoder().decode(Description.self, from: json).command
        }
    }

    /// The command that `arguments` begin with, its words, and the arguments after them.
    func command(_ arguments: [String]) -> (CommandTree, path: String, rest: ArraySlice<String>) {
        var (tree, path, rest) = (self, [commandName], arguments[...])
        while let word = rest.first,
            let next = tree.subcommands?.first(where: {
                $0.commandName == word || $0.aliases?.contains(word) == true
            })
        {
            (tree, rest) = (next, rest.dropFirst())
            path.append(word)
        }
        return (tree, path.joined(separator: " "), rest)
    }

    /// As in `--json`.
    var optionNames: [String] {
        (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }
            .map { "--\($0.name)" }
    }

    func option(named name: String) -> Argument? {
        arguments?.first { argument in
            argument.names?.contains { $0.kind == "long" && "--\($0.name)" == name } ?? false
        }
    }
}
