import APIClient
import ArgumentParser
import Posix

/// Option: what is printed of a phone's set-up.
struct SetupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only what this app needs, with its QR code.",
            valueName: "app"))
    var app: PhoneSetup.App?

    @Flag(help: "Print the phone with its token as one JSON object, as the API has it.")
    var json = false

    /// `first`: what was done; `nil`: it is not said.
    func tell(_ answer: AnyJSON, _ first: (Phone) -> String) throws {
        try StandardOutput.tell(answer, json: json, or: lines(answer, first))
    }

    private func lines(_ answer: AnyJSON, _ first: (Phone) -> String) throws -> [String] {
        let phone = try answer.decoded(as: Phone.self)
        let setup = try (answer["setup"] ?? .null).decoded(as: PhoneSetup.self)
        return [first(phone)] + (try setup.lines(for: app, of: phone.id, .standardOutput))
    }
}

struct AddPhone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a phone, and says what to type into its apps.",
        discussion: """
            The token is shown once; geofencectl phones token makes another. With --topic, the \
            phone's positions are taken from an MQTT broker as well: of [mqtt] in gateway.toml.

            EXAMPLES:
              geofencectl phones add "Ben's phone" --person ben
              geofencectl phones add "Anna's phone" --app overland
              geofencectl phones add Van --person ben --topic owntracks/ben/van
            """)

    @Argument(help: "What it is called.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Whose it is, by id or name. (default: who runs this)", valueName: "person"),
        completion: Completion.person)
    var person: String?

    @Option(
        help: ArgumentHelp("The id of its device. (default: made of the name)", valueName: "id"))
    var id: String?

    @Option(
        help: ArgumentHelp("Where it publishes, as in owntracks/ben/phone.", valueName: "topic"))
    var topic: String?

    @OptionGroup var setup: SetupOptions
    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let owner = try await Person.named(person, option: "--person", gateway)
        var draft: [String: AnyJSON] = ["name": .string(name), "person": .string(owner.id)]
        draft["id"] = id.map { .string($0) }
        draft["topic"] = topic.map { .string($0) }
        let answer = try await gateway.answer(.post, "/api/phones", draft)
        try setup.tell(answer) { "added \($0.sentence)" }
    }
}

struct RenewPhoneToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Makes a new token of a phone, and says what to type into its apps.",
        discussion: """
            The token before is worth nothing from then on.

            EXAMPLES:
              geofencectl phones token bens-phone
              geofencectl phones token bens-phone --app traccar
            """)

    @OptionGroup var which: ItemArgument<Phone>
    @OptionGroup var setup: SetupOptions
    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let phone = try await which.find(gateway)
        let answer = try await gateway.answer(.post, "\(phone.path)/token")
        try setup.tell(answer) { "new token of \($0.called); the one before is worth nothing" }
    }
}

struct EditPhone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what a phone is called, or where it publishes.",
        discussion: """
            EXAMPLES:
              geofencectl phones edit bens-phone --topic owntracks/ben/phone
              geofencectl phones edit bens-phone --without topic
            """)

    @OptionGroup var which: ItemArgument<Phone>

    @Option(help: ArgumentHelp("What it is called; the id stays.", valueName: "text"))
    var name: String?

    @Option(
        help: ArgumentHelp("Where it publishes, as in owntracks/ben/phone.", valueName: "topic"))
    var topic: String?

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @Flag(help: "Print the phone as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    enum Field: String, ExpressibleByArgument, CaseIterable { case topic }

    func run() async throws {
        var draft: [String: AnyJSON] = [:]
        draft["name"] = name.map { .string($0) }
        draft["topic"] = topic.map { .string($0) }
        for field in without { draft[field.rawValue] = .null }
        try await Phone.change(which.text, to: draft, gateway, json: json)
    }
}
