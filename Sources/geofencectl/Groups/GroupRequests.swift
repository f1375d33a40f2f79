import APIClient
import ArgumentParser

struct GroupRequests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Lists who asks to join an organisation, or is asked to join a household.",
        discussion: """
            For an organisation this machine answers, as its admins do. Whom a household asks \
            answers alone: with --as.

            EXAMPLES:
              geofencectl groups requests
              geofencectl groups requests --accept 3 --name 'Lea R.' --without site
              geofencectl groups requests --refuse 4
              geofencectl groups requests --accept 5 --as ben
            """)

    @OptionGroup var answers: RequestAnswers
    @OptionGroup var correction: RequestCorrection

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "For whom, by id or name. (default: this machine, which sees all)",
            valueName: "person"),
        completion: Completion.person)
    var person: String?

    @OptionGroup var gateway: GatewayOptions

    func validate() throws { try correction.require(answers) }

    func run() async throws {
        var client = try gateway.gateway()
        if let person { client.person = try await Person.find(person, client).id }
        try await answers.run(
            MembershipRequests(client: client, command: "groups requests"),
            correcting: correction)
    }
}
