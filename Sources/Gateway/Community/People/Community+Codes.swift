import Geofencing
import SQLite

extension Community {
    /// A code for a device on which nobody is signed in.
    ///
    /// `network`: where it is asked for, as text; `nil`: this machine.
    package func beginCode(device: String? = nil, from network: String? = nil) throws -> Code {
        let origin = origin(network)
        return try change { db, now in
            try db.requireRoom(isCode: true, from: origin, at: now)
            let letters = String(
                (0..<Code.length).map { _ in
                    Code.letters[Secret.random(below: Code.letters.count)]
                })
            let code = Code(
                code: "\(letters.prefix(4))-\(letters.dropFirst(4))", secret: Secret(),
                expires: Timestamp(seconds: now + Code.longest))
            try db.insertNewcomer(
                code.secret, code: letters, name: nil, device, from: origin, until: code.expires,
                at: now)
            return code
        }
    }

    /// Lets the device that shows the code sign in as the caller. Returns what the device calls itself.
    /// `session`: in which it is approved, with which that ends; `nil`: on this machine.
    @discardableResult
    package func approveCode(
        _ code: String, in session: SessionID? = nil, by person: PersonID
    ) throws -> String {
        try change { db, now in
            _ = try db.existingPerson(person)
            // As people type it: in small letters, with blanks.
            let letters = code.prefix(100).uppercased().filter { Code.letters.contains($0) }
            let row = try db.first(
                """
                SELECT id, device FROM newcomer
                WHERE code = :code AND expires > :now AND person IS NULL
                """, ["code": .bytes(sha256(letters)), "now": .integer(now)]
            ) { ($0.integer(0), $0.text(1) ?? "") }
            guard let (id, device) = row else {
                throw CommunityError.gone(
                    "no device shows this code: a code is good once and for 10 minutes: begin again there"
                )
            }
            try db.letIn(id, as: person, in: session)
            return device
        }
    }

    /// What has become of a code or a sign-up. Once it is approved, the first call begins the session.
    package func claim(_ secret: Secret) throws -> Claim {
        let found = try read { db, now in try db.newcomer(secret, at: now) }
        guard let found else { return .refused }
        guard found.person != nil else { return .pending }
        return try change(of: [.sessions]) { db, now in
            guard let found = try db.newcomer(secret, at: now), let person = found.person else {
                return .refused
            }
            try db.run("DELETE FROM newcomer WHERE id = :id", ["id": .integer(found.id)])
            return .joined(
                Joined(
                    person: try db.existingPerson(person),
                    session: try db.beginSession(of: person, found.device, at: now)))
        }
    }
}

/// The rows of codes and of sign-ups.
extension Connection {
    /// Codes that are open at once, and sign-ups.
    private static let mostOpen: Int64 = 100
    /// Of them, from one network: nobody fills the places of all.
    private static let mostOpenOfNetwork: Int64 = 10

    /// Throws `tooMany` if there are as many as there may be.
    func requireRoom(isCode: Bool, from origin: [UInt8]?, at now: Int64) throws {
        func require(_ most: Int64, from origin: [UInt8]?) throws {
            let (count, first) =
                try first(
                    """
                    SELECT count(*), min(expires) FROM newcomer
                    WHERE (code IS NOT NULL) = :isCode AND expires > :now AND person IS NULL
                        AND (:origin IS NULL OR origin = :origin)
                    """,
                    [
                        "isCode": isCode ? 1 : 0, "now": .integer(now),
                        "origin": origin.map { .bytes($0) } ?? .null,
                    ]
                ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
            guard count >= most else { return }
            throw CommunityError.tooMany(retryAfter: Int(max(1, first - now)))
        }
        if let origin { try require(Self.mostOpenOfNetwork, from: origin) }
        try require(Self.mostOpen, from: nil)
    }

    func insertNewcomer(
        _ secret: Secret, code: String?, name: String?, _ device: String?, from origin: [UInt8]?,
        until expires: Timestamp, at now: Int64
    ) throws {
        try table("newcomer").insert([
            "hash": .bytes(secret.hash), "code": code.map { .bytes(sha256($0)) } ?? nil,
            "name": SQLValue(name), "device": .text((device ?? "").deviceName),
            "origin": origin.map { .bytes($0) } ?? .null, "created": .integer(now),
            "expires": .integer(expires.seconds),
        ])
    }

    /// `session`: in which that was decided; `nil`: it counts also when the session has ended.
    func letIn(_ id: Int64, as person: PersonID, in session: SessionID? = nil) throws {
        try require(session)
        try table("newcomer").update([
            "id": .integer(id), "person": .id(person), "session": SQLValue(session),
        ])
    }

    fileprivate func newcomer(
        _ secret: Secret, at now: Int64
    ) throws -> (id: Int64, person: PersonID?, device: String)? {
        try first(
            "SELECT id, person, device FROM newcomer WHERE hash = :hash AND expires > :now",
            ["hash": .bytes(secret.hash), "now": .integer(now)]
        ) { ($0.integer(0), $0.personIfAny(1), $0.text(2) ?? "") }
    }
}
