/// Finds the circles near a point, however many there are elsewhere.
///
/// Circles of like size share a grid. The index does not change once made: a refresh makes a new
/// one.
package struct RegionIndex: Sendable {
    /// That of the smallest circles.
    private let first: RegionGrid?

    package init(_ regions: RegionList) {
        var counts: [Int: Int] = [:]
        for place in regions.indices {
            counts[Self.sizeClass(regions.radius(at: place)), default: 0] += 1
        }
        var first: RegionGrid?
        var base = regions.count
        for (sizeClass, count) in counts.sorted(by: { $0.key > $1.key }) {
            base -= count
            first = RegionGrid(
                regions, sizeClass: sizeClass, count: count, base: base, larger: first)
        }
        self.first = first
    }

    /// Circles with a radius of up to 256 m, 512 m, 1024 m … share a grid.
    static func sizeClass(_ radius: Double) -> Int {
        var size = 256.0
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
        forEachNumber(near: point, reach: reach) { _, place, _ in body(place) }
    }

    /// The same with their numbers, which are close together where they are, and with metres, not
    /// more than it is to the circle.
    @inline(__always)
    func forEachNumber(
        near point: Coordinate, reach: Double,
        _ body: (_ number: UInt32, _ place: Int, _ clearance: Double) -> Void
    ) {
        var next = first
        while let grid = next {
            grid.forEach(near: point, reach: reach) { i, clearance in
                body(
                    UInt32(truncatingIfNeeded: grid.base &+ i), Int(grid.places[i]), clearance)
            }
            next = grid.larger
        }
    }

    /// Adds the numbers of the regions whose circle `point` is in, in ascending order.
    @inline(__always)
    func find(at point: Coordinate, in regions: RegionList, _ found: inout RegionNumbers) {
        first?.find(at: point, in: regions, &found)
    }

    /// Where the region with this number is in the list.
    func place(of number: UInt32) -> Int {
        var i = Int(number)
        var next = first
        while let grid = next {
            if i < grid.places.count { return Int(grid.places[i]) }
            i -= grid.places.count
            next = grid.larger
        }
        preconditionFailure("there is no region with the number \(number)")
    }
}
