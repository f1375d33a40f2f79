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
}

enum SiteKind: SpotKind {
    static let (word, example, hasAddress) = ("site", "dam-bakers", true)
}

enum PlaceKind: SpotKind {
    static let (word, example, hasAddress) = ("place", "home", false)
}

struct GroupSites: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sites",
        abstract: "Adds and removes the sites of an organisation, which groups show lists.",
        subcommands: [AddSpot<SiteKind>.self, RemoveSpots<SiteKind>.self])
}

struct GroupPlaces: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Adds and removes the places of a household, at which arrivals are told.",
        subcommands: [AddSpot<PlaceKind>.self, RemoveSpots<PlaceKind>.self])
}

struct AddSpot<Kind: SpotKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add", abstract: "Adds a \(Kind.word).",
            discussion: """
                EXAMPLES:
                  geofencectl groups \(Kind.word)s add \(Kind.example) Dam --at 52.3731,4.8926
                """)
    }

    @OptionGroup var which: GroupArgument

    @Argument(help: "What it is called.")
    var name: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where it is, as in 52.3731,4.8926.", valueName: "lat,lon"),
        transform: point)
    var at: Coordinate

    @Option(help: ArgumentHelp("How far it reaches. (default: 100)", valueName: "metres"))
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "Its address.", valueName: "text", visibility: Kind.hasAddress ? .default : .private))
    var address: String?

    @Flag(help: "Print it as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        guard address == nil || Kind.hasAddress else {
            throw ValidationError("--address: a \(Kind.word) has none: leave it out")
        }
    }

    func run() async throws {
        let gateway = try gateway.gateway()
        let group = try await Group.find(which.group, gateway)
        var draft: [String: AnyJSON] = [
            "name": .string(name), "lat": .number(at.latitude), "lon": .number(at.longitude),
        ]
        draft["radius"] = radius.map { .number($0) }
        draft["address"] = address.map { .string($0) }
        let answer = try await gateway.send(
            .post, "\(group.path)/\(Kind.word)s", AnyJSON.object(draft), as: AnyJSON.self
        ).answer
        var output = StandardOutput()
        if json {
            try output.write(json: answer)
        } else {
            let spot = try answer.decoded(as: Group.Spot.self)
            output.write(
                line: "added \(Kind.word) \(spot.id) of \(group.called): "
                    + "\(spot.name.cut(toWidth: 60)), within \(spot.radius.inMetres)")
        }
        try output.flush()
    }
}

struct RemoveSpots<Kind: SpotKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove", abstract: "Removes \(Kind.word)s.",
            discussion: """
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

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let group = try await Group.find(which.group, gateway)
        var output = StandardOutput()
        for number in numbers {
            let subject = "\(Kind.word) \(number) of \(group.called)"
            _ = try await gateway.send(
                .delete, "\(group.path)/\(Kind.word)s/\(number)", about: subject,
                remedy: "see geofencectl groups show \(group.id)")
            try output.write(removed: number, json: json, subject)
            try output.flush()
        }
    }
}

/// `52.3731,4.8926`.
@Sendable private func point(_ text: String) throws -> Coordinate {
    let parts = text.split(separator: ",").map { Double(String($0).trimmed) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
        Coordinate(latitude: latitude, longitude: longitude).isValid
    else {
        throw ValidationError("'\(text.shortened)' is not a point: write it as in 52.3731,4.8926")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
}
