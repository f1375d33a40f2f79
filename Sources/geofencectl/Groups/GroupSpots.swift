import APIClient
import ArgumentParser
import Geofencing
import Posix

/// What a group has at points: an organisation its sites, a household its places.
protocol SpotKind: Sendable {
    /// As in `site`.
    static var word: String { get }
    /// As in `dam-bakers`.
    static var example: String { get }
    static var hasAddress: Bool { get }
    /// What goes with one that is removed, and what does not.
    static var rest: String { get }
    /// The same in sentences, for the help.
    static var removal: String { get }
}

extension SpotKind {
    fileprivate static func requireNoAddress(_ address: String?) throws {
        guard address == nil || hasAddress else {
            throw ValidationError("--address: a \(word) has none: leave it out")
        }
    }

    /// Prints what was done with one, or the answer as it came.
    fileprivate static func tell(
        _ verb: String, _ answer: AnyJSON, of group: Group, json: Bool
    ) throws {
        try answer.tell(json: json) {
            let spot = try answer.decoded(as: Group.Spot.self)
            return "\(verb) \(word) \(spot.id) of \(group.called): "
                + "\(spot.name.cut(toWidth: 60)), within \(spot.radius.inMetres)"
        }
    }
}

enum SiteKind: SpotKind {
    static let (word, example, hasAddress) = ("site", "dam-bakers", true)
    static let rest =
        "with its bulletins; deals and events stay where they are, and reviews stay"
    static let removal = """
        A site goes with its bulletins. Its deals and events stay where they are, for admins of all to \
        manage, and reviews stay without a site; who worked there is still a member.
        """
}

enum PlaceKind: SpotKind {
    static let (word, example, hasAddress) = ("place", "home", false)
    static let rest = "with what was asked to be told of arrivals there"
    static let removal = "A place goes with what was asked to be told of arrivals there."
}

struct GroupSites: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sites",
        abstract:
            "Adds, changes and removes the sites of an organisation, which groups show lists.",
        subcommands: [
            AddSpot<SiteKind>.self, EditSpot<SiteKind>.self, RemoveSpots<SiteKind>.self,
        ])
}

struct GroupPlaces: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract:
            "Adds, changes and removes the places of a household, at which arrivals are told.",
        subcommands: [
            AddSpot<PlaceKind>.self, EditSpot<PlaceKind>.self, RemoveSpots<PlaceKind>.self,
        ])
}

struct AddSpot<Kind: SpotKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add", abstract: "Adds a \(Kind.word).",
            discussion: """
                EXAMPLES:
                  geofencectl groups \(Kind.word)s add \(Kind.example) Dam --at 52.3731,4.8926
                """ + (Kind.hasAddress ? "\n\(example)" : ""))
    }

    private static var example: String {
        "  geofencectl groups \(Kind.word)s add \(Kind.example) Dam --address 'Dam 20, Amsterdam'"
    }

    @OptionGroup var which: GroupArgument

    @Argument(help: "What it is called.")
    var name: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where it is, as in 52.3731,4.8926.", valueName: "lat,lon"),
        transform: point)
    var at: Coordinate?

    @Option(help: ArgumentHelp("How far it reaches. (default: 100)", valueName: "metres"))
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "Its address; without --at, it says where it is.", valueName: "text",
            visibility: Kind.hasAddress ? .default : .private))
    var address: String?

    @Flag(help: "Print it as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        try Kind.requireNoAddress(address)
        guard at != nil || address?.isEmpty == false else {
            throw ValidationError(
                "--at: is missing: say where it is" + (Kind.hasAddress ? ", or give --address" : "")
            )
        }
    }

    func run() async throws {
        let gateway = try gateway.gateway()
        let group = try await Group.find(which.group, gateway)
        var draft: [String: AnyJSON] = ["name": .string(name)]
        draft["lat"] = at.map { .number($0.latitude) }
        draft["lon"] = at.map { .number($0.longitude) }
        draft["radius"] = radius.map { .number($0) }
        draft["address"] = address.map { .string($0) }
        let answer = try await gateway.send(
            .post, "\(group.path)/\(Kind.word)s", AnyJSON.object(draft), as: AnyJSON.self
        ).answer
        try Kind.tell("added", answer, of: group, json: json)
    }
}

struct EditSpot<Kind: SpotKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "edit", abstract: "Changes what is said of a \(Kind.word).",
            discussion: """
                EXAMPLES:
                  geofencectl groups \(Kind.word)s edit \(Kind.example) Dam --radius 50
                  geofencectl groups \(Kind.word)s edit \(Kind.example) 1 --at 52.3731,4.8926
                """)
    }

    @OptionGroup var which: GroupArgument

    @Argument(
        help: ArgumentHelp(
            "Its number, as geofencectl groups show has it, or name.", valueName: Kind.word))
    var spot: String

    @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
    var name: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where it is, as in 52.3731,4.8926.", valueName: "lat,lon"),
        transform: point)
    var at: Coordinate?

    @Option(help: ArgumentHelp("How far it reaches.", valueName: "metres"))
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "Its address; '' takes it away. Only --at moves it.", valueName: "text",
            visibility: Kind.hasAddress ? .default : .private))
    var address: String?

    @Flag(help: "Print it as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        try Kind.requireNoAddress(address)
        guard name != nil || at != nil || radius != nil || address != nil else {
            throw ValidationError("nothing to change: say what is to be otherwise")
        }
    }

    func run() async throws {
        let gateway = try gateway.gateway()
        let group = try await Group.find(which.group, gateway)
        let spot = try await Group.spots("\(Kind.word)s", of: group.id, gateway)
            .find(spot, word: Kind.word, of: group.id)
        var draft: [String: AnyJSON] = [:]
        draft["name"] = name.map { .string($0) }
        draft["address"] = address.map { .string($0) }
        if at != nil || radius != nil {
            // The API takes the three together.
            draft["lat"] = .number(at?.latitude ?? spot.lat)
            draft["lon"] = .number(at?.longitude ?? spot.lon)
            draft["radius"] = .number(radius ?? spot.radius)
        }
        let answer = try await gateway.send(
            .patch, "\(group.path)/\(Kind.word)s/\(spot.id)", .object(draft),
            about: "\(Kind.word) \(spot.id) of \(group.called)",
            remedy: "see geofencectl groups show \(group.id)")
        try Kind.tell("changed", answer, of: group, json: json)
    }
}

struct RemoveSpots<Kind: SpotKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove", abstract: "Removes \(Kind.word)s.",
            discussion: """
                \(Kind.removal)

                EXAMPLES:
                  geofencectl groups \(Kind.word)s remove \(Kind.example) 1
                """)
    }

    @OptionGroup var which: GroupArgument

    @Argument(
        help: ArgumentHelp(
            "Their numbers, as geofencectl groups show has them.", valueName: "number"))
    var numbers: [Int64]

    @Flag(help: "Print what was removed, one JSON object a line.")
    var json = false

    @OptionGroup var asking: ConfirmOption
    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let group = try await Group.find(which.group, gateway)
        let all = numbers.map { "\(Kind.word) \($0)" }.joined(separator: ", ")
        try asking.confirm("remove \(all) of \(group.called), \(Kind.rest)")
        var output = StandardOutput()
        for number in numbers {
            let subject = "\(Kind.word) \(number) of \(group.called)"
            _ = try await gateway.send(
                .delete, "\(group.path)/\(Kind.word)s/\(number)", about: subject,
                remedy: "see geofencectl groups show \(group.id)")
            try output.write(removed: number, json: json, "\(subject), \(Kind.rest)")
            try output.flush()
        }
    }
}

/// `52.3731,4.8926`.
@Sendable func point(_ text: String) throws -> Coordinate {
    let parts = text.split(separator: ",").map { Double(String($0).trimmed) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
        Coordinate(latitude: latitude, longitude: longitude).isValid
    else {
        throw ValidationError("'\(text.shortened)' is not a point: write it as in 52.3731,4.8926")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
}
