package import Geofencing

/// The regions of files, as a device sees them. All devices share one index of them.
package struct FileRegions: RegionSource {
    /// The most regions that are all loaded. Of more, only those around the device are.
    package static let mostLoaded = 100_000

    private let shared: IndexedRegions
    /// `nil`: the regions of all audiences.
    private let audiences: Set<Audience>?
    private let mostLoaded: Int

    package init(
        _ shared: IndexedRegions, for audiences: Set<Audience>? = nil,
        mostLoaded: Int = FileRegions.mostLoaded
    ) {
        (self.shared, self.audiences, self.mostLoaded) = (shared, audiences, mostLoaded)
    }

    package func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) -> RegionSet {
        if shared.regions.count <= mostLoaded {
            return RegionSet(layers: [RegionLayer(shared, for: audiences)], reach: .infinity)
        }
        let scope = RegionLayer.Scope(around: center, reach: reach)
        return RegionSet(layers: [RegionLayer(shared, for: audiences, in: scope)], reach: reach)
    }
}
