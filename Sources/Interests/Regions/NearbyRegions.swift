package import Geofencing

/// A source of very many regions, of which a look-up finds those around the device.
///
/// An index of all of them would be faster at each fix. But an index of a million regions takes 0.2
/// s to build, and fixes wait for it; this goes through a million in 10 ms.
package struct NearbyRegions: RegionSource {
    private let regions: RegionList

    /// Metres: no degree of latitude is shorter.
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
            // The latitude rules out most, and comparing it takes no sine.
            if abs(other.latitude - center.latitude) * Self.degree > far { continue }
            if other.distance(to: center) <= far { found.append(regions[index]) }
        }
        return RegionSet(regions: found, reach: reach)
    }
}
