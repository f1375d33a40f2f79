import APIClient
import ArgumentParser
import Geofencing
import Posix

/// Options: the fields of a bulletin to add or to change.
struct BulletinFields: ParsableArguments {
    @Option(help: ArgumentHelp("What there is to say besides the title.", valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp("The site, by number or name. (default: all)", valueName: "site"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "From when on, \(CommandTime.forms). (default: now)", valueName: "time"),
        transform: CommandTime.read)
    var from: CommandTime?

    @Option(
        help: ArgumentHelp(
            "Until when; a day by itself is its evening. (default: for good)", valueName: "time"),
        transform: CommandTime.read)
    var until: CommandTime?

    @OptionGroup var picture: PictureOption

    /// `start`: from when on it is.
    func draft(_ membership: Membership, start: Timestamp) async throws -> [String: AnyJSON] {
        var draft: [String: AnyJSON] = [:]
        let begin = from?.time(at: .now) ?? start
        draft["text"] = text.map { .string($0) }
        if let site { draft["site"] = .integer(try await membership.site(site)) }
        if from != nil { draft["from"] = .string(begin.description) }
        draft["until"] = until.map {
            .string($0.time(at: .now, after: max(begin, .now)).description)
        }
        return draft
    }
}

struct AddBulletin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Tells the members something.",
        discussion: """
            EXAMPLES:
              geofencectl organisation bulletins add 'Closed on Friday' --until friday
              geofencectl organisation bulletins add 'New ovens' --text 'They are hot.' \\
                --site Dam --picture ovens.jpg
            """)

    @Argument(help: "A line that says what it is about.")
    var title: String

    @OptionGroup var fields: BulletinFields

    @OptionGroup var options: ItemOptions<Organisations>

    func run() async throws {
        // A picture that is none is said before anything is told.
        let picture = try fields.picture.read()
        let membership = try await options.membership()
        var draft = try await fields.draft(membership, start: .now)
        draft["title"] = .string(title)
        let answer = try await Bulletin.add(draft, picture, membership)
        try answer.tell("added", json: options.json) { (item: Bulletin) in item.sentence(at: .now) }
    }
}

struct EditBulletin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is said of a bulletin, and leaves the rest.",
        discussion: """
            EXAMPLES:
              geofencectl organisation bulletins edit 3 --until friday
              geofencectl organisation bulletins edit 'New ovens' --without picture
            """)

    @OptionGroup var which: BulletinArgument

    @Option(help: ArgumentHelp("A line that says what it is about.", valueName: "text"))
    var title: String?

    @OptionGroup var fields: BulletinFields

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @OptionGroup var options: ItemOptions<Organisations>

    enum Field: String, ExpressibleByArgument, CaseIterable { case text, site, until, picture }

    func validate() throws {
        try fields.picture.validate(isTakenAway: without.contains(.picture))
    }

    func run() async throws {
        let picture = try fields.picture.change(isTakenAway: without.contains(.picture))
        let membership = try await options.membership()
        let bulletin = try await Bulletin.find(which.bulletin, membership)
        var draft = try await fields.draft(membership, start: bulletin.from)
        draft["title"] = title.map { .string($0) }
        for field in without where field != .picture {
            draft[field.rawValue] = field == .text ? .string("") : .null
        }
        let answer = try await bulletin.change(draft, picture, membership)
        try answer.tell("changed", json: options.json) { (item: Bulletin) in item.sentence(at: .now)
        }
    }
}
