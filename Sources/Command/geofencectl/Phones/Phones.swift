import APIClient
import ArgumentParser
import Geofencing
import Posix

struct Phones: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds phones, and says what to type into OwnTracks, Overland and Traccar Client.",
        discussion: """
            A phone is a device whose positions its apps send to the gateway, each with a token of \
            its own.

            EXAMPLES:
              geofencectl phones add "Ben's phone" --person ben
              geofencectl phones list
              geofencectl phones token bens-phone --app overland
            """,
        subcommands: [
            ListItems<Phone>.self, AddPhone.self, EditPhone.self, RenewPhoneToken.self,
            RemovePhones.self,
        ])
}

extension Phone {
    static let listed = "phones, and how they get in"
    static let listHelp = """
        When they were heard of last, and what share of their positions is dropped: \
        geofencectl devices list.
        """
    static let none = "no phones: geofencectl phones add"

    static func table(_ phones: [Phone]) -> Table {
        var table = Table(
            .init(title: "id", look: .bold, importance: .highest), .init(title: "name"),
            .init(title: "of", importance: .usual),
            .init(title: "topic", importance: .usual), .init(title: "token", importance: .low),
            .init(title: "added", importance: .low))
        for phone in phones {
            table.add(
                phone.id, phone.name, phone.owner, phone.topic,
                phone.hasToken == true ? "yes" : "no", phone.added.localDay(seenFrom: .now))
        }
        return table
    }
}

struct RemovePhones: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes phones: their tokens are worth nothing then.",
        discussion: """
            What was told of a phone stays in the history, unless it is to be forgotten as well. \
            Its id is not given again.

            EXAMPLES:
              geofencectl phones remove bens-phone
              geofencectl phones remove bens-phone --forget-history
            """)

    @Argument(
        help: ArgumentHelp("The phones' ids, as they are listed, or names.", valueName: "phone"),
        completion: Completion.phone)
    var phones: [String]

    @Flag(help: "Forget also what was told of them, and where they were.")
    var forgetHistory = false

    @OptionGroup var removal: RemovalOptions
    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        // Their history may be long.
        let gateway = try gateway.gateway(timeout: .seconds(120))
        try await Phone.remove(
            phones, gateway, query: forgetHistory ? [("history", "forget")] : [],
            with: forgetHistory ? ", with their history" : "", removal
        ) { $0.called + (forgetHistory ? ", and forgot its history" : "") }
    }
}
