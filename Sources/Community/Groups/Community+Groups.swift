extension Community {
    /// `admin`: who becomes its admin; a person makes only groups of their own.
    package func addGroup(
        _ kind: Group.Kind, name: String, currency: String? = nil, admin: PersonID? = nil,
        by caller: Caller
    ) throws -> Group { fatalError("not yet") }

    /// Those of which the caller is a member; of the machine: all.
    package func groups(by caller: Caller) throws -> [Group] { fatalError("not yet") }

    /// With its members, sites and places, for its members.
    package func group(_ id: GroupID, by caller: Caller) throws -> Group {
        fatalError("not yet")
    }

    /// By its admins; `nil` leaves it as it is, an empty currency takes it away.
    @discardableResult
    package func editGroup(
        _ id: GroupID, name: String? = nil, currency: String? = nil, by caller: Caller
    ) throws -> Group { fatalError("not yet") }

    /// By its admin, when alone in it, or an admin of this machine.
    package func removeGroup(_ id: GroupID, by caller: Caller) throws { fatalError("not yet") }

    /// Organisations whose names have `text` in them, for anyone signed in.
    package func organisations(
        matching text: String, by caller: Caller
    ) throws -> [Organisation] { fatalError("not yet") }
}
