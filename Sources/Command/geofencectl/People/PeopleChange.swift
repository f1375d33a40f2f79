import APIClient
import ArgumentParser
import Posix

struct AddPerson: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a person, with a link that signs them in.",
        discussion: """
            The link and its QR code are good once and for 24 hours; there are no passwords. A \
            further link is made by geofencectl people link, or by the person on the page.

            EXAMPLES:
              geofencectl people add Anna
              geofencectl people add "Ben Bos" --admin
            """)

    @Argument(help: "What the person is called.")
    var name: String

    @Flag(help: "Let the person add, see and remove people.")
    var admin = false

    @Flag(help: "Print the person and the link as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let draft: [String: AnyJSON] = ["name": .string(name), "admin": .bool(admin)]
        let answer = try await gateway.gateway().answer(.post, "/api/people", draft)
        let person = try (answer["person"] ?? .null).decoded(as: Person.self)
        try SignInLink.tell(
            "added \(person.sentence)", purpose: "is signed in as \(person.name.cut(toWidth: 60))",
            answer,
            link: answer["link"] ?? .null, json: json)
    }
}

struct LinkPerson: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Makes a new link that signs a person in.",
        discussion: """
            It is good once and for 24 hours.

            EXAMPLES:
              geofencectl people link anna
            """)

    @OptionGroup var who: ItemArgument<Person>

    @Flag(help: "Print the link as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let person = try await who.find(gateway)
        let link = try await gateway.answer(.post, "\(person.path)/links")
        try SignInLink.tell(
            purpose: "is signed in as \(person.name.cut(toWidth: 60))", link, link: link, json: json
        )
    }
}

struct EditPerson: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes a person's name, or whether they are an admin.",
        discussion: """
            EXAMPLES:
              geofencectl people edit anna --name Anna-Lena
              geofencectl people edit ben --no-admin
            """)

    @OptionGroup var who: ItemArgument<Person>

    @Option(help: ArgumentHelp("What the person is called; the id stays.", valueName: "text"))
    var name: String?

    @Flag(inversion: .prefixedNo, help: "Whether they may add, see and remove people.")
    var admin: Bool?

    @Flag(help: "Print the person as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        var draft: [String: AnyJSON] = [:]
        draft["name"] = name.map { .string($0) }
        draft["admin"] = admin.map { .bool($0) }
        try await Person.change(who.text, to: draft, gateway, json: json)
    }
}

struct RemovePeople: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forgets people, with all that was theirs.",
        discussion: """
            Gone are their sessions and links, messages and settings, favourites, memberships and \
            requests, and their phones with what was told of them and where they were. Their ids \
            are not given again. To keep a copy: geofencectl people export.

            EXAMPLES:
              geofencectl people remove anna
            """)

    @Argument(
        help: ArgumentHelp("The people's ids, as they are listed, or names.", valueName: "person"),
        completion: Completion.person)
    var people: [String]

    @OptionGroup var removal: RemovalOptions
    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        // Their phones' history may be long.
        let gateway = try gateway.gateway(timeout: .seconds(120))
        let rest = ", with all that was theirs"
        try await Person.remove(people, gateway, with: rest, removal) { $0.called + rest }
    }
}
