extension Community {
    /// A household asks somebody to join it; by any member. It never says whether there is such a
    /// person, nor whether they were asked before.
    package func ask(_ name: String, toJoin group: GroupID, by caller: Caller) throws {
        fatalError("not yet")
    }

    /// The caller asks to join an organisation.
    package func askToJoin(
        _ group: GroupID, name: String? = nil, site: Int64? = nil, by caller: Caller
    ) throws { fatalError("not yet") }

    /// Those to the caller, of the caller, and of the caller's groups.
    package func requests(by caller: Caller) throws -> [MembershipRequest] {
        fatalError("not yet")
    }

    /// `name`, `site`: as an organisation mends them. Returns the group.
    @discardableResult
    package func acceptRequest(
        _ id: Int64, name: String? = nil, site: Int64? = nil, by caller: Caller
    ) throws -> GroupID { fatalError("not yet") }

    /// Withdraws, declines or refuses it.
    package func removeRequest(_ id: Int64, by caller: Caller) throws { fatalError("not yet") }
}
