import SQLite

extension Community {
    /// Seconds after which it is written down again that a session is used.
    private static let lastUseCoarseness: Int64 = 3600

    /// Who is signed in with it, and that it was used; `nil` if the session is over.
    package func session(_ secret: Secret) throws -> SignedIn? {
        let found = try read { db, now in
            try db.first(
                """
                SELECT session.id, session.person, session.began, session.last_used, person.admin
                FROM session JOIN person ON person.id = session.person WHERE hash = :hash
                """, ["hash": .bytes(secret.hash)]
            ) { row in
                let signedIn = SignedIn(
                    person: row.person(1), session: row.integer(0), isAdmin: row.integer(4) != 0,
                    ends: Session.ends(began: row.integer(2), lastUsed: row.integer(3)))
                return (
                    signedIn: signedIn, isOver: signedIn.ends.seconds <= now,
                    isToBeNoted: now - row.integer(3) >= Self.lastUseCoarseness
                )
            }
        }
        guard let found, !found.isOver else { return nil }
        // On a full disk, people stay signed in.
        if found.isToBeNoted { try? noteUse(of: found.signedIn.session) }
        return found.signedIn
    }

    private func noteUse(of session: SessionID) throws {
        try change { db, now in
            try db.table("session").update(["id": .integer(session), "last_used": .integer(now)])
        }
    }

    /// Those of a person, the last used first, for themselves or an admin. `current`: that of whoever
    /// asks.
    package func sessions(
        of person: PersonID, current: SessionID? = nil, by caller: Caller
    ) throws -> [Session] {
        try read { db, now in
            _ = try db.ownPerson(person, of: caller)
            return try db.sessions(of: person, current: current, at: now)
        }
    }

    /// With it ends what was made in it: links and codes that are not used yet.
    package func endSession(_ id: SessionID, of person: PersonID, by caller: Caller) throws {
        try change(of: [.sessions]) { db, _ in
            _ = try db.ownPerson(person, of: caller)
            try db.remove(from: "session", ["id": .integer(id), "person": .id(person)])
        }
    }

    /// With them ends whatever else could sign the person in: links and approved codes. `nil` ends all.
    package func endOtherSessions(
        of person: PersonID, except id: SessionID?, by caller: Caller
    ) throws {
        try change(of: [.sessions]) { db, _ in
            _ = try db.ownPerson(person, of: caller)
            try db.run(
                "DELETE FROM session WHERE person = :person AND id IS NOT :id",
                ["id": SQLValue(id), "person": .id(person)])
            try db.endAccess(of: person, except: id)
        }
    }
}
