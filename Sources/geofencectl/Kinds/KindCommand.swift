import APIClient
import ArgumentParser
import Posix

/// `geofencectl lighthouses list`: of a kind of regions that only the daemon knows.
struct KindCommand {
    private let kind: KindDescription
    private let options: KindOptions
    private let daemon: APIClient
    private let isHelp: Bool

    /// `nil` if the first argument is a command, or if no daemon knows a kind by this word.
    init?(_ arguments: [String]) async {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        guard let word = words.first, !word.hasPrefix("-"), !Geofencectl.knows(word),
            let (options, daemon, description) = await Self.daemon(words.dropFirst()),
            let kind = KindDescription(word, in: description)
        else { return nil }
        (self.kind, self.options, self.daemon) = (kind, options, daemon)
        isHelp = arguments.first == "help" || words.contains("--help")
    }

    /// The daemon that is meant, and its description; `nil` if none answers within `timeout`.
    private static func daemon(
        _ arguments: ArraySlice<String>, timeout: Duration = .seconds(10)
    ) async -> (KindOptions, APIClient, AnyJSON)? {
        guard let options = try? KindOptions.parse(arguments.filter { $0 != "--help" }),
            let daemon = try? options.daemon.daemon(timeout: timeout),
            let description = try? await daemon.description()
        else { return nil }
        return (options, daemon, description)
    }

    /// The words for kinds of the daemon that is meant; none if none answers at once.
    static func kinds(_ arguments: [String]) async -> [String] {
        let asked = await daemon(arguments[...], timeout: .milliseconds(500))
        guard let (_, _, description) = asked else { return [] }
        return KindDescription.all(in: description).map(\.collection)
    }

    func run() async throws {
        var words = try KindWords(options.words, of: kind)
        let verb = isHelp ? "help" : words.take() ?? "list"
        switch verb {
        case "help": try tell(help, .null)
        case "list": try await list(words)
        case "show":
            let item = try await daemon.get(path(words.takeID()), as: AnyJSON.self)
            try words.end()
            try tell(kind.lines(of: item), item)
        case "add": try await send(.post, path(), words) { $0 ? "added " : "there already: " }
        case "edit": try await send(.patch, path(words.takeID()), words) { _ in "changed " }
        case "remove": try await remove(words)
        case _ where kind.actions.contains(verb):
            try await send(.post, path(words.takeID()) + "/\(verb)", words) { _ in "\(verb): " }
        default:
            let near = verb.nearMisses(among: verbs).first.map { "did you mean \($0)?" }
            throw ValidationError(
                "\(verb.quoted) is not known: "
                    + (near ?? "use \(verbs.joined(separator: ", "))"))
        }
    }

    private var verbs: [String] { ["list", "show", "add", "edit", "remove"] + kind.actions }

    private var help: [String] {
        let fields = kind.draftFields.map { "[--\($0) <\($0)>]" }.joined(separator: " ")
        let arguments = [
            "list": "[--json]", "add": fields, "edit": "<id> \(fields) [--without <field>]",
            "remove": "<id> ...",
        ]
        return ["USAGE:"]
            + verbs.map {
                "  geofencectl \(kind.collection) \($0) \(arguments[$0] ?? "<id>")".visible
            }
    }

    private func list(_ words: KindWords) async throws {
        try words.end()
        let reply = try await daemon.get(path(), words.fields, as: AnyJSON.self)
        let items = reply[kind.collection]?.elements ?? []
        if items.isEmpty, !options.json {
            return StandardError.write(line: "no \(kind.collection.visible)")
        }
        try tell(kind.table(of: items).lines(.standardOutput), .array(items))
    }

    private func remove(_ words: KindWords) async throws {
        var words = words
        repeat {
            let id = try words.takeID()
            _ = try await daemon.send(.delete, path(id))
            let number = Int64(id).map { AnyJSON.integer($0) } ?? .string(id)
            try tell(
                ["removed \(kind.name) \(id)".visible],
                .object(["id": number, "removed": .bool(true)]))
        } while !words.isEmpty
    }

    /// `done`: what was done, by whether something was made.
    private func send(
        _ method: APIClient.Method, _ path: String, _ words: KindWords, done: (Bool) -> String
    ) async throws {
        try words.end()
        let (item, isNew) = try await daemon.send(method, path, words.body, as: AnyJSON.self)
        try tell([done(isNew).visible + kind.words(of: item)], item)
    }

    /// `json`: what is printed instead, where that is wanted and there is something.
    private func tell(_ lines: [String], _ json: AnyJSON) throws {
        var output = StandardOutput()
        if options.json, json != .null {
            try output.write(json: json)
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
    /// The fields as the daemon takes them.
    private(set) var body = AnyJSON.object([:])
    private var words: [String] = []
    private let kind: KindDescription

    init(_ arguments: [String], of kind: KindDescription) throws {
        self.kind = kind
        var members: [String: AnyJSON] = [:]
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
            if name == "without" {
                members[value] = .null
            } else {
                fields.append((name, value))
                members[name] = kind.value(value, of: name)
            }
        }
        body = .object(members)
    }

    var isEmpty: Bool { words.isEmpty }

    mutating func take() -> String? { words.isEmpty ? nil : words.removeFirst() }

    /// `42`, or `deal/42` as notices have it.
    mutating func takeID() throws -> String {
        guard let word = take() else {
            throw ValidationError("which \(kind.name.visible)? give its id, as it is listed")
        }
        return word.hasPrefix("\(kind.name)/") ? String(word.dropFirst(kind.name.count + 1)) : word
    }

    func end() throws {
        guard let word = words.first else { return }
        throw ValidationError("Unexpected argument '\(word.visible)'")
    }
}

extension APIClient {
    /// The daemon's description of its control socket.
    func description() async throws -> AnyJSON { try await get("/v1/openapi.json") }
}
