import APIClient
import ArgumentParser
import Geofencing
import Posix

struct Groups: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, adds and changes households and organisations.",
        discussion: """
            The members of a household share lists and places, and perhaps where they are; an \
            organisation has sites, and people who work there.

            EXAMPLES:
              geofencectl groups add household Home --admin anna
              geofencectl groups invite home
              geofencectl groups show home
            """,
        subcommands: [
            ListItems<Group>.self, ShowGroup.self, AddGroup.self, EditGroup.self, RemoveGroups.self,
            InviteToGroup.self, GroupMembers.self,
        ])
}

extension Group {
    static let none = "no groups: geofencectl groups add"

    static func table(_ groups: [Group]) -> Table {
        var table = Table(
            .init(title: "id", look: .bold, importance: .highest), .init(title: "name"),
            .init(title: "kind", importance: .usual), .init(title: "currency", importance: .low),
            .init(title: "members", side: .right))
        for group in groups {
            table.add(
                group.id, group.name, group.kind.rawValue, group.currency, "\(group.memberCount)")
        }
        return table
    }
}

struct ShowGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows a group with its members, sites and places.")

    @OptionGroup var which: ItemArgument<Group>

    @Flag(help: "Print the group as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let path = try await which.find(gateway).path
        try await gateway.show(path, json: json) { (group: Group) in
            group.lines(at: .now, .standardOutput)
        }
    }
}

struct InviteToGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Makes a link that lets somebody join a household.",
        discussion: """
            It is good once and for 24 hours. Whoever opens it and has not signed in gives a name, \
            and is a person from then on.

            EXAMPLES:
              geofencectl groups invite home
            """)

    @OptionGroup var which: ItemArgument<Group>

    @Flag(help: "Print the link as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let group = try await which.find(gateway)
        let link = try await gateway.answer(.post, "\(group.path)/invitations")
        try SignInLink.tell(
            purpose: "joins \(group.name.cut(toWidth: 60))", link, link: link, json: json)
    }
}
