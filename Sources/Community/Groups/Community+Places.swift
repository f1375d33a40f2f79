extension Community {
    /// By the members of a household.
    package func addPlace(
        of group: GroupID, name: String, area: Area, by caller: Caller
    ) throws -> GroupPlace { fatalError("not yet") }

    package func places(of group: GroupID, by caller: Caller) throws -> [GroupPlace] {
        fatalError("not yet")
    }

    /// `nil` leaves it as it is.
    @discardableResult
    package func editPlace(
        _ id: Int64, of group: GroupID, name: String? = nil, area: Area? = nil, by caller: Caller
    ) throws -> GroupPlace { fatalError("not yet") }

    package func removePlace(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        fatalError("not yet")
    }
}
