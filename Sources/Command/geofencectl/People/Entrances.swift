import APIClient
import ArgumentParser
import Geofencing
import Posix

/// What lets a person in, as the gateway has it: where they are signed in, and links not yet used.
protocol Entrance: Decodable, Sendable {
    var id: Int64 { get }

    /// As in `session`; with an s, it is the command, and the path below a person.
    static var word: String { get }
    /// What the command lists, as in `where a person is signed in`.
    static var listed: String { get }
    /// How long it is good, for the help.
    static var limits: String { get }
    /// Whether the gateway ends all of them at once.
    static var endsTogether: Bool { get }
    /// What is said where there is none.
    static func none(of person: Person) -> String
    static func table(_ all: [Self], at now: Timestamp) -> Table
}

extension Entrance {
    fileprivate static func path(of person: Person) -> String { "\(person.path)/\(word)s" }

    fileprivate static func all(of person: Person, _ gateway: APIClient) async throws -> AnyJSON {
        try await gateway.get(path(of: person), as: AnyJSON.self)["\(word)s"] ?? .array([])
    }
}

struct Entrances<Kind: Entrance>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "\(Kind.word)s", abstract: "Lists and ends the \(Kind.word)s of a person.",
            discussion: """
                \(Kind.limits)

                EXAMPLES:
                  geofencectl people \(Kind.word)s list anna
                  geofencectl people \(Kind.word)s end anna 12
                  geofencectl people \(Kind.word)s end anna --all
                """,
            subcommands: [ListEntrances<Kind>.self, EndEntrances<Kind>.self])
    }
}

struct ListEntrances<Kind: Entrance>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "Lists \(Kind.listed).")
    }

    @OptionGroup var who: ItemArgument<Person>

    @Flag(help: "Print one JSON array, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let person = try await who.find(gateway)
        let answer = try await Kind.all(of: person, gateway)
        try StandardOutput.show(
            answer, json: json, none: Kind.none(of: person),
            or: Kind.table(answer.decoded(as: [Kind].self), at: .now).lines(.standardOutput))
    }
}

struct EndEntrances<Kind: Entrance>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "end", abstract: "Ends the \(Kind.word)s of a person.")
    }

    @OptionGroup var who: ItemArgument<Person>

    @Argument(help: ArgumentHelp("Which ones, as they are listed.", valueName: "number"))
    var numbers: [Int64] = []

    @Flag(help: "End all of them.")
    var all = false

    @Flag(help: "Print what was ended, one JSON object a line.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        guard numbers.isEmpty == all else {
            throw ValidationError("say which \(Kind.word) by its number, or --all")
        }
    }

    func run() async throws {
        let gateway = try gateway.gateway()
        let person = try await who.find(gateway)
        var output = StandardOutput()
        if all, Kind.endsTogether {
            _ = try await gateway.send(.delete, Kind.path(of: person))
            try output.write(removed: "all", json: json, "all \(Kind.word)s of \(person.called)")
        }
        var numbers = numbers
        if all, !Kind.endsTogether {
            numbers = try await Kind.all(of: person, gateway).decoded(as: [Kind].self).map(\.id)
        }
        for number in numbers {
            let subject = "\(Kind.word) \(number) of \(person.called)"
            _ = try await gateway.send(
                .delete, "\(Kind.path(of: person))/\(number)", about: subject,
                remedy: "see geofencectl people \(Kind.word)s list \(person.id)")
            try output.write(removed: number, json: json, subject)
        }
        _ = try output.flushUnlessGone()
    }
}

/// Where somebody is signed in.
struct Session: Entrance {
    var id: Int64
    var device: String
    var began: Timestamp
    var lastUsed: Timestamp
    var ends: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, device, began, ends
        case lastUsed = "last_used"
    }

    static let (word, listed, endsTogether) = ("session", "where a person is signed in", true)
    static let limits = """
        A session ends 30 days after it was last used, and 180 days after it began. With all of \
        them end the person's links and codes, too.
        """

    static func none(of person: Person) -> String {
        "nowhere signed in: geofencectl people link \(person.id)"
    }

    static func table(_ all: [Session], at now: Timestamp) -> Table {
        var table = Table(
            .init(title: "number", side: .right, importance: .highest),
            .init(title: "device", look: .bold), .init(title: "began", importance: .low),
            .init(title: "last used", importance: .usual), .init(title: "ends", importance: .low))
        for session in all {
            table.add(
                "\(session.id)", session.device, session.began.localDay(seenFrom: now),
                session.lastUsed.localDay(seenFrom: now), session.ends.localDay(seenFrom: now))
        }
        return table
    }
}

/// A link that is not used yet.
struct OpenLink: Entrance {
    var id: Int64
    /// `nil`: it signs the person in.
    var groupName: String?
    var created: Timestamp
    var expires: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, created, expires
        case groupName = "group_name"
    }

    static let (word, listed, endsTogether) = ("link", "the open links of a person", false)
    static let limits = "A link is good once, and for 24 hours."

    static func none(of person: Person) -> String {
        "no open link: geofencectl people link \(person.id) makes one"
    }

    static func table(_ all: [OpenLink], at now: Timestamp) -> Table {
        var table = Table(
            .init(title: "number", side: .right, importance: .highest),
            .init(title: "what it does", look: .bold), .init(title: "made", importance: .low),
            .init(title: "ends", importance: .usual))
        for link in all {
            table.add(
                "\(link.id)", link.groupName.map { "invites to \($0)" } ?? "signs in",
                link.created.localDay(seenFrom: now), link.expires.localDay(seenFrom: now))
        }
        return table
    }
}
