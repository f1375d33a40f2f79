import APIClient
import ArgumentParser
import Posix

/// `geofencectl lighthouses list`: of a kind of regions that only the daemon knows.
struct KindCommand {
    private let kind: KindDescription
    private let options: KindOptions
    private let daemon: Daemon
    private let isHelp: Bool

    /// `nil` if the first argument is a command, or if no daemon knows a kind by this word.
    init?(_ arguments: [String]) async {
        let rest = arguments.dropFirst().filter { $0 != "--help" }
        guard let word = arguments.first, !word.hasPrefix("-"), !Geofencectl.knows(word),
            let options = try? KindOptions.parse(Array(rest)),
            let daemon = try? options.daemon.daemon(),
            let description = try? await daemon.description(),
            let kind = KindDescription(word, in: description)
        else { return nil }
        (self.kind, self.options, self.daemon) = (kind, options, daemon)
        isHelp = rest.count < arguments.count - 1
    }

    func run() async throws {
        if isHelp { return try tell(help, .null) }
        var words = try KindWords(options.words)
        let verb = words.take() ?? "list"
        switch verb {
        case "list": try await list(words)
        case "show": try await show(words)
        case "add": try await add(words)
        case "edit": try await edit(words)
        case "remove": try await remove(words)
        case _ where kind.actions.contains(verb): try await perform(verb, words)
        default:
            throw ValidationError(
                "\(verb.quoted) is not known: use \(verbs.joined(separator: ", "))")
        }
    }

    private var verbs: [String] { ["list", "show", "add", "edit", "remove"] + kind.actions }

    private var help: [String] {
        let fields = kind.draftFields.map { "[--\($0) <\($0)>]".visible }.joined(separator: " ")
        return ["USAGE:"]
            + verbs.map { verb in
                switch verb {
                case "list": "list [--json]"
                case "add": "add \(fields)"
                case "edit": "edit <id> \(fields) [--without <field>]"
                case "remove": "remove <id> ..."
                default: "\(verb.visible) <id>"
                }
            }.map { "  geofencectl \(kind.collection.visible) \($0)" }
    }

    private func list(_ words: KindWords) async throws {
        try words.end()
        let reply = try await daemon.get(path(), words.fields, as: AnyJSON.self)
        let items = reply[kind.collection]?.elements ?? []
        var output = StandardOutput()
        if options.json {
            try output.write(json: items)
        } else if items.isEmpty {
            StandardError.write(line: "no \(kind.collection.visible)")
        } else {
            for line in table(items).lines(.standardOutput) { output.write(line: line) }
        }
        _ = try output.flushUnlessGone()
    }

    private func table(_ items: [AnyJSON]) -> Table {
        let fields = kind.fields.filter(kind.isColumn)
        var table = Table(
            fields.map { field in
                Table.Column(
                    title: field.visible, side: kind.isNumber(field) ? .right : .left,
                    look: field == "name" || field == "title" ? .bold : .plain)
            })
        for item in items { table.add(fields.map { kind.text($0, of: item) }) }
        return table
    }

    private func show(_ words: KindWords) async throws {
        var words = words
        let item = try await daemon.get(path(words.takeID(of: kind)), as: AnyJSON.self)
        try words.end()
        var lines = [kind.words(of: item)]
        for field in kind.fields where field != "id" && field != "name" && field != "title" {
            guard let text = kind.text(field, of: item) else { continue }
            lines.append("  \(field.visible.padded(to: -11))  \(text.visible)")
        }
        try tell(lines, item)
    }

    private func add(_ words: KindWords) async throws {
        try words.end()
        let (item, isNew) = try await daemon.send(
            .post, path(), words.body(of: kind), as: AnyJSON.self)
        try tell([(isNew ? "added " : "there already: ") + kind.words(of: item)], item)
    }

    private func edit(_ words: KindWords) async throws {
        var words = words
        let path = path(try words.takeID(of: kind))
        try words.end()
        let item = try await daemon.send(.patch, path, words.body(of: kind), as: AnyJSON.self)
            .answer
        try tell(["changed \(kind.words(of: item))"], item)
    }

    private func remove(_ words: KindWords) async throws {
        var words = words
        var output = StandardOutput()
        repeat {
            let id = try words.takeID(of: kind)
            try await daemon.delete(path(id))
            output.write(line: "removed \(kind.name) \(id)".visible)
            try output.flush()
        } while !words.isEmpty
    }

    private func perform(_ action: String, _ words: KindWords) async throws {
        var words = words
        let path = path(try words.takeID(of: kind)) + "/\(action)"
        try words.end()
        let item = try await daemon.send(.post, path, words.body(of: kind), as: AnyJSON.self).answer
        try tell(["\(action): \(kind.words(of: item))"], item)
    }

    private func tell(_ lines: [String], _ item: AnyJSON) throws {
        var output = StandardOutput()
        if options.json {
            try output.write(json: item)
        } else {
            for line in lines { output.write(line: line) }
        }
        _ = try output.flushUnlessGone()
    }

    private func path(_ id: String? = nil) -> String {
        "/v1/\(kind.collection)" + (id.map { "/\($0)" } ?? "")
    }
}

/// What is the same for every kind.
private struct KindOptions: ParsableArguments {
    @Argument(parsing: .allUnrecognized)
    var words: [String] = []

    @Flag
    var json = false

    @OptionGroup var daemon: DaemonOptions
}

/// What is said of a kind: words, and fields as in `--keeper Jan`.
private struct KindWords {
    private(set) var fields: [(name: String, value: String)] = []
    /// Fields that are to be taken away.
    private var without: [String] = []
    private var words: [String] = []

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw ValidationError("\(argument.visible): has no value")
            }
            let name = String(parts[0].map { $0 == "-" ? "_" : $0 })
            if name == "without" { without.append(value) } else { fields.append((name, value)) }
        }
    }

    var isEmpty: Bool { words.isEmpty }

    mutating func take() -> String? { words.isEmpty ? nil : words.removeFirst() }

    /// `42`, or `deal/42` as notices have it.
    mutating func takeID(of kind: KindDescription) throws -> String {
        guard let word = take() else {
            throw ValidationError("which \(kind.name.visible)? give its id, as it is listed")
        }
        return word.hasPrefix("\(kind.name)/") ? String(word.dropFirst(kind.name.count + 1)) : word
    }

    func end() throws {
        guard let word = words.first else { return }
        throw ValidationError("Unexpected argument '\(word.visible)'")
    }

    /// The fields as the daemon takes them.
    func body(of kind: KindDescription) -> AnyJSON {
        var members: [String: AnyJSON] = [:]
        for (name, value) in fields { members[name] = kind.value(value, of: name) }
        for name in without { members[name] = .null }
        return .object(members)
    }
}

extension Daemon {
    /// What it says of its control socket.
    func description() async throws -> AnyJSON { try await get("/v1/openapi.json") }
}
