import APIClient
import ArgumentParser
import Places
import Posix

struct AddGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Makes a household, or registers an organisation.",
        discussion: """
            The name of an organisation is taken once.

            EXAMPLES:
              geofencectl groups add household Home --admin anna --currency EUR
              geofencectl groups add organisation 'Dam Bakers' --admin ben
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable { case household, organisation }

    @Argument(help: "household or organisation.")
    var kind: Kind

    @Argument(help: "What it is called.")
    var name: String

    @Option(
        help: ArgumentHelp("Who becomes its admin, by id or name.", valueName: "person"),
        completion: Completion.person)
    var admin: String

    @Option(help: ArgumentHelp("What money it counts in, as in EUR.", valueName: "code"))
    var currency: String?

    @Flag(help: "Print the group as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let person = try await Person.find(admin, gateway)
        var draft: [String: AnyJSON] = [
            "kind": .string(kind.rawValue), "name": .string(name), "admin": .string(person.id),
        ]
        draft["currency"] = currency.map { .string($0) }
        try Group.tell(
            "added", try await gateway.answer(.post, "/api/groups", draft), json: json)
    }
}

struct EditGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes a group's name or currency, and leaves the rest.",
        discussion: """
            EXAMPLES:
              geofencectl groups edit home --name 'Dam 20'
              geofencectl groups edit home --without currency
            """)

    @OptionGroup var which: ItemArgument<Group>

    @Option(help: ArgumentHelp("What it is called; the id stays.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("What money it counts in, as in EUR.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @Flag(help: "Print the group as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    enum Field: String, ExpressibleByArgument, CaseIterable { case currency }

    func run() async throws {
        var draft: [String: AnyJSON] = [:]
        draft["name"] = name.map { .string($0) }
        draft["currency"] = without.isEmpty ? currency.map { .string($0) } : .string("")
        try await Group.change(which.text, to: draft, gateway, json: json)
    }
}

struct RemoveGroups: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes groups, with all that is theirs.",
        discussion: """
            Gone are their places and sites, requests and invitations; people stay, and their \
            phones are shared with the group no more. Ids are not given again.

            With --with-members, people who are in no other group are forgotten before it, with their \
            phones, as people remove does: when they have moved to another machine.

            EXAMPLES:
              geofencectl groups remove home
            """)

    @Argument(
        help: ArgumentHelp("The groups' ids, as they are listed, or names.", valueName: "group"),
        completion: Completion.group)
    var groups: [String]

    @Flag(help: "Also forget their members who are in no other group.")
    var withMembers = false

    @OptionGroup var removal: RemovalOptions
    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        try await Group.remove(
            withMembers ? stillThere(gateway) : groups, gateway,
            query: withMembers ? [("members", "true")] : [],
            with: ", with all that is theirs" + (withMembers ? ", and their members" : ""), removal,
            \.sentence)
    }

    /// Of the groups, those that are there: what was interrupted is done again. Throws if none is.
    private func stillThere(_ gateway: APIClient) async throws -> [String] {
        var (there, missing): ([String], [Refusal]) = ([], [])
        for text in groups {
            do {
                _ = try await Group.find(text, gateway)
                there.append(text)
            } catch let refusal as Refusal where refusal.reason == .notFound {
                missing.append(refusal)
            }
        }
        if there.isEmpty, let refusal = missing.first { throw refusal }
        for refusal in missing { StandardError.write(line: "\(refusal)") }
        return there
    }
}
