import APIClient
import ArgumentParser
import Places
import Posix

/// What the gateway lists, and people call by its id or its name: a person, a group.
protocol NamedItem: Decodable, Sendable {
    var id: String { get }
    var name: String { get }

    /// As in `person`.
    static var word: String { get }
    /// As in `people`: in paths, in answers, and as a command.
    static var collection: String { get }

    /// As in `person anna: Anna, admin`.
    var sentence: String { get }

    /// What is listed, as in `people`, and what more the help of the list says.
    static var listed: String { get }
    static var listHelp: String { get }
    /// What is said where there are none.
    static var none: String { get }
    static func table(_ all: [Self]) -> Table
}

extension NamedItem {
    static var listed: String { collection }
    static var listHelp: String { "" }

    /// On the gateway's socket.
    var path: String { "/api/\(Self.collection)/\(id)" }

    /// As in `person anna`.
    var called: String { "\(Self.word) \(id)" }

    /// All of them, as the gateway lists them.
    static func all(_ gateway: APIClient) async throws -> [Self] {
        try await gateway.get("/api/\(collection)", as: [String: [Self]].self)[collection] ?? []
    }

    /// The one with this id, or else the only one with this name.
    static func find(_ text: String, _ gateway: APIClient) async throws -> Self {
        let all = try await all(gateway)
        if let item = all.first(where: { $0.id == text }) { return item }
        let named = all.filter { $0.name.folded == text.folded }
        if named.count == 1 { return named[0] }
        let subject = "\(word) \(text.quoted)"
        guard named.isEmpty else {
            let ids = named.map(\.id).joined(separator: ", ")
            throw Refusal(.conflict, subject, "is the name of \(ids): say which")
        }
        let near = text.nearMisses(among: all.map(\.id)).first.map { ": did you mean \($0)?" }
        throw Refusal(
            .notFound, subject, "is not there" + (near ?? ": see geofencectl \(collection) list"))
    }
}

extension NamedItem {
    /// Changes the one that is meant by `text`, and prints it.
    static func change(
        _ text: String, to draft: [String: AnyJSON], _ options: GatewayOptions, json: Bool
    ) async throws {
        if draft.isEmpty { throw ValidationError.nothingToChange }
        let gateway = try options.gateway()
        let item = try await find(text, gateway)
        try tell("changed", try await gateway.answer(.patch, item.path, draft), json: json)
    }

    /// Prints what was done with one: in a sentence, or itself as it came.
    static func tell(_ verb: String, _ answer: AnyJSON, json: Bool) throws {
        try StandardOutput.tell(
            answer, json: json, or: ["\(verb) \(try answer.decoded(as: Self.self).sentence)"])
    }

    /// Removes those that are meant by `texts`, once that is confirmed. `rest`: what goes with
    /// them, as in `, with all that is theirs`; `words`: what is said of each.
    static func remove(
        _ texts: [String], _ gateway: APIClient, query: [(name: String, value: String)] = [],
        with rest: String, _ options: RemovalOptions, _ words: (Self) -> String
    ) async throws {
        // All must be there before any is removed.
        var found: [Self] = []
        for text in texts { found.append(try await find(text, gateway)) }
        try options.confirm("remove \(found.map(\.called).joined(separator: ", "))\(rest)")
        var output = StandardOutput()
        for item in found {
            _ = try await gateway.send(.delete, item.path, query: query)
            try output.write(removed: item.id, json: options.json, words(item))
            try output.flush()
        }
    }
}

/// Argument: one that is listed.
struct ItemArgument<Item: NamedItem>: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A \(Item.word)'s id, as it is listed, or name.", valueName: Item.word),
        completion: Completion.ids(of: Item.collection))
    var text: String

    func find(_ gateway: APIClient) async throws -> Item { try await Item.find(text, gateway) }
}

/// `people list`, and the like.
struct ListItems<Item: NamedItem>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list", abstract: "Lists the \(Item.listed).", discussion: Item.listHelp)
    }

    @Flag(help: "Print one JSON array, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        try await gateway.gateway().show(
            "/api/\(Item.collection)", json: json, member: Item.collection, none: Item.none
        ) { (lists: [String: [Item]]) in
            Item.table(lists[Item.collection] ?? []).lines(.standardOutput)
        }
    }
}

extension ValidationError {
    static let nothingToChange = ValidationError("nothing to change: say what is to be otherwise")
}

extension APIClient {
    /// Prints what is at `path`: as it came, or in lines. `member`: only this list is printed as it
    /// came. `none`: what is said where there are no lines.
    func show<Answer: Decodable>(
        _ path: String, json: Bool, member: String? = nil, none: String? = nil,
        _ lines: (Answer) -> [String]
    ) async throws {
        guard json else {
            return try StandardOutput.show(lines: lines(await get(path)), none: none)
        }
        let answer = try await get(path, as: AnyJSON.self)
        let list = member.map { answer[$0] ?? .array([]) }
        try StandardOutput.show(list ?? answer, json: true, or: [])
    }

    /// Sends a draft, and returns the answer as it came; `null` if there is none.
    func answer(
        _ method: Method, _ path: String, _ draft: [String: AnyJSON]? = nil
    ) async throws -> AnyJSON {
        if let draft { return try await send(method, path, draft, as: AnyJSON.self).answer }
        let reply = try await send(method, path)
        return try reply.body.isEmpty ? .null : AnyJSON(reply.body)
    }

    /// As `answer`, of what is about `subject`; `remedy`: what to do if that is not there.
    func send(
        _ method: Method, _ path: String, _ draft: [String: AnyJSON]? = nil,
        about subject: String, remedy: String
    ) async throws -> AnyJSON {
        do {
            return try await answer(method, path, draft)
        } catch APIError.refused(let refusal) where refusal.status == 404 {
            throw Refusal(.notFound, subject, "is not there: \(remedy)")
        }
    }
}
