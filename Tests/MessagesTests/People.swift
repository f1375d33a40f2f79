import APIClient
import Community
import Geofencing
import SQLite
import TestSupport

@testable import Messages

/// A gateway's database for one test, with people in it.
struct People {
    let folder = TemporaryFolder()
    let connection: Connection

    var path: String { folder.file(GatewayDatabase.fileName) }

    init(_ people: [String] = ["anna", "ben", "carl"]) throws {
        let schema = Schema(
            part: "community",
            steps: [
                """
                CREATE TABLE person (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE
                ) STRICT;
                CREATE TABLE bulletin (id INTEGER PRIMARY KEY) STRICT;
                CREATE TABLE bulletin_told (
                    person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                    bulletin INTEGER NOT NULL REFERENCES bulletin (id) ON DELETE CASCADE,
                    told INTEGER NOT NULL, PRIMARY KEY (person, bulletin)
                ) STRICT, WITHOUT ROWID
                """
            ])
        connection = try GatewayDatabase.open(
            folder.file(GatewayDatabase.fileName), schemas: [schema])
        for person in people {
            try connection.run(
                "INSERT INTO person (id) VALUES (:id)", ["id": .text(person)])
        }
        try connection.execute("INSERT INTO bulletin VALUES (1), (2), (3)")
    }

    func store(_ ways: [any MessageChannel] = []) throws -> MessageStore {
        try MessageStore(path: path, ways: ways)
    }

    func remove(_ person: String) throws {
        try connection.run("DELETE FROM person WHERE id = :id", ["id": .text(person)])
    }

    func rows(of table: String) throws -> Int64? {
        try connection.integer("SELECT count(*) FROM \(table)")
    }
}

extension MessageStore {
    /// Makes a message of a notice to each of these people.
    func tell(
        _ people: [String] = ["anna"], _ notice: Notice = .example(), now: Timestamp = .example
    ) throws {
        let recipients = people.map { Recipient(person: $0) }
        try add([[AddressedNotice(notice, recipients)]], upTo: notice.position, now: now)
    }
}

extension Timestamp {
    /// 2026-05-01T10:00:00Z, a Friday.
    static let example = Timestamp(rfc3339: "2026-05-01T10:00:00Z")!
}

extension Notice {
    /// As the daemon tells it. `minute`: after `Timestamp.example`.
    static func example(
        _ number: Int = 1, _ transition: String = "enter", region: String = "favourite/osm:node/1",
        name: String = "Starbucks Centraal", device: String = "anna-phone", minute: Double = 0,
        north: Double = 0, place: Message.Place? = Message.Place(id: "osm:node/1")
    ) -> Notice {
        let time = Timestamp.example + minute * 60
        // A metre is about 9e-6 degrees.
        let center = Message.Position(latitude: 52.3791 + north * 9e-6, longitude: 4.8994)
        return Notice(
            id: "k3v9xq2m-\(number)", device: device, transition: transition, time: time,
            recorded: time, fixTime: time,
            region: Region(
                id: region, kind: String(region.prefix { $0 != "/" }), name: name, center: center),
            place: place, distance: 54.4, rule: "accurate")
    }

    /// Its number, of the log that all examples have.
    var position: ListenerCursor {
        ListenerCursor(after: Int(id.drop { $0 != "-" }.dropFirst()) ?? 0, log: "k3v9xq2m")
    }

    /// A person's own place, which others are told of.
    static func arrival(
        _ number: Int = 1, _ transition: String = "enter", minute: Double = 0
    ) -> Notice {
        var notice = Notice.example(
            number, transition, region: "watch/household/1", name: "Home", minute: minute,
            place: nil)
        notice.watch = Watch(
            set: "household", id: "1", group: GroupWatch("home", .place(1)))
        return notice
    }
}

extension PersonSettings {
    static func with(_ change: (inout PersonSettings) -> Void) -> PersonSettings {
        var settings = PersonSettings()
        change(&settings)
        return settings
    }
}
