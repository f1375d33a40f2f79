import ArgumentParser
import Geofencing
import Interests
import Posix

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

    func validate() throws { try fields.requireAll() }

    func run() async throws {
        let draft = try fields.newDraft(at: .now)
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
        case address, audience, capacity, description
        case openingHours = "opening-hours"
        case radius, website
    }

    func run() async throws {
        var draft = try fields.draft(at: .now)
        for field in without {
            switch field {
            case .address: draft.address = .null
            case .audience: draft.audience = .null
            case .capacity: draft.capacity = .null
            case .description: draft.description = .null
            case .openingHours: draft.openingHours = .null
            case .radius: draft.radius = .null
            case .website: draft.website = .null
            }
        }
        if draft == Deal.Draft() { throw ValidationError.nothingToChange }
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
