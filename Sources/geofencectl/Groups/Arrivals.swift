import APIClient
import ArgumentParser
import Geofencing
import Places
import Posix

struct Arrivals: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says who is told when a member of a household comes and goes.",
        discussion: """
            One asks, the other allows it, and either ends it. It is active at once if the other \
            shows a phone to the household.

            EXAMPLES:
              geofencectl arrivals add home School ben --as anna
              geofencectl arrivals allow 3 --as ben
              geofencectl arrivals list
            """,
        subcommands: [
            ListArrivals.self, AddArrival.self, AllowArrival.self, RemoveArrivals.self,
        ])
}

/// Option: for whom something is done.
struct ActingPerson: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "For whom, by id or name. (default: who runs this)", valueName: "person"),
        completion: Completion.person)
    var person: String?

    @OptionGroup var gateway: GatewayOptions

    /// That asks for the person.
    func client() async throws -> APIClient {
        var gateway = try gateway.gateway()
        gateway.person = try await Person.named(person, option: "--as", gateway).id
        return gateway
    }
}

/// Somebody who is told of somebody, as the gateway has it.
struct Arrival: Decodable {
    var id: Int64
    var group: String
    var placeName: String
    var personName: String
    var askerName: String
    var transition: String
    var state: String
    var asked: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, group, transition, state, asked
        case placeName = "place_name"
        case personName = "person_name"
        case askerName = "asker_name"
    }

    /// As in `arrival 3: Anna is told when Ben comes to School; waits for Ben`.
    var sentence: String {
        let deed = transition == "enter" ? "comes to" : "leaves"
        let words = "\(askerName) is told when \(personName) \(deed) \(placeName)"
        return "arrival \(id): \(words.cut(toWidth: 120)); \(stateInWords)"
    }

    var stateInWords: String {
        switch state {
        case "waits": "waits for \(personName.visible)"
        case "paused": "paused: \(personName.visible) shows \(group.visible) no phone"
        default: state.visible
        }
    }
}

struct ListArrivals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists of whom one is told, and who is told of one.")

    @Flag(help: "Print one JSON array, as the API has it.")
    var json = false

    @OptionGroup var acting: ActingPerson

    func run() async throws {
        let answer = try await acting.client().get("/api/arrivals", as: AnyJSON.self)
        let list = answer["arrivals"] ?? .array([])
        var output = StandardOutput()
        if json {
            try output.write(json: list)
        } else {
            let arrivals = try list.decoded(as: [Arrival].self)
            if arrivals.isEmpty {
                StandardError.write(line: "nobody is told of anybody: geofencectl arrivals add")
            }
            for line in arrivals.isEmpty ? [] : Self.table(arrivals) { output.write(line: line) }
        }
        _ = try output.flushUnlessGone()
    }

    private static func table(_ arrivals: [Arrival]) -> [String] {
        var table = Table(
            .init(title: "number", side: .right, importance: .highest), .init(title: "told"),
            .init(title: "when", look: .bold), .init(title: "does", importance: .usual),
            .init(title: "where"), .init(title: "is", importance: .usual),
            .init(title: "asked", importance: .low))
        for arrival in arrivals {
            table.add(
                "\(arrival.id)", arrival.askerName, arrival.personName,
                arrival.transition == "enter" ? "comes to" : "leaves", arrival.placeName,
                arrival.stateInWords, arrival.asked.localDay(seenFrom: .now))
        }
        return table.lines(.standardOutput)
    }
}

struct AddArrival: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Asks to be told when a member of a household comes to a place, or leaves it.",
        discussion: """
            EXAMPLES:
              geofencectl arrivals add home School ben
              geofencectl arrivals add home 2 ben --transition exit --as anna
            """)

    enum Transition: String, ExpressibleByArgument, CaseIterable { case enter, exit }

    @OptionGroup var which: GroupArgument

    @Argument(help: "The place's name or number, as geofencectl groups show has them.")
    var place: String

    @Argument(
        help: ArgumentHelp("Who comes or goes, by id or name.", valueName: "person"),
        completion: Completion.person)
    var person: String

    @Option(help: ArgumentHelp("Which of the two.", valueName: "transition"))
    var transition = Transition.enter

    @Flag(help: "Print it as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var acting: ActingPerson

    func run() async throws {
        let everybody = try acting.gateway.gateway()
        let group = try await Group.find(which.group, everybody)
        let person = try await Person.find(person, everybody)
        let client = try await acting.client()
        let place = try await Group.spots("places", of: group.id, client)
            .find(place, word: "place", of: group.id)
        let draft: [String: AnyJSON] = [
            "group": .string(group.id), "place": .integer(place.id), "person": .string(person.id),
            "transition": .string(transition.rawValue),
        ]
        let answer = try await client.send(
            .post, "/api/arrivals", AnyJSON.object(draft), as: AnyJSON.self
        ).answer
        try answer.tellArrival("", json: json)
    }
}

struct AllowArrival: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Lets the other be told when one comes or goes.",
        discussion: """
            It shows the household the arrivals of a phone, if none is shown yet.

            EXAMPLES:
              geofencectl arrivals allow 3
              geofencectl arrivals allow 3 --phone bens-phone --as ben
            """)

    enum Level: String, ExpressibleByArgument, CaseIterable { case arrivals, position }

    @Argument(help: "Its number, as it is listed.")
    var number: Int64

    @Option(
        help: ArgumentHelp(
            "The phone that is shown. (default: the only one)", valueName: "phone"),
        completion: Completion.phone)
    var phone: String?

    @Option(
        help: ArgumentHelp(
            "What the household sees of it. (default: arrivals)",
            valueName: "level"))
    var level: Level?

    @Flag(help: "Print it as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var acting: ActingPerson

    func run() async throws {
        var draft: [String: AnyJSON] = [:]
        draft["phone"] = phone.map { .string($0) }
        draft["level"] = level.map { .string($0.rawValue) }
        let answer = try await acting.client().send(
            .post, "/api/arrivals/\(number)/allow", .object(draft), about: "arrival \(number)",
            remedy: "see geofencectl arrivals list")
        try answer.tellArrival("allowed ", json: json)
    }
}

struct RemoveArrivals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Ends it that somebody is told of somebody.",
        discussion: """
            What the person has ended whom it is about waits for them, when it is asked for again.

            EXAMPLES:
              geofencectl arrivals remove 3
            """)

    @Argument(help: ArgumentHelp("Their numbers, as they are listed.", valueName: "number"))
    var numbers: [Int64]

    @Flag(help: "Print what was removed, one JSON object a line.")
    var json = false

    @OptionGroup var acting: ActingPerson

    func run() async throws {
        let client = try await acting.client()
        var output = StandardOutput()
        for number in numbers {
            _ = try await client.send(
                .delete, "/api/arrivals/\(number)", about: "arrival \(number)",
                remedy: "see geofencectl arrivals list")
            try output.write(removed: number, json: json, "arrival \(number)")
            try output.flush()
        }
    }
}

extension AnyJSON {
    fileprivate func tellArrival(_ deed: String, json: Bool) throws {
        var output = StandardOutput()
        if json {
            try output.write(json: self)
        } else {
            output.write(line: "\(deed)\(try decoded(as: Arrival.self).sentence)")
        }
        try output.flush()
    }
}
