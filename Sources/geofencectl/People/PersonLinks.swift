import APIClient
import ArgumentParser
import Geofencing
import Posix

struct PersonLinks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links", abstract: "Lists the open links of a person, or ends one.",
        discussion: """
            A link is good once, and for 24 hours.

            EXAMPLES:
              geofencectl people links anna
              geofencectl people links anna --end 12
            """)

    @OptionGroup var who: PersonArgument

    @Option(help: ArgumentHelp("End this link; may be repeated.", valueName: "number"))
    var end: [Int64] = []

    @Flag(help: "Print one JSON array, as the API has it, or what was ended, an object a line.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let person = try await Person.find(who.person, gateway)
        let path = "\(person.path)/links"
        var output = StandardOutput()
        if end.isEmpty { try await list(path, person, gateway, &output) }
        for number in end {
            _ = try await gateway.send(
                .delete, "\(path)/\(number)", about: "link \(number) of \(person.called)",
                remedy: "see geofencectl people links \(person.id)")
            try output.write(removed: number, json: json, "link \(number) of \(person.called)")
        }
        _ = try output.flushUnlessGone()
    }

    private func list(
        _ path: String, _ person: Person, _ gateway: APIClient, _ output: inout StandardOutput
    ) async throws {
        let answer = try await gateway.get(path, as: [String: AnyJSON].self)["links"]
        if json { return try output.write(json: answer ?? .array([])) }
        let links = try (answer ?? .array([])).decoded(as: [OpenLink].self)
        if links.isEmpty {
            return StandardError.write(
                line: "no open link: geofencectl people link \(person.id) makes one")
        }
        for line in Self.table(links, at: .now) { output.write(line: line) }
    }

    /// A link that is not used yet, as the gateway has it.
    private struct OpenLink: Decodable {
        var id: Int64
        var kind: String
        var groupName: String?
        var created: Timestamp
        var expires: Timestamp

        enum CodingKeys: String, CodingKey {
            case id, kind, created, expires
            case groupName = "group_name"
        }
    }

    private static func table(_ links: [OpenLink], at now: Timestamp) -> [String] {
        var table = Table(
            .init(title: "number", side: .right, importance: .highest),
            .init(title: "what it does", look: .bold), .init(title: "made", importance: .low),
            .init(title: "ends", importance: .usual))
        for link in links {
            table.add(
                "\(link.id)", link.groupName.map { "invites to \($0)" } ?? "signs in",
                link.created.localDay(seenFrom: now), link.expires.localDay(seenFrom: now))
        }
        return table.lines(.standardOutput)
    }
}
