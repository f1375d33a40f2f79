import ArgumentParser
import Geofencing
import Interests
import Places
import Posix

struct Deals: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, adds and changes deals: offers at a place, for a time.",
        discussion: """
            EXAMPLES:
              geofencectl deals add --name '2 for 1' --company 'Dam Bakers' \\
                --category food --at 52.3731,4.8926 --until 18:00 --capacity 50
              geofencectl deals list --category food
              geofencectl deals edit 42 --until 'tomorrow 12:00'
            """,
        subcommands: [
            ListDeals.self, ShowDeal.self, AddDeal.self, EditDeal.self, RemoveDeal.self,
            ReserveDeal.self, ReleaseDeal.self,
        ])
}

struct ListDeals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists deals, and how many there are of each category.",
        discussion: """
            EXAMPLES:
              geofencectl deals list
              geofencectl deals list --category food --json
              geofencectl deals list --mine --all
            """)

    @Option(
        help: ArgumentHelp("Only deals of this category.", valueName: "category"),
        completion: Completion.dealCategory)
    var category: String?

    @Option(
        help: ArgumentHelp("Only those for this audience, as in everyone.", valueName: "audience"),
        transform: { try Audience($0, of: "--audience") })
    var audience: Audience?

    @Flag(help: "Only your own.")
    var mine = false

    @Flag(help: "Also those that have ended, have not begun, or are full.")
    var all = false

    @Flag(help: "Print one JSON array, as the API has it.")
    var json = false

    @OptionGroup var access: AccessOptions

    func run() async throws {
        var filter = Deal.Filter()
        filter.category = category
        filter.audience = audience
        filter.mine = mine
        // A person is told how many are not shown.
        filter.all = all || !json
        let found = try await access.access(isReading: true).items(Deal.self, filter)
        let deals = filter.all && !all ? found.filter(\.active) : found
        try StandardOutput.show(
            deals, json: json,
            none: all ? "no deals" : "no active deals: see others with --all",
            or: DealTable.lines(deals, at: .now, .standardOutput))
        guard !all, !deals.isEmpty else { return }
        let others = found.count { !$0.active && $0.ends > .now }
        guard others > 0 else { return }
        StandardError.write(
            line: others == 1
                ? "1 more has not begun, or is full: see it with --all"
                : "\(others) more have not begun, or are full: see them with --all")
    }
}

struct ShowDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows all that is known of a deal.")

    @OptionGroup var deal: OneDeal

    func run() async throws {
        let json = deal.json
        let deal = try await deal.access.access(isReading: true).item(Deal.self, deal.id.number)
        try StandardOutput.show(deal, json: json, or: deal.lines(at: .now, .standardOutput))
    }
}

/// Options: which deal, and how to print it.
struct OneDeal: ParsableArguments {
    @Argument(help: "The deal's number, as it is listed.", completion: Completion.deal)
    var id: DealNumber

    @Flag(help: "Print the deal as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var access: AccessOptions
}

/// Options: which deal, and whose reservation.
struct OneReservation: ParsableArguments {
    @OptionGroup var deal: OneDeal

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Whose it is, as in person/anna. (default: your account's)", valueName: "owner"),
        transform: { try Owner($0, of: "--for") })
    var owner: Owner?

    func perform(_ action: RegionAction<Deal>, done: String) async throws {
        let access = try deal.access.access(isReading: false)
        let item = try await access.perform(action, on: deal.id.number, of: Deal.self, for: owner)
        try item.tell(done, json: deal.json)
    }
}

/// `42`, or `deal/42` as notices have it.
struct DealNumber: ExpressibleByArgument {
    let number: Int64

    init?(argument: String) {
        let digits = argument.hasPrefix("deal/") ? argument.dropFirst(5) : argument[...]
        guard let number = Int64(digits), number > 0 else { return nil }
        self.number = number
    }
}
