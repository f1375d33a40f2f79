extension Community {
    /// With whom a phone is shared; for its owner alone.
    package func sharing(of device: String, by caller: Caller) throws -> [Sharing] {
        fatalError("not yet")
    }

    /// By the owner alone, with households of which the owner is a member. `level`: `nil` ends it.
    package func share(
        _ device: String, with group: GroupID, level: Sharing.Level?, until: UnixTime? = nil,
        by caller: Caller
    ) throws { fatalError("not yet") }

    /// How much the caller may see of a phone; `nil`: nothing.
    package func visibility(of device: String, by caller: Caller) throws -> Visibility? {
        fatalError("not yet")
    }

    /// The devices of which the caller may see something.
    package func visibleDevices(by caller: Caller) throws -> [String: Visibility] {
        fatalError("not yet")
    }
}
