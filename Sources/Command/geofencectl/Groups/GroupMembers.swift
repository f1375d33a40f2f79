import APIClient
import ArgumentParser
import Posix

struct GroupMembers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members",
        abstract: "Changes and removes the members of a group, which groups show lists.",
        discussion: """
            EXAMPLES:
              geofencectl groups members edit home ben --role admin
              geofencectl groups members remove home ben
            """,
        subcommands: [EditMember.self, RemoveMember.self])
}

struct EditMember: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes a member's role, nick name, number or sites.",
        discussion: """
            EXAMPLES:
              geofencectl groups members edit home ben --role admin
              geofencectl groups members edit dam-bakers ben --number 0042 --site 1
              geofencectl groups members edit dam-bakers ben --without sites
            """)

    @OptionGroup var which: ItemArgument<Group>
    @OptionGroup var who: ItemArgument<Person>

    @Option(help: "Whether they decide about the group.")
    var role: Role?

    @Option(help: ArgumentHelp("What the group calls them; '' for none.", valueName: "text"))
    var nickName: String?

    @Option(
        help: ArgumentHelp("What an organisation numbers them; '' for none.", valueName: "text"))
    var number: String?

    @Option(
        help: ArgumentHelp(
            "A site of the organisation where they work, by number; may be repeated.",
            valueName: "number"))
    var site: [Int64] = []

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @Flag(help: "Print the member as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    enum Role: String, ExpressibleByArgument, CaseIterable { case member, admin }
    enum Field: String, ExpressibleByArgument, CaseIterable { case sites }

    func validate() throws {
        guard site.isEmpty || without.isEmpty else {
            throw ValidationError("--site: cannot be used with --without sites: choose one")
        }
    }

    func run() async throws {
        var draft: [String: AnyJSON] = [:]
        draft["role"] = role.map { .string($0.rawValue) }
        draft["nick_name"] = nickName.map { .string($0) }
        draft["number"] = number.map { .string($0) }
        if !site.isEmpty || without.contains(.sites) {
            draft["sites"] = .array(site.map { .integer($0) })
        }
        if draft.isEmpty { throw ValidationError.nothingToChange }
        let gateway = try gateway.gateway()
        let group = try await which.find(gateway)
        let person = try await who.find(gateway)
        let answer = try await gateway.send(
            .patch, "\(group.path)/members/\(person.id)", draft,
            about: "\(person.called) of \(group.called)",
            remedy: "see geofencectl groups show \(group.id)")
        try StandardOutput.tell(
            answer, json: json,
            or: [
                "changed \(person.called) of \(group.called): "
                    + "\(try answer.decoded(as: Group.Member.self).sentence)"
            ])
    }
}

extension Group.Member {
    /// As in `Ben, admin`.
    fileprivate var sentence: String { "\(name.cut(toWidth: 60)), \(role.visible)" }
}

struct RemoveMember: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes a member from a group.",
        discussion: """
            A household without members goes, too.

            EXAMPLES:
              geofencectl groups members remove home ben
            """)

    @OptionGroup var which: ItemArgument<Group>
    @OptionGroup var who: ItemArgument<Person>

    @Flag(help: "Print who was removed, as one JSON object.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let group = try await which.find(gateway)
        let person = try await who.find(gateway)
        let subject = "\(person.called) of \(group.called)"
        _ = try await gateway.send(
            .delete, "\(group.path)/members/\(person.id)", about: subject,
            remedy: "see geofencectl groups show \(group.id)")
        var output = StandardOutput()
        try output.write(removed: person.id, json: json, subject)
        try output.flush()
    }
}
