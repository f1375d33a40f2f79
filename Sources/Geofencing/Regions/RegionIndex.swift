/// Finds the circles near a point, however many there are elsewhere.
///
/// Circles of like size share a grid. The index does not change once made: a refresh makes a new
/// one.
package struct RegionIndex: Sendable {
    /// That of the smallest circles.
    private let first: RegionGrid?

    package init(_ regions: RegionList) {
        var counts: [Int: Int] = [:]
        for offset in regions.indices {
            counts[Self.sizeClass(regions.radius(at: offset)), default: 0] += 1
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

    /// Calls `body` with the offset in the list of every region whose circle comes within `reach`
    /// metres of `point`, and of some that do not.
    @inline(__always)
    package func forEach(near point: Coordinate, reach: Double, _ body: (Int) -> Void) {
        forEachNumber(near: point, LocalPlane(at: point), reach: reach) { body($1) }
    }

    /// The same of regions that are wanted, and with their numbers. Regions that are close together
    /// have numbers that are. `plane`: the ground around `point`.
    @inline(__always)
    func forEachNumber(
        near point: Coordinate, _ plane: @autoclosure () -> LocalPlane, reach: Double,
        where isWanted: (_ number: Int) -> Bool = { _ in true },
        _ body: (_ number: UInt32, _ offset: Int) -> Void
    ) {
        var next = first
        while let grid = next {
            grid.forEach(near: point, plane(), reach: reach, where: { isWanted(grid.base &+ $0) }) {
                i in
                body(UInt32(truncatingIfNeeded: grid.base &+ i), Int(grid.offsets[i]))
            }
            next = grid.larger
        }
    }

    /// The number of the region at this offset in the list.
    func number(of offset: Int) -> UInt32 {
        var next = first
        while let grid = next {
            if let i = grid.offsets.firstIndex(of: UInt32(offset)) {
                return UInt32(grid.base + i)
            }
            next = grid.larger
        }
        preconditionFailure("there is no region at offset \(offset)")
    }
}
