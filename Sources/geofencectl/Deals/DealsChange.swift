import ArgumentParser
import Geofencing
import Interests
import Places
import Posix

/// Options: the fields of a deal to add or to change.
struct DealFields: ParsableArguments {
    @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Who offers it.", valueName: "text"))
    var company: String?

    @Option(
        help: ArgumentHelp(
            "In a word: activities, food, shopping, party, or your own.", valueName: "text"))
    var category: String?

    @OptionGroup var spot: SpotOptions

    @Option(
        help: ArgumentHelp(
            "When it begins, \(CommandTime.forms). (default: now)", valueName: "time"),
        transform: CommandTime.read)
    var from: CommandTime?

    @Option(
        help: ArgumentHelp(
            "When it ends; a day by itself is its evening, a time of day the first after it begins.",
            valueName: "time"),
        transform: CommandTime.read)
    var until: CommandTime?

    @Option(help: ArgumentHelp("How many can have it. (default: any number)", valueName: "n"))
    var capacity: Int?

    @Option(help: ArgumentHelp("More about it.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("Where to read about it.", valueName: "url"))
    var website: String?

    @Option(
        help: ArgumentHelp(
            "How near to be told of it. (default: the daemon's, 200)", valueName: "metres"))
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "Whom to tell, as in everyone or group/42. (default: everyone)", valueName: "audience"),
        transform: { try Audience($0, of: "--audience") })
    var audience: Audience?

    func draft(at now: Timestamp) throws -> Deal.Draft {
        var draft = Deal.Draft()
        draft.name = Patch(name)
        draft.company = Patch(company)
        draft.category = Patch(category)
        draft.at = Patch(spot.at)
        draft.address = Patch(spot.address)
        let start = from?.time(at: now)
        let end = until?.time(at: now, after: start ?? now)
        if let start, let end, start >= end {
            throw Refusal(
                .invalid, "--until",
                "\(end.localWords(seenFrom: now)) is not after --from, "
                    + start.localWords(seenFrom: now))
        }
        draft.starts = Patch(start)
        draft.ends = Patch(end)
        draft.capacity = Patch(capacity)
        draft.description = Patch(description)
        draft.website = Patch(website)
        draft.radius = Patch(radius)
        draft.audience = Patch(audience)
        return draft
    }
}

struct AddDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a deal.",
        discussion: """
            EXAMPLES:
              geofencectl deals add --name '2 for 1' --company 'Dam Bakers' \\
                --category food --at 52.3731,4.8926 --until 8pm --capacity 50
              geofencectl deals add --name 'Late night' --company Kapitein \\
                --category party --address 'Dam 20, Amsterdam' \\
                --from 'tomorrow 22:00' --until 3:00
            """)

    @OptionGroup var fields: DealFields

    @Flag(help: "Print the deal as one JSON object.")
    var json = false

    @OptionGroup var access: AccessOptions

    func validate() throws {
        let wanted = [
            ("name", fields.name == nil), ("company", fields.company == nil),
            ("category", fields.category == nil), ("until", fields.until == nil),
        ]
        if let missing = wanted.first(where: \.1)?.0 {
            throw ValidationError("--\(missing): is missing: a deal must have one")
        }
        if fields.spot.at == nil, fields.spot.address == nil {
            throw ValidationError("--at: is missing: say where it is, or give --address")
        }
    }

    func run() async throws {
        let now = Timestamp.now
        let draft = try fields.draft(at: now)
        if fields.from == nil, let end = draft.ends.given, end <= now {
            throw Refusal(
                .invalid, "--until", "\(end.localWords(seenFrom: now)) is over already")
        }
        let added = try await access.access(isReading: false).add(Deal.self, draft)
        try added.item.tell("added", json: json)
    }
}

struct EditDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Changes what is said of a deal, and leaves the rest.",
        discussion: """
            EXAMPLES:
              geofencectl deals edit 42 --until friday
              geofencectl deals edit 42 --without capacity
            """)

    @Argument(help: "The deal's number, as it is listed.", completion: Completion.deal)
    var id: DealNumber

    @OptionGroup var fields: DealFields

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @Flag(help: "Print the deal as one JSON object.")
    var json = false

    @OptionGroup var access: AccessOptions

    enum Field: String, ExpressibleByArgument, CaseIterable {
        case address, audience, capacity, description, radius, website
    }

    func run() async throws {
        var draft = try fields.draft(at: .now)
        for field in without {
            switch field {
            case .address: draft.address = .null
            case .audience: draft.audience = .null
            case .capacity: draft.capacity = .null
            case .description: draft.description = .null
            case .radius: draft.radius = .null
            case .website: draft.website = .null
            }
        }
        guard draft != Deal.Draft() else {
            throw ValidationError("nothing to change: say what is to be otherwise")
        }
        let access = try access.access(isReading: false)
        try await access.change(Deal.self, id.number, to: draft).tell("changed", json: json)
    }
}

struct RemoveDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes deals.")

    @Argument(
        help: ArgumentHelp("The deals' numbers, as they are listed.", valueName: "id"),
        completion: Completion.deal)
    var ids: [DealNumber]

    @Flag(help: "Print what was removed, one JSON object a line.")
    var json = false

    @OptionGroup var access: AccessOptions

    func run() async throws {
        let access = try access.access(isReading: false)
        var output = StandardOutput()
        for id in ids {
            try await access.remove(Deal.self, id.number)
            try output.write(removed: id.number, json: json, "deal \(id.number)")
            try output.flush()
        }
    }
}

struct ReserveDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reserve",
        abstract: "Takes one of a deal's places, one for each, while there are any.",
        discussion: """
            EXAMPLES:
              geofencectl deals reserve 42
              geofencectl deals reserve 42 --for person/anna
            """)

    @OptionGroup var reservation: OneReservation

    func run() async throws { try await reservation.perform(Deal.reserve, done: "reserved") }
}

struct ReleaseDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Gives a reserved place of a deal back.",
        discussion: """
            What was reserved with version 0.1.0 is nobody's: who added the deal, or root, gives \
            it back.

            EXAMPLES:
              geofencectl deals release 42
              geofencectl deals release 42 --for person/anna
            """)

    @OptionGroup var reservation: OneReservation

    func run() async throws { try await reservation.perform(Deal.release, done: "released") }
}
