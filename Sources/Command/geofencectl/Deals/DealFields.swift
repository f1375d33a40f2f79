import ArgumentParser
import Geofencing
import Interests
import Places
import Posix

/// Options: the fields of a deal to add or to change.
struct DealFields: ParsableArguments {
    @Option(help: ArgumentHelp("Who offers it.", valueName: "text"))
    var company: String?

    @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
    var name: String?

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
            "As OpenStreetMap writes them: 'Mo-Fr 09:00-18:00'.", valueName: "hours"))
    var openingHours: String?

    @Option(
        help: ArgumentHelp(
            "How near to be told of it. (default: the daemon's, 200)", valueName: "metres"))
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "Whom to tell, as in everyone or group/42. (default: everyone)", valueName: "audience"),
        transform: { try Audience($0, of: "--audience") })
    var audience: Audience?

    /// Throws unless all is there that a new deal must have.
    func requireAll() throws {
        let wanted = [
            ("name", name == nil), ("company", company == nil), ("category", category == nil),
            ("until", until == nil),
        ]
        if let missing = wanted.first(where: \.1)?.0 {
            throw ValidationError("--\(missing): is missing: a deal must have one")
        }
        guard !spot.isEmpty else {
            throw ValidationError("--at: is missing: say where it is, or give --address")
        }
    }

    /// Throws if it would be over before it is added.
    func newDraft(at now: Timestamp) throws -> Deal.Draft {
        let draft = try draft(at: now)
        if from == nil, let end = draft.ends.given, end <= now {
            throw Refusal(
                .invalid, "--until", "\(end.localWords(seenFrom: now)) is over already")
        }
        return draft
    }

    func draft(at now: Timestamp) throws -> Deal.Draft {
        var draft = Deal.Draft()
        draft.company = Patch(company)
        draft.name = Patch(name)
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
        draft.openingHours = Patch(openingHours)
        draft.radius = Patch(radius)
        draft.audience = Patch(audience)
        return draft
    }
}
