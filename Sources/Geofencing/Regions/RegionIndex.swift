/// Finds the circles near a point, however many there are elsewhere.
///
/// Circles of like size share a grid. The index does not change once made: a refresh makes a new
/// one.
package struct RegionIndex: Sendable {
    private let grids: [RegionGrid]

    package init(_ regions: RegionList) {
        let bySize = Dictionary(grouping: UInt32(0)..<UInt32(regions.count)) {
            Self.sizeClass(regions.radius(at: Int($0)))
        }
        grids = bySize.keys.sorted().map { RegionGrid(regions, at: bySize[$0]!, sizeClass: $0) }
    }

    /// Circles with a radius of up to 256 m, 512 m, 1024 m … share a grid.
    private static func sizeClass(_ radius: Double) -> Int {
        var size = RegionGrid.smallestRadius
        var sizeClass = 0
        while radius > size {
            size *= 2
            sizeClass += 1
        }
        return sizeClass
    }

    /// Calls `body` with the place in the list of every region whose circle comes within `reach`
    /// metres of `point`, and of some that do not.
    @inline(__always)
    package func forEach(near point: Coordinate, reach: Double, _ body: (Int) -> Void) {
        for grid in grids { grid.forEach(near: point, reach: reach, body) }
    }
}
