package import APIClient
import Community
package import Geofencing
import MQTT
import Posix
import SQLite

/// What the daemon tells, written down as messages.
extension MessageStore {
    /// The last notice that was dealt with; `nil` before the first.
    package func cursor() throws -> ListenerCursor? {
        try connection.first("SELECT after, log FROM notice_cursor") { row in
            ListenerCursor(after: Int(row.integer(0)), log: row.text(1))
        }
    }

    /// Passes over what is before `cursor`.
    package func setCursor(_ cursor: ListenerCursor) throws {
        try connection.run(
            "INSERT OR REPLACE INTO notice_cursor VALUES (1, :after, :log)",
            ["after": SQLValue(cursor.after), "log": SQLValue(cursor.log)])
    }

    /// Makes messages of what came of one fix after the other, up to `cursor`: all of them and the
    /// cursor, or nothing. What was told before makes nothing.
    package func add(
        _ moments: [[AddressedNotice]], upTo cursor: ListenerCursor, now: Timestamp
    ) throws {
        let people = try connection.transaction {
            let people = try moments.reduce(into: Set()) { $0.formUnion(try add($1, now: now)) }
            try setCursor(cursor)
            return people
        }
        if !people.isEmpty { news.note(people) }
    }

    /// Tells a person what no notice says, as who wants to be told of them: once in 12 hours.
    package func tell(
        _ person: String, _ title: String, _ line: Message.Line, now: Timestamp
    ) throws {
        try connection.transaction {
            let settings = try settings(of: person)
            let draft = MessageDraft(title, line, settings, now: now)
            guard try !wasTold(draft, person) else { return }
            try insert(draft, for: person, settings)
        }
        news.note([person])
        undelivered.raise()
    }

    private func wasTold(_ draft: MessageDraft, _ person: String) throws -> Bool {
        try connection.integer(
            "SELECT 1 FROM message WHERE person = :person AND title = :title AND made > :since",
            [
                "person": .text(person), "title": .text(draft.title),
                "since": .integer((draft.made + -MessageRules.silence).milliseconds),
            ]) != nil
    }

    /// Returns for whom there is a message.
    private func add(_ moment: [AddressedNotice], now: Timestamp) throws -> Set<String> {
        var notices: [String: [PersonalNotice]] = [:]
        for addressed in moment {
            for recipient in addressed.recipients {
                notices[recipient.person, default: []].append(
                    PersonalNotice(addressed.notice, recipient.content))
            }
        }
        for (person, notices) in notices.sorted(by: { $0.key < $1.key }) {
            let settings = try settings(of: person)
            let rules = MessageRules(settings: settings, mutes: try mutes(of: person))
            let told = try notices.flatMap { try self.told(to: person, of: $0) }
            for draft in rules.drafts(of: notices, told: told, now: now) {
                try insert(draft, for: person, settings)
            }
        }
        return Set(notices.keys)
    }

    private func told(to person: String, of notice: PersonalNotice) throws -> [DeliveredReason] {
        if case .bulletin(let bulletin) = notice.content {
            return try wasTold(bulletin, person) ? [notice.told] : []
        }
        let time = notice.notice.time
        return try connection.rows(
            """
            SELECT reason, place, latitude, longitude, time, items FROM told
            WHERE person = :person AND reason = :reason AND time > :since AND time < :until
            """,
            [
                "person": .text(person), "reason": .text(notice.reason),
                "since": .integer((time + -MessageRules.silence).milliseconds),
                "until": .integer((time + MessageRules.silence).milliseconds),
            ]
        ) { row in
            DeliveredReason(
                reason: row.text(0) ?? "", place: row.text(1),
                center: Message.Position(latitude: row.real(2), longitude: row.real(3)),
                time: Timestamp(milliseconds: row.integer(4)), items: try row.json(5) ?? [])
        }
    }

    /// Whenever that was: a bulletin is told to each once.
    private func wasTold(_ bulletin: Bulletin, _ person: String) throws -> Bool {
        try connection.table("bulletin_told").has([
            "person": .text(person), "bulletin": .integer(bulletin.id),
        ])
    }

    /// Nothing, if there is no such person any more.
    private func insert(
        _ draft: MessageDraft, for person: String, _ settings: PersonSettings
    ) throws {
        let inserted = try connection.run(
            """
            INSERT INTO message (person, time, happened, made, title, lines, place, latitude,
                longitude, device, notices, is_late, rings)
            SELECT id, :time, :happened, :made, :title, :lines, :place, :latitude, :longitude,
                :device, :notices, :late, :rings
            FROM person WHERE id = :person
            """,
            [
                "person": .text(person), "time": .integer(draft.time.milliseconds),
                "happened": .integer(draft.happened.milliseconds),
                "made": .integer(draft.made.milliseconds), "title": .text(draft.title),
                "lines": .text(try draft.lines.json), "place": SQLValue(try draft.place?.json),
                "latitude": SQLValue(draft.position?.latitude),
                "longitude": SQLValue(draft.position?.longitude), "device": SQLValue(draft.device),
                "notices": .text(try draft.notices.map(\.notice.id).json),
                "late": .integer(draft.isLate ? 1 : 0), "rings": .integer(draft.rings ? 1 : 0),
            ])
        guard inserted == 1 else { return }
        let message = try connection.lastRow
        for notice in draft.notices {
            if case .bulletin(let bulletin) = notice.content {
                try insert(bulletin, toldTo: person, at: draft.made)
            } else {
                try insert(notice, to: person, in: message)
            }
        }
        for way in ways {
            guard let target = way.target(of: settings) else { continue }
            try connection.table("delivery").insert([
                "way": .text(way.name), "person": .text(person), "message": .integer(message),
                "target": .text(target),
            ])
        }
        try removeOldest(of: person)
    }

    private func insert(
        _ notice: PersonalNotice, to person: String, in message: Int64
    ) throws {
        let told = notice.told
        try connection.table("told").replace([
            "person": .text(person), "notice": .text(notice.notice.id),
            "message": .integer(message), "reason": .text(told.reason),
            "place": SQLValue(told.place), "latitude": .real(told.center.latitude),
            "longitude": .real(told.center.longitude), "time": .integer(told.time.milliseconds),
            "items": SQLValue(told.items.isEmpty ? nil : try told.items.sorted().json),
        ])
    }

    /// Nothing, if there is no such bulletin any more.
    private func insert(
        _ bulletin: Bulletin, toldTo person: String, at time: Timestamp
    ) throws {
        try connection.run(
            """
            INSERT OR IGNORE INTO bulletin_told (bulletin, person, told)
            SELECT id, :person, :time FROM bulletin WHERE id = :bulletin
            """,
            [
                "person": .text(person), "bulletin": .integer(bulletin.id),
                "time": .integer(time.milliseconds / 1000),
            ])
    }

    /// Messages of one person that are kept. No clock decides, as it may be wrong.
    package static let mostMessages = 2000

    private func removeOldest(of person: String) throws {
        try connection.run(
            """
            DELETE FROM message WHERE person = :person AND id <= (
                SELECT id FROM message WHERE person = :person
                ORDER BY id DESC LIMIT 1 OFFSET \(Self.mostMessages))
            """, ["person": .text(person)])
    }
}

/// A notice, and who is told of it.
package struct AddressedNotice: Hashable, Sendable {
    package var notice: Notice
    package var recipients: [Recipient]

    package init(_ notice: Notice, _ recipients: [Recipient]) {
        (self.notice, self.recipients) = (notice, recipients)
    }
}
