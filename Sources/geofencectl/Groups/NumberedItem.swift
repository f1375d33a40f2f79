import APIClient
import ArgumentParser
import Geofencing
import Places
import Posix

/// What a group has, and people call by its number or by its words: an item, a bill, an event.
protocol NumberedItem: Decodable {
    associatedtype In: GroupKind

    var id: Int64 { get }
    /// What people call it by.
    var words: String { get }

    /// As in `bill`.
    static var word: String { get }
    /// As in `bills`: in paths and in answers.
    static var collection: String { get }
    /// Which command lists them, after that of the group's kind.
    static var listing: String { get }
    /// Which command removes them, after that of the group's kind.
    static var removing: String { get }
    /// One of them by its words, or a number, for examples.
    static var example: String { get }
    /// How many are asked for to find one; `nil`: all come.
    static var query: [(name: String, value: String)] { get }
}

extension NumberedItem {
    static var listing: String { "\(collection) list" }
    static var removing: String { "\(collection) remove" }
    static var query: [(name: String, value: String)] { [] }

    /// As in `bill 3: Groceries`.
    var called: String { "\(Self.word) \(id): \(words.cut(toWidth: 60))" }

    /// Below the group.
    var path: String { "\(Self.collection)/\(id)" }

    /// The only one with these words, or else the one with this number.
    static func find(_ text: String, among all: [Self]) throws -> Self {
        let named = all.filter { $0.words.folded == text.folded }
        if named.count == 1 { return named[0] }
        let subject = "\(word) \(text.quoted)"
        guard named.isEmpty else {
            let ids = named.prefix(5).map { "\($0.id)" }.joined(separator: ", ")
            let more = named.count > 5 ? " and \(named.count - 5) more" : ""
            throw Refusal(.conflict, subject, "is \(ids)\(more): say which by its number")
        }
        if let found = all.first(where: { "\($0.id)" == text }) { return found }
        // What begins so is nearer than what is misspelt so.
        let begun = all.first { !text.isEmpty && $0.words.folded.hasPrefix(text.folded) }
        let near = text.folded.nearMisses(among: all.map(\.words.folded)).first
        let meant = begun ?? all.first { $0.words.folded == near }
        let remedy =
            meant.map { "did you mean \($0.words.quoted)?" }
            ?? "see geofencectl \(In.word) \(listing)"
        throw Refusal(.notFound, subject, "is not there: \(remedy)")
    }

    static func all(_ membership: Membership) async throws -> [Self] {
        try await membership.list(collection, query).decoded(as: [Self].self)
    }

    static func find(_ text: String, _ membership: Membership) async throws -> Self {
        try find(text, among: try await all(membership))
    }

    /// The same, and as it came.
    static func found(
        _ text: String, _ membership: Membership
    ) async throws -> (item: Self, answer: AnyJSON) {
        let list = try await membership.list(collection, query)
        let item = try find(text, among: try list.decoded(as: [Self].self))
        return (item, list.element(item.id))
    }

    /// All of them: what is done to many is begun when each is known.
    static func find(_ texts: [String], _ membership: Membership) async throws -> [Self] {
        let all = try await all(membership)
        return try texts.map { try find($0, among: all) }
    }
}

/// Who wrote or does something, as the gateway has them.
struct Somebody: Decodable {
    /// `nil`: they are not on this machine any more.
    var person: String?
    /// As the group calls them.
    var name: String

    var text: String { name.isEmpty ? person ?? "somebody" : name }
}

struct RemoveItems<Item: NumberedItem>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove", abstract: "Removes \(Item.plural).",
            discussion: """
                EXAMPLES:
                  geofencectl \(Item.In.word) \(Item.removing) \(Item.example)
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "By number, as they are listed, or by their words.", valueName: Item.word))
    var items: [String]

    @Flag(help: "Print what was removed, one JSON object a line.")
    var json = false

    @OptionGroup var options: MembershipOptions<Item.In>

    func run() async throws {
        let membership = try await options.membership()
        var output = StandardOutput()
        for item in try await Item.find(items, membership) {
            _ = try await membership.send(.delete, item.path, about: item.called)
            try output.write(removed: item.id, json: json, item.called)
            try output.flush()
        }
    }
}

extension NumberedItem {
    /// As in `bills`.
    fileprivate static var plural: String { "\(word)s" }
}

extension AnyJSON {
    /// The one of a list that has this number; `null` if there is none.
    func element(_ id: Int64) -> AnyJSON { elements.first { $0["id"] == .integer(id) } ?? .null }

    /// Prints a list as it came, or as a table; `none`: what is said if it is empty.
    func tell<Item: Decodable>(
        _ item: Item.Type, json: Bool, none: String, _ table: ([Item]) throws -> [String]
    ) throws {
        var output = StandardOutput()
        if json {
            try output.write(json: self)
        } else {
            let items = try decoded(as: [Item].self)
            if items.isEmpty { StandardError.write(line: none) }
            for line in items.isEmpty ? [] : try table(items) { output.write(line: line) }
        }
        _ = try output.flushUnlessGone()
    }

    /// Prints what was done with an item, as in `added bill 3: Groceries`, or the answer as it came.
    func tell<Item: NumberedItem>(
        _ verb: String, json: Bool, _ sentence: (Item) -> String
    ) throws {
        try tell(json: json) { "\(verb) \(sentence(try decoded(as: Item.self)))" }
    }

    /// Prints what was done, or the answer as it came.
    func tell(json: Bool, _ sentence: () throws -> String) throws {
        var output = StandardOutput()
        if json { try output.write(json: self) } else { output.write(line: try sentence()) }
        try output.flush()
    }
}
