package import Geofencing

/// Very many regions, of which a look-up finds those around.
///
/// All of them in one index would be quicker from fix to fix, but an index of a million takes 0.2 s
/// to build, and the fixes wait for it; this looks through a million in 10 ms.
package struct NearbyRegions: RegionSource {
    private let regions: RegionList

    /// Metres of a degree of latitude, nowhere less.
    private static let degree = 110_574.0

    package init(_ regions: RegionList) {
        self.regions = regions
    }

    package func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) -> RegionSet {
        var found = RegionList()
        for index in regions.indices {
            let far = reach + regions.radius(at: index)
            let other = regions.center(at: index)
            // Most are told apart by their latitude, which takes no sines.
            if abs(other.latitude - center.latitude) * Self.degree > far { continue }
            if other.distance(to: center) <= far { found.append(regions[index]) }
        }
        return RegionSet(regions: found, reach: reach)
    }
}
