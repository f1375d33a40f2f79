extension Community {
    /// All people, for an admin; for others, themselves and those with whom they share a group.
    package func people(by caller: Caller) throws -> [Person] { fatalError("not yet") }

    package func person(_ id: PersonID, by caller: Caller) throws -> Person {
        fatalError("not yet")
    }

    /// Admins alone.
    package func addPerson(
        name: String, isAdmin: Bool = false, by caller: Caller
    ) throws -> (person: Person, link: Link) { fatalError("not yet") }

    /// A name by the person or an admin, `isAdmin` by an admin; `nil` leaves it as it is.
    @discardableResult
    package func editPerson(
        _ id: PersonID, name: String? = nil, isAdmin: Bool? = nil, by caller: Caller
    ) throws -> Person { fatalError("not yet") }

    /// Forgets somebody, by themselves or an admin. Returns the ids of the devices that were theirs,
    /// for the daemon to forget with their history.
    package func removePerson(_ id: PersonID, by caller: Caller) throws -> [String] {
        fatalError("not yet")
    }

    /// All that is known of somebody, for themselves or an admin.
    package func export(_ id: PersonID, by caller: Caller) throws -> PersonExport {
        fatalError("not yet")
    }

    /// The person of a user of this machine; made if there is none, as an admin if there is none yet.
    package func account(uid: UInt32, name: String) throws -> Person { fatalError("not yet") }
}
