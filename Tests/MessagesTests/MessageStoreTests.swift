import APIClient
import Community
import FoundationEssentials
import SQLite
import TestSupport
import Testing

@testable import Messages

@Suite struct MessageStoreTests {
    @Test func `a message is kept as it was made`() async throws {
        let people = try People()
        let notice = Notice.example(place: Message.Place(id: "osm:node/1", website: "https://x"))
        try await people.store().tell(["anna"], notice)
        // Another process reads it.
        let message = try #require(try await people.store().messages(of: "anna").first)
        #expect(message.title == "Starbucks Centraal")
        #expect(message.lines.map(\.region) == ["favourite/osm:node/1"])
        #expect(message.place == notice.place)
        #expect(message.position == notice.region.center)
        #expect((message.time, message.made) == (notice.time, .example))
        #expect(message.notices == ["k3v9xq2m-1"])
        #expect(message.rings && !message.isLate && !message.isRead)
        #expect(try await people.store().cursor() == ListenerCursor(after: 1, log: "k3v9xq2m"))
    }

    @Test func `an older database goes on where it was`() async throws {
        let people = try People()
        let old = Schema(
            part: MessageSchema.schema.part, steps: Array(MessageSchema.schema.steps.prefix(3)))
        let connection = try GatewayDatabase.open(people.path, schemas: [old])
        try connection.execute(
            """
            INSERT INTO target VALUES ('webhook/https://h/x', 7, 'k3v9xq2m', 0, 5, 'k3v9xq2m');
            INSERT INTO announced VALUES ('van', 'deal/1', 'Pie', 9), ('van', '', 'Van', 0)
            """)
        let store = try people.store()
        let cursor = try await store.cursor(of: "webhook/https://h/x")
        #expect(cursor?.last == ListenerCursor(after: 7, log: "k3v9xq2m"))
        #expect(cursor?.earlier == ListenerCursor(after: 5, log: "k3v9xq2m"))
        #expect(try await store.end(of: "webhook/https://h/x") == nil)
        // With the prefix that most have.
        let rows = try await store.announced()["van"]
        #expect(Set(rows?.map(\.region) ?? []) == ["", "deal/1"])
        #expect(rows?.allSatisfy { $0.prefix == "homeassistant" && $0.center == nil } == true)
    }

    @Test func `the JSON of a message is what the page reads`() async throws {
        let people = try People()
        let store = try people.store()
        try await store.tell()
        let message = try #require(try await store.messages(of: "anna").first)
        #expect(
            try message.json == """
                {"device":"anna-phone","id":1,"is_late":false,"lines":[{"kind":"favourite",\
                "region":"favourite/osm:node/1","text":"54 m away","transition":"enter"}],\
                "made":"2026-05-01T10:00:00.000Z","notices":["k3v9xq2m-1"],"person":"anna",\
                "place":{"id":"osm:node/1"},"position":{"lat":52.3791,"lon":4.8994},"read":false,\
                "rings":true,"time":"2026-05-01T10:00:00.000Z","title":"Starbucks Centraal"}
                """)
    }

    @Test func `a notice that is read again makes nothing twice`() async throws {
        let people = try People()
        for _ in 0..<3 {
            try await people.store().tell(["anna", "ben"])
        }
        #expect(try people.rows(of: "message") == 2)
        #expect(try people.rows(of: "told") == 2)
    }

    @Test func `messages and the cursor are written together or not at all`() async throws {
        let people = try People()
        let store = try people.store([NoWay()])
        try await store.setSettings(NoWay.wanted, of: "anna")
        try people.connection.execute(
            """
            CREATE TRIGGER no_delivery BEFORE INSERT ON delivery
            BEGIN SELECT RAISE(ABORT, 'no'); END
            """)
        await #expect(throws: SQLiteError.self) { try await store.tell() }
        #expect(try await store.messages(of: "anna").isEmpty)
        #expect(try await store.cursor() == nil)
        try people.connection.execute("DROP TRIGGER no_delivery")
        try await store.tell()
        #expect(try await store.messages(of: "anna").count == 1)
    }

    @Test func `nothing of one person is given to another`() async throws {
        let people = try People()
        let store = try people.store()
        try await store.tell(["anna"], .example(1))
        try await store.tell(["ben"], .example(2))
        let mute = try await store.mute(.region("deal/1"), title: "Deal", of: "anna")
        #expect(try await store.messages(of: "anna").map(\.notices) == [["k3v9xq2m-1"]])
        #expect(try await store.messages(of: "ben").map(\.notices) == [["k3v9xq2m-2"]])
        #expect(try await store.messages(of: "nobody").isEmpty)
        #expect(try await store.mutes(of: "ben").isEmpty)
        await #expect(throws: MessageError.notFound) { try await store.markRead(1, of: "ben") }
        await #expect(throws: MessageError.notFound) { try await store.markRead(7, of: "ben") }
        await #expect(throws: MessageError.notFound) { try await store.unmute(mute.id, of: "ben") }
        await #expect(throws: MessageError.notFound) {
            try await store.setSettings(PersonSettings(), of: "nobody")
        }
        await #expect(throws: MessageError.notFound) {
            try await store.mute(.region("deal/1"), title: "Deal", of: "nobody")
        }
        try await store.markRead(1, of: "anna")
        #expect(try await store.messages(of: "anna").map(\.isRead) == [true])
    }

    @Test func `of a person who is removed, nothing is left`() async throws {
        let people = try People()
        let store = try people.store([NoWay()])
        try await store.setSettings(NoWay.wanted, of: "anna")
        _ = try await store.mute(.region("deal/1"), title: "Deal", of: "anna")
        try await store.tell(["anna"])
        #expect(try people.rows(of: "delivery") == 1)
        try people.remove("anna")
        for table in ["message", "told", "delivery", "message_settings", "mute"] {
            #expect(try people.rows(of: table) == 0, "\(table)")
        }
        // A notice that was on its way when they were removed makes nothing, and does no harm.
        try await store.tell(["anna"], .example(2))
        #expect(try people.rows(of: "message") == 0)
    }

    @Test func `of a device that is forgotten, nobody has a message any more`() async throws {
        let people = try People()
        let store = try people.store()
        try await store.tell(["anna", "ben"], .example(1))
        try await store.tell(["anna"], .example(2, region: "deal/2", device: "ben-phone"))
        try await store.forget(device: "anna-phone")
        #expect(try await store.messages(of: "anna").map(\.device) == ["ben-phone"])
        #expect(try await store.messages(of: "ben").isEmpty)
        #expect(try people.rows(of: "told") == 1)
    }

    @Test func `messages are paged from the newest to the oldest, and the oldest go`() async throws
    {
        let people = try People()
        let store = try people.store()
        let moments = (1...2050).map { number in
            [
                AddressedNotice(
                    .example(number, region: "deal/\(number)", minute: Double(number)),
                    [Recipient(person: "anna")])
            ]
        }
        try await store.tell(["ben"])
        try await store.add(moments, upTo: ListenerCursor(after: 2050), now: .example)
        let first = try await store.messages(of: "anna", limit: 20)
        #expect(first.map(\.id) == Array((2032...2051).reversed()))
        let second = try await store.messages(of: "anna", before: 2032, limit: 2)
        #expect(second.map(\.id) == [2031, 2030])
        #expect(try people.rows(of: "message") == 2001)
        for limit in [0, -1, .min] {
            #expect(try await store.messages(of: "anna", limit: limit).isEmpty)
        }
        #expect(try await store.messages(of: "anna", limit: .max).count == 1000)
        #expect(try await store.messages(of: "anna", before: .min).isEmpty)
        #expect(try await store.messages(of: "ben").count == 1)
    }

    // MARK: Waiting

    @Test func `whoever waits gets the next message, and those missed meanwhile`() async throws {
        let people = try People()
        let store = try people.store()
        try await store.tell(["anna"], .example(1))
        let start = try await store.messages(of: "anna").first?.id ?? 0
        async let next = store.next(after: start, of: "anna")
        try await store.tell(["ben"], .example(2))
        try await store.tell(["anna"], .example(3, region: "deal/3"))
        #expect(try await next.map(\.person) == ["anna"])
        try await store.tell(["anna"], .example(4, region: "deal/4"))
        #expect(try await store.next(after: 0, of: "anna").count == 3)
    }

    @Test func `whoever stops waiting is gone`() async throws {
        let store = try People().store()
        let task = Task { try await store.next(after: 0, of: "anna") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: Settings and mutes

    @Test func `settings are kept, and are the defaults before`() async throws {
        let store = try People().store([NoWay()])
        #expect(try await store.settings(of: "anna") == PersonSettings())
        try await store.setSettings(NoWay.wanted, of: "anna")
        #expect(try await store.settings(of: "anna") == NoWay.wanted)
        #expect(try await store.settings(of: "ben") == PersonSettings())
    }

    @Test(arguments: [
        ("{}", PersonSettings()), (#"{"ways":{}}"#, PersonSettings()),
        (#"{"ways":{"page":false}}"#, .with { $0.ways.page = false }),
        (
            #"{"transitions":[],"kinds":["deal"]}"#,
            .with { ($0.transitions, $0.kinds) = ([], ["deal"]) }
        ),
        (
            #"{"quiet":{"from":"22:00","to":"07:00","time_zone":"UTC"}}"#,
            .with { $0.quiet = QuietHours(from: "22:00", to: "07:00", timeZone: "UTC") }
        ),
    ])
    func `members that are missing have their defaults`(
        json: String, settings: PersonSettings
    ) throws {
        #expect(try JSONDecoder().decode(PersonSettings.self, from: Data(json.utf8)) == settings)
    }

    @Test(arguments: [
        (
            PersonSettings.with { $0.transitions = ["arrive"] },
            "transitions: 'arrive' is no transition: use some of enter, dwell, exit"
        ),
        (.with { $0.kinds = [""] }, "kinds: '' is not the name of a kind"),
        (
            .with { $0.kinds = .init(repeating: "deal", count: 101) },
            "kinds: 101 are too many: at most 100"
        ),
        (
            .with { $0.ways.ntfy = .init(server: "x", topic: "y") },
            "ways.ntfy.server: 'x' is not among those that gateway.toml allows: none"
        ),
    ])
    func `settings that are wrong change nothing`(
        settings: PersonSettings, said: String
    ) async throws {
        let store = try People().store([
            NtfyChannel(servers: [], sender: HTTPSender(timeLimit: .seconds(patience)))
        ])
        do {
            try await store.setSettings(settings, of: "anna")
            Issue.record("nothing is wrong with them")
        } catch {
            #expect("\(error)" == said)
        }
        #expect(try await store.settings(of: "anna") == PersonSettings())
    }

    @Test func `what was to go to a topic that is given up does not`() async throws {
        let people = try People()
        let store = try people.store([NoWay()])
        try await store.setSettings(NoWay.wanted, of: "anna")
        try await store.tell()
        try await store.setSettings(
            .with { $0.ways.ntfy = .init(server: "s", topic: "another") }, of: "anna")
        #expect(try people.rows(of: "delivery") == 0)
    }

    @Test func `the same thing is muted once, and told again when that is undone`() async throws {
        let store = try People().store()
        let mute = try await store.mute(.region("favourite/osm:node/1"), title: "Café", of: "anna")
        let again = try await store.mute(.region("favourite/osm:node/1"), title: "x", of: "anna")
        #expect(mute == again)
        try await store.tell(["anna"], .example(1))
        #expect(try await store.messages(of: "anna").isEmpty)
        try await store.unmute(mute.id, of: "anna")
        try await store.tell(["anna"], .example(2))
        #expect(try await store.messages(of: "anna").count == 1)
    }

    @Test(arguments: [
        (Mute.Subject.region(""), "x"), (.place("a\u{0}"), "x"), (.target("a"), ""),
        (.region(String(repeating: "a", count: 1025)), "x"),
        (.region("a"), String(repeating: "a", count: 1 << 20)),
    ])
    func `what cannot be muted is refused`(subject: Mute.Subject, title: String) async throws {
        let store = try People().store()
        await #expect(throws: MessageError.self) {
            try await store.mute(subject, title: title, of: "anna")
        }
        #expect(try await store.mutes(of: "anna").isEmpty)
    }

    @Test func `somebody can mute a thousand things, and no more`() async throws {
        let store = try People().store()
        for number in 1...MessageStore.mostMutes {
            _ = try await store.mute(.region("deal/\(number)"), title: "Deal", of: "anna")
        }
        await #expect(throws: MessageError.tooManyMutes(1000)) {
            try await store.mute(.region("deal/0"), title: "Deal", of: "anna")
        }
    }

    @Test(arguments: [
        (#"{"id":1,"region":"deal/1","title":"x"}"#, Mute.Subject.region("deal/1")),
        (#"{"id":1,"place":"osm:node/1","title":"x"}"#, .place("osm:node/1")),
        (#"{"id":1,"target":"Aldi","title":"x"}"#, .target("Aldi")),
    ])
    func `a mute is written as it is read`(json: String, subject: Mute.Subject) throws {
        let mute = try JSONDecoder().decode(Mute.self, from: Data(json.utf8))
        #expect(mute == Mute(id: 1, subject: subject, title: "x"))
        #expect(try mute.json == json)
    }

    @Test(arguments: [#"{"id":1,"title":"x"}"#, #"{"id":1,"title":"x","region":"a","place":"b"}"#])
    func `a mute has one subject`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Mute.self, from: Data(json.utf8))
        }
    }

    // MARK: The file

    @Test func `a newer database is left as it is`() throws {
        let people = try People()
        _ = try people.store()
        try people.connection.execute("UPDATE schema_part SET steps = 99 WHERE name = 'messages'")
        #expect(throws: SQLiteError.newer(people.path)) { try people.store() }
    }

    @Test func `a database that is in use is opened when it can be`() async throws {
        let people = try People()
        try people.connection.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT")
        let store = try MessageStore(path: people.path, ways: [], patience: .zero)
        await #expect(throws: SQLiteError.busy(people.path)) { try await store.tell() }
        try people.connection.execute("PRAGMA locking_mode = NORMAL; SELECT 1 FROM person")
        try await store.tell()
        #expect(try await store.messages(of: "anna").count == 1)
    }

    @Test func `a file that is no database is left as it is`() throws {
        let folder = TemporaryFolder()
        let path = try folder.write("gateway.sqlite", Array(repeating: 7, count: 5000))
        #expect(throws: SQLiteError.notADatabase(path)) { try MessageStore(path: path, ways: []) }
    }
}

/// A way by which nothing leaves.
struct NoWay: MessageChannel {
    static let wanted = PersonSettings.with { $0.ways.ntfy = .init(server: "s", topic: "t") }

    var name: String { "none" }
    func check(_ settings: PersonSettings) throws {}
    func target(of settings: PersonSettings) -> String? { settings.ways.ntfy?.topic }
    func shown(_ target: String) -> String { target }
    func deliver(
        _ message: Message, id: String, rings: Bool, to target: String
    ) async throws -> Delivery { .later("it is no way") }
}
