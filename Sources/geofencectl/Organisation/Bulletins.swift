import APIClient
import ArgumentParser
import Geofencing
import Places
import Posix

struct Bulletins: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, reads and writes what the organisation tells its members.",
        discussion: """
            A bulletin is told on arrival at its site, once to each person.

            EXAMPLES:
              geofencectl organisation bulletins list
              geofencectl organisation bulletins read 3
              geofencectl organisation bulletins add 'New ovens' --text 'They are hot.' \\
                --site Dam
            """,
        subcommands: [
            ListBulletins.self, ReadBulletin.self, ListReaders.self, AddBulletin.self,
            EditBulletin.self, RemoveItems<Bulletin>.self,
        ],
        aliases: ["news"])
}

/// What an organisation tells its members, as the gateway has it.
struct Bulletin: NumberedItem {
    typealias In = Organisations

    var id: Int64
    var title: String
    /// Lines.
    var text: String
    /// `nil`: it is for all sites.
    var siteName: String?
    var from: Timestamp
    var until: Timestamp?
    var hasPicture: Bool
    var by: Somebody
    var isRead: Bool
    /// `nil` for those who are no admins.
    var readCount: Int?

    enum CodingKeys: String, CodingKey {
        case id, title, text, from, until, by
        case siteName = "site_name"
        case hasPicture = "has_picture"
        case isRead = "is_read"
        case readCount = "read_count"
    }

    static let (word, collection) = ("bulletin", "bulletins")
    static let example = "3"
    /// Also those that are over or to come.
    static let query = [(name: "all", value: "true")]

    var words: String { title }

    /// As in `bulletin 3: New ovens, for Dam, until tomorrow 18:00, with a picture`.
    func sentence(at now: Timestamp) -> String {
        [
            called, "for \(siteName?.cut(toWidth: 60) ?? "all sites")",
            from > now ? "from \(from.localDay(seenFrom: now))" : nil,
            until.map { "until \($0.localDay(seenFrom: now))" },
            hasPicture ? "with a picture" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }
}

struct ListBulletins: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the bulletins in force, the newest first.",
        discussion: """
            Members see those of their own sites and of all sites.

            EXAMPLES:
              geofencectl organisation bulletins list --all
            """)

    @Flag(help: "To admins, list also those that are over or to come.")
    var all = false

    @OptionGroup var options: ListOptions<Organisations>

    func run() async throws {
        let now = Timestamp.now
        let list = try await options.membership().list("bulletins", all ? Bulletin.query : [])
        try list.tell(
            Bulletin.self, json: options.json,
            none: "no bulletins: geofencectl organisation bulletins add"
        ) { bulletins in
            var table = Table(
                .init(title: "number", side: .right, importance: .highest),
                .init(title: "title", look: .bold), .init(title: "for"),
                .init(title: "from", importance: .low), .init(title: "until", importance: .usual),
                .init(title: "by", importance: .low), .init(title: "is", importance: .usual),
                .init(title: "read by", side: .right))
            for bulletin in bulletins {
                table.add(
                    "\(bulletin.id)", bulletin.title, bulletin.siteName ?? "all sites",
                    bulletin.from.localDay(seenFrom: now),
                    bulletin.until?.localDay(seenFrom: now), bulletin.by.text,
                    bulletin.isRead ? nil : "new", bulletin.readCount.map { "\($0)" })
            }
            return table.lines(.standardOutput)
        }
    }
}

/// Argument: one of the bulletins.
struct BulletinArgument: ParsableArguments {
    @Argument(help: "Its number, as it is listed, or title.")
    var bulletin: String
}

struct ReadBulletin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Shows a bulletin, which the person has read then.")

    @OptionGroup var which: BulletinArgument

    @OptionGroup var options: ItemOptions<Organisations>

    func run() async throws {
        let membership = try await options.membership()
        let (bulletin, answer) = try await Bulletin.found(which.bulletin, membership)
        _ = try await membership.send(.post, "\(bulletin.path)/read", about: bulletin.called)
        try answer.tell(json: options.json) {
            let text = bulletin.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { String($0).visible }
            return ([bulletin.sentence(at: .now)] + (bulletin.text.isEmpty ? [] : [""] + text))
                .joined(separator: "\n")
        }
    }
}

struct ListReaders: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readers",
        abstract: "Lists who has read a bulletin, and was told of it on arrival.")

    @OptionGroup var which: BulletinArgument

    @OptionGroup var options: ListOptions<Organisations>

    private struct Reader: Decodable {
        var person: String?
        var name: String
        var read: Timestamp?
        var told: Timestamp?
    }

    func run() async throws {
        let membership = try await options.membership()
        let bulletin = try await Bulletin.find(which.bulletin, membership)
        let answer = try await membership.send(
            .get, "\(bulletin.path)/readers", about: bulletin.called)
        try (answer["readers"] ?? .array([])).tell(
            Reader.self, json: options.json, none: "it is for nobody"
        ) { readers in
            var table = Table(
                .init(title: "person", importance: .highest), .init(title: "name", look: .bold),
                .init(title: "read"), .init(title: "told"))
            for reader in readers {
                table.add(
                    reader.person, reader.name, reader.read?.localDay(seenFrom: .now) ?? "not yet",
                    reader.told?.localDay(seenFrom: .now) ?? "not yet")
            }
            return table.lines(.standardOutput)
        }
    }
}
