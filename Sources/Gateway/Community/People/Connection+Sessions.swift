import Geofencing
import SQLite

/// The rows of sessions and of links.
extension Connection {
    /// Of a person; the one that was not used for longest ends for one more.
    private static let mostSessions = 100
    /// Of a person, and of a member of a household; the oldest ends for one more.
    private static let mostLinks = 20

    // MARK: Sessions

    /// `device`: as it calls itself.
    func beginSession(
        of person: PersonID, _ device: String, at now: Int64
    ) throws -> Joined.SignedIn {
        let secret = Secret()
        let id = try table("session").insert([
            "person": .id(person), "hash": .bytes(secret.hash), "device": .text(device),
            "began": .integer(now), "last_used": .integer(now),
        ])
        try run(
            """
            DELETE FROM session WHERE id IN (SELECT id FROM session WHERE person = :person
                ORDER BY last_used DESC, id DESC LIMIT -1 OFFSET \(Self.mostSessions))
            """, ["person": .id(person)])
        let ends = now + Session.longestUnused
        return Joined.SignedIn(id: id, secret: secret, ends: Timestamp(seconds: ends))
    }

    /// Those of a person that are not over.
    func sessions(of person: PersonID, current: SessionID?, at now: Int64) throws -> [Session] {
        try rows(
            """
            SELECT id, device, began, last_used FROM session
            WHERE person = :person ORDER BY last_used DESC, id DESC
            """, ["person": .id(person)]
        ) { row in
            Session(
                id: row.integer(0), device: row.text(1) ?? "",
                began: row.time(2),
                lastUsed: row.time(3),
                ends: Session.ends(began: row.integer(2), lastUsed: row.integer(3)),
                isCurrent: row.integer(0) == current)
        }.filter { $0.ends.seconds > now }
    }

    /// Throws `signedOut` unless the session is there; `nil` is this machine.
    func require(_ session: SessionID?) throws {
        if let session, try !table("session").has(["id": .integer(session)]) {
            throw CommunityError.signedOut
        }
    }

    // MARK: Links

    /// A link that signs somebody in.
    func insertLink(
        for person: PersonID, in session: SessionID? = nil, at now: Int64
    ) throws -> Link {
        try insertLink(person, to: nil, from: nil, in: session, at: now)
    }

    /// A link that invites to a household. `inviter`: `nil` is this machine.
    func insertInvitation(
        to group: GroupID, from inviter: PersonID?, in session: SessionID? = nil, at now: Int64
    ) throws -> Link {
        try insertLink(nil, to: group, from: inviter, in: session, at: now)
    }

    /// `session`: in which it is made; `nil`: on this machine.
    private func insertLink(
        _ person: PersonID?, to group: GroupID?, from inviter: PersonID?, in session: SessionID?,
        at now: Int64
    ) throws -> Link {
        try require(session)
        let link = Link(secret: Secret(), expires: Timestamp(seconds: now + Link.longest))
        try table("link").insert([
            "hash": .bytes(link.secret.hash), "person": .id(person), "group_id": .id(group),
            "inviter": .id(inviter), "session": SQLValue(session), "created": .integer(now),
            "expires": .integer(link.expires.seconds),
        ])
        try run(
            """
            DELETE FROM link WHERE id IN (SELECT id FROM link
                WHERE person IS :person AND group_id IS :group AND inviter IS :inviter
                ORDER BY id DESC LIMIT -1 OFFSET \(Self.mostLinks))
            """, ["person": .id(person), "group": .id(group), "inviter": .id(inviter)])
        return link
    }

    /// Those that sign a person in, and the invitations that they have made, or that this machine has to
    /// their households; the oldest first.
    func openLinks(of person: PersonID, at now: Int64) throws -> [OpenLink] {
        try rows(
            """
            SELECT link.id, link.group_id, "group".name, link.created, link.expires
            FROM link LEFT JOIN "group" ON "group".id = link.group_id
            WHERE link.expires > :now AND (link.person = :person OR link.inviter = :person
                OR link.inviter IS NULL AND link.group_id IN
                    (SELECT group_id FROM member WHERE person = :person))
            ORDER BY link.id
            """, ["person": .id(person), "now": .integer(now)]
        ) { row in
            let group = row.groupIfAny(1)
            return OpenLink(
                id: row.integer(0), kind: group == nil ? .person : .invitation, group: group,
                groupName: row.text(2), created: row.time(3), expires: row.time(4))
        }
    }

    /// Ends all that could begin a session of the person, or let somebody in for them, but what was made
    /// in `kept`; `nil` keeps nothing.
    func endAccess(of person: PersonID, except kept: SessionID?) throws {
        let arguments: KeyValuePairs<StaticString, SQLValue> = [
            "person": .id(person), "kept": SQLValue(kept),
        ]
        try run(
            """
            DELETE FROM link WHERE (person = :person OR inviter = :person)
                AND (:kept IS NULL OR session IS NOT :kept)
            """, arguments)
        try run(
            """
            DELETE FROM newcomer WHERE person = :person AND (:kept IS NULL OR session IS NOT :kept)
            """, arguments)
    }

    /// What a link that is not over leads to; else throws `gone`.
    func purpose(of secret: Secret, at now: Int64) throws -> LinkRow {
        let row = try first(
            "SELECT id, person, group_id, inviter FROM link WHERE hash = :hash AND expires > :now",
            ["hash": .bytes(secret.hash), "now": .integer(now)]
        ) { row in
            LinkRow(
                id: row.integer(0), person: row.personIfAny(1), group: row.groupIfAny(2),
                inviter: row.personIfAny(3))
        }
        guard let row else {
            throw CommunityError.gone(
                "the link is used, over or not whole: it is good once and for 24 hours: ask for another"
            )
        }
        return row
    }
}

/// Either `person` or `group` is there.
struct LinkRow {
    var id: Int64
    var person: PersonID?
    var group: GroupID?
    var inviter: PersonID?
}
