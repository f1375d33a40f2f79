import ArgumentParser
import Geofencing
import Posix

/// The word of a command line that is wrong, where the parser would complain about another one, or
/// would not say what may have been meant.
struct CommandMistake: Error, CustomStringConvertible {
    let description: String

    private init(_ what: String, meant near: [String], otherwise hint: String) {
        let names = near.prefix(3).joined(separator: " or ")
        description = what + ": " + (near.isEmpty ? hint : "did you mean \(names)?")
    }
}

// MARK: - Commands

extension CommandMistake {
    /// The first word that should be a command and is none; `nil` if all are right.
    static func command(in arguments: [String]) -> CommandMistake? {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        let (command, path, rest) = Geofencectl.command(words)
        let commands = command.configuration.subcommands
        guard let word = rest.first, !word.hasPrefix("-"), !commands.isEmpty,
            word != "help" || !path.isEmpty
        else { return nil }
        return CommandMistake(
            word, in: path,
            known: commands.map { $0._commandName } + (path.isEmpty ? ["help"] : []))
    }

    private init(_ word: String, in path: [String], known: [String]) {
        let begun = word.isEmpty ? [] : known.filter { $0.hasPrefix(word) }
        let place = path.isEmpty ? "" : " of \(path.joined(separator: " "))"
        self.init(
            "\(word.quoted) is not a command\(place)",
            meant: begun.isEmpty ? word.nearMisses(among: known) : begun,
            otherwise: path.isEmpty
                ? "see geofencectl --help" : "use \(known.joined(separator: ", "))")
    }
}

extension ParsableCommand {
    /// The command that `arguments` begin with, its words as they are there, and the arguments after
    /// them.
    static func command(
        _ arguments: ArraySlice<String>
    ) -> (any ParsableCommand.Type, path: [String], rest: ArraySlice<String>) {
        guard let word = arguments.first,
            let next = configuration.subcommands.first(where: {
                $0._commandName == word || $0.configuration.aliases.contains(word)
            })
        else { return (self, [], arguments) }
        let (command, path, rest) = next.command(arguments.dropFirst())
        return (command, [word] + path, rest)
    }
}

// MARK: - Options and their values

extension CommandMistake {
    /// The first option that is not known, or whose value is a misspelt one; `nil` if there is
    /// none.
    static func option(in arguments: [String]) async -> CommandMistake? {
        let (type, names, rest) = Geofencectl.command(arguments[...])
        guard let command = await CommandTree(of: type) else { return nil }
        let path = (["geofencectl"] + names).joined(separator: " ")
        var words = rest.prefix { $0 != "--" }[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else { continue }
            let parts = word.split(separator: "=", maxSplits: 1).map { String($0) }
            guard let option = command.option(named: parts[0]) else {
                return CommandMistake(
                    "\(parts[0].quoted) is not an option of \(path)",
                    meant: parts[0].nearMisses(among: command.optionNames),
                    otherwise: "see \(path) --help")
            }
            guard option.kind == "option" else { continue }
            guard let value = parts.count == 2 ? parts[1] : words.popFirst() else { break }
            for value in option.values(in: value) {
                let near = option.misspelt(value)
                if near.isEmpty { continue }
                return CommandMistake(
                    "\(parts[0]): \(value.quoted) is not known", meant: near, otherwise: "")
            }
        }
        return nil
    }
}

extension CommandTree.Argument {
    /// A list has several values.
    fileprivate func values(in text: String) -> [String] {
        isOfTransitions ? text.split(separator: ",").map { String($0) } : [text]
    }

    /// Which of the known values may have been meant, if `value` is none of them.
    fileprivate func misspelt(_ value: String) -> [String] {
        let known = isOfTransitions ? Transition.Kind.allCases.map(\.rawValue) : allValues ?? []
        return known.contains(value) ? [] : value.nearMisses(among: known)
    }

    private var isOfTransitions: Bool { names?.contains { $0.name == "transitions" } ?? false }
}
