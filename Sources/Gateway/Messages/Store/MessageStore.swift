import APIClient
import Community
import FoundationEssentials
import MQTT
import Posix
import SQLite

/// The messages of all people, their settings and what is still to be delivered.
///
/// Whoever asks names a person, and gets what is that person's alone. The database is the
/// gateway's, and has the people already.
package actor MessageStore {
    private let queue = DatabaseQueue(label: "messages")
    private let path: String
    private let patience: Duration
    /// Rings when there may be something to deliver.
    nonisolated let undelivered = AsyncSignal()
    /// The ways that people may choose.
    nonisolated let ways: [any MessageChannel]
    /// `nil` if it could not be opened the last time.
    private var opened: Connection?
    /// The ids of people for whom there are new messages.
    nonisolated let news = ChangeLog<String>(everything: [])

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// `path`: of a database that has the table of people. `ways`: those that people may choose.
    /// `patience`: how long to wait for another connection that writes.
    ///
    /// Throws if the database is not for this program. On a full or read-only disk it is opened
    /// later, and until then each call throws.
    package init(
        path: String, ways: [any MessageChannel], patience: Duration = Connection.patience
    ) throws {
        (self.path, self.ways, self.patience) = (path, ways, patience)
        do {
            opened = try Self.open(path, patience)
        } catch let error as SQLiteError where error.mayPass {
            opened = nil
        }
    }

    private static func open(_ path: String, _ patience: Duration) throws -> Connection {
        try GatewayDatabase.open(path, schemas: [MessageSchema.schema], patience: patience)
    }

    var connection: Connection {
        get throws {
            if let opened { return opened }
            let connection = try Self.open(path, patience)
            opened = connection
            return connection
        }
    }

    // MARK: Messages

    /// The newest first. `before`: only those with a smaller id.
    package func messages(
        of person: String, before: Int64? = nil, limit: Int = 100
    ) throws -> [Message] {
        try connection.rows(
            """
            SELECT \(Message.columns) FROM message
            WHERE person = :person AND id < :before ORDER BY id DESC LIMIT :limit
            """,
            [
                "person": .text(person), "before": .integer(before ?? .max),
                "limit": SQLValue(min(max(limit, 0), Self.mostTogether)),
            ], Message.init)
    }

    /// Messages that are given together, at most.
    package static let mostTogether = 1000

    package func markRead(_ id: Int64, of person: String) throws {
        let changed = try connection.run(
            "UPDATE message SET is_read = 1 WHERE id = :id AND person = :person",
            ["id": .integer(id), "person": .text(person)])
        if changed == 0 { throw MessageError.notFound }
    }

    /// Marks all up to `id` as read.
    package func markRead(upTo id: Int64, of person: String) throws {
        try connection.run(
            """
            UPDATE message SET is_read = 1
            WHERE person = :person AND id <= :id AND is_read = 0
            """, ["id": .integer(id), "person": .text(person)])
    }

    /// How many the person has not read.
    package func unreadCount(of person: String) throws -> Int64 {
        try connection.integer(
            "SELECT count(*) FROM message WHERE person = :person AND is_read = 0",
            ["person": .text(person)]) ?? 0
    }

    /// Those that are newer than `id`, the oldest first.
    func messages(of person: String, after id: Int64) throws -> [Message] {
        try connection.rows(
            """
            SELECT \(Message.columns) FROM message
            WHERE person = :person AND id > :after ORDER BY id LIMIT \(Self.mostTogether)
            """, ["person": .text(person), "after": .integer(id)], Message.init)
    }

    /// Removes what anybody was told of a device, as when it is forgotten.
    package func forget(device: String) throws {
        try connection.run(
            "DELETE FROM message WHERE device = :device", ["device": .text(device)])
    }

    /// Removes what anybody was told of a region, as in `arrival/7`.
    package func forget(region: String) throws {
        try connection.run(
            """
            DELETE FROM message WHERE EXISTS (SELECT 1 FROM json_each(message.lines)
                WHERE json_extract(json_each.value, '$.region') = :region)
            """, ["region": .text(region)])
    }

    // MARK: Settings

    /// Whether people may choose the way of that name.
    package nonisolated func offers(_ way: String) -> Bool { ways.contains { $0.name == way } }

    /// The defaults, as long as there are no others.
    package func settings(of person: String) throws -> PersonSettings {
        let json = try connection.first(
            "SELECT settings FROM message_settings WHERE person = :person",
            ["person": .text(person)]
        ) { $0.text(0) }
        guard let json = json ?? nil else { return PersonSettings() }
        return try JSONDecoder().decode(PersonSettings.self, from: Data(json.utf8))
    }

    /// What waits for a target that is not the person's any more is not delivered.
    package func setSettings(_ settings: PersonSettings, of person: String) throws {
        try settings.check()
        for way in ways { try way.check(settings) }
        if settings.ways.mqtt, !offers("mqtt") {
            throw MessageError.invalid(field: "ways.mqtt", "gateway.toml has no [mqtt]")
        }
        let json = try settings.json
        try connection.transaction {
            let changed = try connection.run(
                """
                INSERT OR REPLACE INTO message_settings
                SELECT id, :settings FROM person WHERE id = :person
                """, ["person": .text(person), "settings": .text(json)])
            if changed == 0 { throw MessageError.notFound }
            for way in ways { try keepDeliveries(of: person, by: way, settings) }
        }
    }

    private func keepDeliveries(
        of person: String, by way: any MessageChannel, _ settings: PersonSettings
    ) throws {
        try connection.run(
            "DELETE FROM delivery WHERE person = :person AND way = :way AND target IS NOT :target",
            [
                "person": .text(person), "way": .text(way.name),
                "target": SQLValue(way.target(of: settings)),
            ])
    }

    // MARK: Mutes

    /// In the order in which they were made.
    package func mutes(of person: String) throws -> [Mute] {
        try connection.rows(
            "SELECT id, subject, value, title FROM mute WHERE person = :person ORDER BY id",
            ["person": .text(person)], Mute.init)
    }

    /// Mutes of one person, at most.
    package static let mostMutes = 1000

    /// The mute that is there already, if there is one of the same thing.
    package func mute(
        _ subject: Mute.Subject, title: String, of person: String
    ) throws -> Mute {
        try subject.check(title: title)
        return try connection.transaction {
            if try mutes(of: person).count >= Self.mostMutes {
                throw MessageError.tooManyMutes(Self.mostMutes)
            }
            let (kind, value) = subject.parts
            try connection.run(
                """
                INSERT OR IGNORE INTO mute (person, subject, value, title)
                SELECT id, :subject, :value, :title FROM person WHERE id = :person
                """,
                [
                    "person": .text(person), "subject": .text(kind.stringValue),
                    "value": .text(value), "title": .text(title),
                ])
            guard let mute = try mutes(of: person).first(where: { $0.subject == subject }) else {
                throw MessageError.notFound
            }
            return mute
        }
    }

    package func unmute(_ id: Int64, of person: String) throws {
        let changed = try connection.run(
            "DELETE FROM mute WHERE id = :id AND person = :person",
            ["id": .integer(id), "person": .text(person)])
        if changed == 0 { throw MessageError.notFound }
    }
}

extension SQLiteError {
    /// Whether it is of the disk, or of others that write, and not of the database.
    fileprivate var mayPass: Bool {
        switch self {
        case .full, .busy, .readOnly, .inputOutput, .nearlyFull, .cannotOpen: true
        default: false
        }
    }
}
