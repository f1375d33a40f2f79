extension Community {
    /// The places of all households, for the daemon.
    package func householdPlaces() throws -> [(group: GroupID, place: GroupPlace)] {
        fatalError("not yet")
    }
}
