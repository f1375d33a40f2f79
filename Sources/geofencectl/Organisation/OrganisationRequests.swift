import APIClient
import ArgumentParser
import Places
import Posix

struct AskToJoin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Asks to join an organisation.",
        discussion: """
            Its admins accept or refuse; who was refused may ask again.

            EXAMPLES:
              geofencectl organisation ask dam-bakers --site Dam --as ben
              geofencectl organisation requests --accept 3 --as anna
            """)

    @Argument(
        help: ArgumentHelp("Which one, by id or name.", valueName: "organisation"),
        completion: Completion.group)
    var organisation: String

    @Option(
        help: ArgumentHelp(
            "What they call the person. (default: the person's name)", valueName: "text"))
    var name: String?

    @Option(
        help: ArgumentHelp("Where the person works, by number or name.", valueName: "site"))
    var site: String?

    @Flag(help: "Print one JSON object, as the API has it.")
    var json = false

    @OptionGroup var acting: ActingPerson

    func run() async throws {
        // Who is no member sees no more than the name and the sites.
        let everybody = try acting.gateway.gateway()
        let group = try await Group.find(organisation, everybody)
        guard group.kind == .organisation else {
            throw Refusal(
                .invalid, group.called,
                "is a household, whose members ask: see geofencectl household ask --help")
        }
        var draft: [String: AnyJSON] = [:]
        draft["name"] = name.map { .string($0) }
        if let site {
            let sites = try await Group.spots("sites", of: group.id, everybody)
            draft["site"] = .integer(try sites.find(site, word: "site", of: group.id).id)
        }
        let client = try await acting.client()
        let answer = try await client.send(
            .post, "\(group.path)/requests", AnyJSON.object(draft), as: AnyJSON.self
        ).answer
        try answer.tell(json: json) {
            "\(client.person ?? "") asks to join \(group.called), whose admins answer"
        }
    }
}

struct OrganisationRequests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Lists requests to join an organisation, and answers them.",
        discussion: """
            An admin sees those to the organisation, and accepts, perhaps with another name or \
            site, or refuses. Others see their own, and withdraw.

            EXAMPLES:
              geofencectl organisation requests
              geofencectl organisation requests --accept 3 --name 'Lea R.' --site Dam
              geofencectl organisation requests --accept 4 --without site --as anna
              geofencectl organisation requests --withdraw 5 --as ben
            """)

    @OptionGroup var answers: RequestAnswers
    @OptionGroup var correction: RequestCorrection
    @OptionGroup var acting: ActingPerson

    func validate() throws { try correction.require(answers) }

    func run() async throws {
        try await answers.run(
            MembershipRequests(
                client: try await acting.client(), kind: .asksGroup,
                command: "organisation requests"),
            correcting: correction)
    }
}
