import Geofencing
import SQLite

extension Community {
    /// Asks to be let in. With the result, the device asks whether it was.
    /// `network`: where it is asked for, as text; `nil`: this machine.
    package func requestSignup(
        name: String, device: String? = nil, from network: String? = nil
    ) throws -> Secret {
        let origin = origin(network)
        return try change(of: [.people]) { db, now in
            let name = try name.checkedName("name")
            try db.requireRoom(isCode: false, from: origin, at: now)
            let secret = Secret()
            try db.insertNewcomer(
                secret, code: nil, name: name, device, from: origin,
                until: Timestamp(seconds: now + Signup.longest), at: now)
            return secret
        }
    }

    /// Those that wait, for admins.
    package func signups(by caller: Caller) throws -> [Signup] {
        try read { db, now in
            try db.requireAdmin(caller, to: "see who asks to be let in")
            return try db.signups(at: now)
        }
    }

    /// `name`: as it shall be instead. `session`: in which that is done, with which it ends what has not
    /// signed in by then; `nil`: on this machine.
    @discardableResult
    package func acceptSignup(
        _ id: Int64, name: String? = nil, in session: SessionID? = nil, by caller: Caller
    ) throws -> Person {
        try change(of: [.people]) { db, now in
            try db.requireAdmin(caller, to: "let somebody in")
            let signup = try db.signups(at: now).first { $0.id == id }.found()
            let person = try db.insertPerson(name?.checkedName("name") ?? signup.name, at: now)
            try db.letIn(id, as: person.id, in: session)
            try db.table("newcomer").update([
                "id": .integer(id), "expires": .integer(now + Signup.longest),
            ])
            return person
        }
    }

    package func refuseSignup(_ id: Int64, by caller: Caller) throws {
        try change(of: [.people]) { db, now in
            try db.requireAdmin(caller, to: "refuse somebody")
            _ = try db.signups(at: now).first { $0.id == id }.found()
            try db.run("DELETE FROM newcomer WHERE id = :id", ["id": .integer(id)])
        }
    }
}

extension Connection {
    fileprivate func signups(at now: Int64) throws -> [Signup] {
        try rows(
            """
            SELECT id, name, device, created FROM newcomer
            WHERE code IS NULL AND person IS NULL AND expires > :now ORDER BY id
            """, ["now": .integer(now)]
        ) { row in
            Signup(
                id: row.integer(0), name: row.text(1) ?? "", device: row.text(2) ?? "",
                asked: row.time(3))
        }
    }
}
