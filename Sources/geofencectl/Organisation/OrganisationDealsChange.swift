import APIClient
import ArgumentParser
import Geofencing
import Interests
import Posix

/// Options: the fields of an organisation's deal to add or to change.
struct OrganisationDealFields: ParsableArguments {
    @OptionGroup var offer: OfferFields

    @Option(
        help: ArgumentHelp(
            "The site, by number or name: it is there, unless --at or --address says where.",
            valueName: "site"))
    var site: String?

    @OptionGroup var picture: PictureOption

    /// `deal`: which is to be changed; `nil`: it is new.
    func draft(
        _ membership: Membership, of deal: OrganisationDeal? = nil
    ) async throws -> [String: AnyJSON] {
        let offer =
            if let deal {
                try offer.draft(at: .now, begin: deal.deal.starts)
            } else {
                try offer.newDraft(at: .now)
            }
        var draft = try AnyJSON(encoding: offer).members
        if let site { draft["site"] = .integer(try await membership.site(site)) }
        return draft
    }
}

struct AddOrganisationDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a deal of the organisation.",
        discussion: """
            EXAMPLES:
              geofencectl organisation deals add --name '2 for 1' --category food \\
                --site Dam --until 18:00 --capacity 50 --picture bread.jpg
              geofencectl organisation deals add --name Tasting --category party \\
                --address 'Dam 20, Amsterdam' --from 'friday 20:00' --until 23:00
            """)

    @OptionGroup var fields: OrganisationDealFields

    @OptionGroup var options: ItemOptions<Organisations>

    func validate() throws {
        try fields.offer.requireAll()
        guard fields.site != nil || !fields.offer.spot.isEmpty else {
            throw ValidationError(
                "--site: is missing: say where it is, or give --at or --address")
        }
    }

    func run() async throws {
        // A picture that is none is said before anything is added.
        let picture = try fields.picture.read()
        let membership = try await options.membership()
        let draft = try await fields.draft(membership)
        let answer = try await OrganisationDeal.add(draft, picture, membership)
        try answer.tell("added", json: options.json) { (item: OrganisationDeal) in
            item.sentence(at: .now)
        }
    }
}

struct EditOrganisationDeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is said of a deal, and leaves the rest.",
        discussion: """
            EXAMPLES:
              geofencectl organisation deals edit 42 --until friday
              geofencectl organisation deals edit '2 for 1' --without capacity
            """)

    @OptionGroup var which: OrganisationDealArgument

    @OptionGroup var fields: OrganisationDealFields

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @OptionGroup var options: ItemOptions<Organisations>

    enum Field: String, ExpressibleByArgument, CaseIterable {
        case address, capacity, description
        case openingHours = "opening-hours"
        case picture, radius, site, website

        /// In the API.
        var key: String { self == .openingHours ? "opening_hours" : rawValue }
    }

    func validate() throws {
        try fields.picture.validate(isTakenAway: without.contains(.picture))
    }

    func run() async throws {
        let picture = try fields.picture.change(isTakenAway: without.contains(.picture))
        let membership = try await options.membership()
        let deal = try await OrganisationDeal.find(which.deal, membership)
        var draft = try await fields.draft(membership, of: deal)
        for field in without where field != .picture { draft[field.key] = .null }
        let answer = try await deal.change(draft, picture, membership)
        try answer.tell("changed", json: options.json) { (item: OrganisationDeal) in
            item.sentence(at: .now)
        }
    }
}
