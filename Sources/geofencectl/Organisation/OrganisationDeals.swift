import APIClient
import ArgumentParser
import Geofencing
import Interests
import Posix

struct OrganisationDeals: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deals",
        abstract: "Lists, adds and changes what the organisation offers, at a place, for a time.",
        discussion: """
            People near a deal are told of it, whether or not they are members. They reserve it, and \
            rate it.

            EXAMPLES:
              geofencectl organisation deals add --name '2 for 1' --category food \\
                --site Dam --until 18:00 --capacity 50
              geofencectl organisation deals list
              geofencectl organisation deals reservations '2 for 1'
            """,
        subcommands: [
            ListOrganisationDeals.self, ShowOrganisationDeal.self, AddOrganisationDeal.self,
            EditOrganisationDeal.self, EndOrganisationDeal.self,
            RemoveItems<OrganisationDeal>.self, ListReservations.self,
        ])
}

struct ListOrganisationDeals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the deals, also those that are over, full or to come, the newest first.")

    @OptionGroup var options: ListOptions<Organisations>

    func run() async throws {
        let now = Timestamp.now
        let list = try await options.membership().list("deals")
        try list.tell(
            OrganisationDeal.self, json: options.json,
            none: "no deals: geofencectl organisation deals add"
        ) { deals in
            var table = Table(
                .init(title: "number", side: .right, importance: .highest),
                .init(title: "name", widest: 32, look: .bold),
                .init(title: "category", widest: 16, importance: .low),
                .init(title: "at", widest: 32), .init(title: "is", importance: .highest),
                .init(title: "from", importance: .low), .init(title: "until", importance: .usual),
                .init(title: "reserved", side: .right), .init(title: "rated"))
            for item in deals {
                let deal = item.deal
                table.add(
                    "\(item.id)", deal.name, deal.category, item.siteName ?? deal.address,
                    item.state(at: now), deal.starts.localDay(seenFrom: now),
                    deal.ends.localDay(seenFrom: now), deal.reservations, item.rated)
            }
            return table.lines(.standardOutput)
        }
    }
}

/// Argument: one of the deals.
struct OrganisationDealArgument: ParsableArguments {
    @Argument(help: "Its number, as it is listed, or name.")
    var deal: String
}

struct ShowOrganisationDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows all that is known of a deal.")

    @OptionGroup var which: OrganisationDealArgument
    @OptionGroup var options: ItemOptions<Organisations>

    func run() async throws {
        let (deal, answer) = try await OrganisationDeal.found(
            which.deal, try await options.membership())
        try answer.tell(json: options.json) {
            deal.lines(at: .now, .standardOutput).joined(separator: "\n")
        }
    }
}

struct EndOrganisationDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "Ends a deal now, and keeps what was reserved and said of it.")

    @OptionGroup var which: OrganisationDealArgument
    @OptionGroup var options: ItemOptions<Organisations>

    func run() async throws {
        let membership = try await options.membership()
        let deal = try await OrganisationDeal.find(which.deal, membership)
        let answer = try await membership.send(.post, "\(deal.path)/end", about: deal.called)
        try answer.tell("ended", json: options.json) { (item: OrganisationDeal) in
            item.sentence(at: .now)
        }
    }
}

struct ListReservations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reservations",
        abstract: "Lists who has reserved a deal, the earliest first, and what they say of it.")

    @OptionGroup var which: OrganisationDealArgument

    @OptionGroup var options: ListOptions<Organisations>

    private struct Customer: Decodable {
        var name: String
        var reserved: Timestamp
        /// 1 to 5; `nil`: they have not rated it.
        var rating: Int?
        /// Lines.
        var text: String?
    }

    func run() async throws {
        let membership = try await options.membership()
        let deal = try await OrganisationDeal.find(which.deal, membership)
        let answer = try await membership.send(
            .get, "\(deal.path)/reservations", about: deal.called)
        try (answer["people"] ?? .array([])).tell(
            Customer.self, json: options.json, none: "nobody has reserved it"
        ) { people in
            var table = Table(
                .init(title: "name", look: .bold, importance: .highest),
                .init(title: "reserved"), .init(title: "rated", side: .right),
                .init(title: "says", widest: 60))
            for customer in people {
                table.add(
                    customer.name, customer.reserved.localDay(seenFrom: .now),
                    customer.rating.map { "\($0)" }, customer.text)
            }
            return table.lines(.standardOutput)
        }
    }
}
