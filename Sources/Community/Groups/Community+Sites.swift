extension Community {
    /// By the admins of an organisation.
    package func addSite(
        of group: GroupID, name: String, area: Area, address: String? = nil, by caller: Caller
    ) throws -> Site { fatalError("not yet") }

    package func sites(of group: GroupID, by caller: Caller) throws -> [Site] {
        fatalError("not yet")
    }

    /// `nil` leaves it as it is; an empty address takes it away.
    @discardableResult
    package func editSite(
        _ id: Int64, of group: GroupID, name: String? = nil, area: Area? = nil,
        address: String? = nil, by caller: Caller
    ) throws -> Site { fatalError("not yet") }

    package func removeSite(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        fatalError("not yet")
    }
}
