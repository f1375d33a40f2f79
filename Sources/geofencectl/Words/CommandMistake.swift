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
    /// The first word that should be a command and is none; `nil` if all are right. `kinds`: words
    /// that may have been meant besides.
    static func command(in arguments: [String], kinds: [String] = []) -> CommandMistake? {
        var command: any ParsableCommand.Type = Geofencectl.self
        var path: [String] = []
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let commands = command.configuration.subcommands
            if commands.isEmpty || word.hasPrefix("-") { return nil }
            guard let next = commands.first(where: { $0.allNames.contains(word) }) else {
                if word == "help", path.isEmpty { return nil }
                let names = commands.map { $0._commandName }
                let others = path.isEmpty ? ["help"] + kinds : []
                return CommandMistake(word, in: path, known: names, besides: others)
            }
            path.append(word)
            command = next
        }
        return nil
    }

    private init(_ word: String, in path: [String], known: [String], besides: [String]) {
        let all = known + besides
        let begun = word.isEmpty ? [] : all.filter { $0.hasPrefix(word) }
        let place = path.isEmpty ? "" : " of \(path.joined(separator: " "))"
        self.init(
            "\(word.quoted) is not a command\(place)",
            meant: begun.isEmpty ? word.nearMisses(among: all) : begun,
            otherwise: path.isEmpty
                ? "see geofencectl --help" : "use \(known.joined(separator: ", "))")
    }
}

extension ParsableCommand {
    fileprivate static var allNames: [String] { [_commandName] + configuration.aliases }
}

// MARK: - Options and their values

extension CommandMistake {
    /// The first option that is not known, or whose value is a misspelt one; `nil` if there is
    /// none.
    static func option(in arguments: [String], of tree: CommandTree) -> CommandMistake? {
        let (command, path, rest) = tree.command(arguments)
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
