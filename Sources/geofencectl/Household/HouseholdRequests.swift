import APIClient
import ArgumentParser
import Posix

struct AskPerson: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Asks somebody to join the household.",
        discussion: """
            The name must be exact, but for capitals, accents and blanks; an id will do. The \
            household does not get to know whether there is such a person, and asks nobody twice.

            EXAMPLES:
              geofencectl household ask 'Carl Bos' --as anna
              geofencectl household requests --accept 3 --as carl
            """)

    @Argument(
        help: ArgumentHelp("Whom, by id or name.", valueName: "name"),
        completion: Completion.person)
    var name: String

    @OptionGroup var options: ItemOptions<Households>

    func run() async throws {
        let membership = try await options.membership()
        let answer = try await membership.send(.post, "requests", ["person": .string(name)])
        try answer.tell(json: options.json) {
            "\(name.cut(toWidth: 60)) is asked to join \(membership.group.called), "
                + "if there is such a person"
        }
    }
}

struct HouseholdRequests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Lists requests to join a household, and answers them.",
        discussion: """
            There are those to the person, and those of the person's households. Who is asked \
            accepts or declines; any member withdraws. The household is not told of a declining.

            EXAMPLES:
              geofencectl household requests
              geofencectl household requests --accept 3 --as carl
              geofencectl household requests --decline 4 --as dora
              geofencectl household requests --withdraw 5
            """)

    @OptionGroup var answers: RequestAnswers
    @OptionGroup var acting: ActingPerson

    func run() async throws {
        try await answers.run(
            MembershipRequests(
                client: try await acting.client(), kind: .asksPerson,
                command: "household requests"))
    }
}
