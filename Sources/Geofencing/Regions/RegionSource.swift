/// Where regions come from.
package protocol RegionSource: Sendable {
    /// Every region whose circle comes within `reach` metres of `center`, and any others it likes.
    func regions(around center: Coordinate, reach: Double) async throws -> RegionSet
}

/// What a look-up found.
package struct RegionSet: Sendable {
    package var regions: [Region]
    /// No circle within so many metres of where was looked is missing; infinite if none is
    /// missing anywhere.
    package var reach: Double

    package init(regions: [Region], reach: Double) {
        self.regions = regions
        self.reach = reach
    }
}
