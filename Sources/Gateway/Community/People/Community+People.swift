import Posix
import SQLite

extension Community {
    /// All people, for an admin; for others, themselves and those with whom they share a group.
    package func people(by caller: Caller) throws -> [Person] {
        try read { db, _ in
            guard let asker = try db.asker(caller), !asker.isAdmin else {
                return try db.allPeople()
            }
            return try db.people(knownTo: asker.id).map { known in
                var person = known
                if person.id != asker.id { person.account = nil }
                return person
            }
        }
    }

    package func person(_ id: PersonID, by caller: Caller) throws -> Person {
        try read { db, _ in try db.knownPerson(id, to: caller) }
    }

    /// Admins alone. `session`: in which that is done, with which the link ends; `nil`: on this machine.
    package func addPerson(
        name: String, isAdmin: Bool = false, in session: SessionID? = nil, by caller: Caller
    ) throws -> (person: Person, link: Link) {
        try change(of: [.people]) { db, now in
            try db.requireAdmin(caller, to: "add people")
            let person = try db.insertPerson(
                name.checkedName("name"), isAdmin: isAdmin, at: now)
            return (person, try db.insertLink(for: person.id, in: session, at: now))
        }
    }

    /// A name by the person or an admin, `isAdmin` by an admin; `nil` leaves it as it is.
    @discardableResult
    package func editPerson(
        _ id: PersonID, name: String? = nil, isAdmin: Bool? = nil, by caller: Caller
    ) throws -> Person {
        try change(of: [.people, .groups]) { db, _ in
            let person = try db.ownPerson(id, of: caller)
            if let name { try db.rename(id, name.checkedName("name")) }
            if let isAdmin, isAdmin != person.isAdmin {
                try db.requireAdmin(caller, to: "make somebody an admin")
                try db.requireAnotherAdmin(than: person)
                try db.setAdmin(id, isAdmin)
            }
            return try db.existingPerson(id)
        }
    }

    /// Throws unless `removePerson` would do it now.
    package func checkRemoval(ofPerson id: PersonID, by caller: Caller) throws {
        try read { db, _ in _ = try db.removablePerson(id, by: caller) }
    }

    /// Of these ids of devices, those that were given to phones which are not there any more.
    package func formerPhones(of devices: Set<String>) throws -> Set<String> {
        try read { db, _ in
            let phones = Set(try db.allPhones().map(\.id))
            return try devices.subtracting(phones).filter { try db.isTaken("phone", $0) }
        }
    }

    /// Of these audiences, as `person/anna`, those that were here and are not any more.
    package func gone(of audiences: Set<String>) throws -> Set<String> {
        try read { db, _ in
            let here =
                try db.allPeople().map { "\(PersonID.kind)/\($0.id)" }
                + db.groups(of: nil).map { "\(GroupID.kind)/\($0.id)" }
            return try audiences.subtracting(here).filter { audience in
                let parts = audience.split(separator: "/", maxSplits: 1).map { String($0) }
                return try parts.count == 2 && db.isTaken(parts[0], parts[1])
            }
        }
    }

    /// Forgets somebody, by themselves or an admin. Returns the ids of the devices that were theirs,
    /// for the daemon to forget with their history. `isLast`: of those who go together, before which the
    /// file is not gone through.
    package func removePerson(
        _ id: PersonID, isLast: Bool = true, by caller: Caller
    ) async throws -> [String] {
        let devices = try change(of: Change.Topic.allCases) { db, now in
            _ = try db.removablePerson(id, by: caller)
            let devices = try db.phones(of: id).map(\.id)
            try db.leaveGroups(id)
            try db.run("DELETE FROM person WHERE id = :id", ["id": .id(id)])
            try db.beginForgetting()
            return devices
        }
        if isLast { try? await finishForgetting() }  // Else the next `tidy()` does.
        return devices
    }

    /// The person of a user of this machine; made if there is none, as an admin if there is none yet.
    package func account(uid: UInt32, name: String) throws -> Person {
        try change(of: [.people]) { db, now in
            let needsAdmin = try db.firstAdmin() == nil
            guard let person = try db.person(uid: uid) else {
                let name = try name.checkedName("name")
                return try db.insertPerson(
                    name, isAdmin: needsAdmin, account: (uid, name), at: now)
            }
            if needsAdmin { try db.setAdmin(person.id, true) }
            return try db.existingPerson(person.id)
        }
    }
}
