/// Finds the circles near a point, however many there are elsewhere.
///
/// Circles of like size lie in strips of their own. The index does not change once made: a refresh
/// makes a new one.
package struct RegionIndex: Sendable {
    /// From the smallest circles to the largest.
    private let strips: [RegionStrips]

    package init(_ regions: RegionList) {
        var counts: [Double: Int] = [:]
        for offset in regions.indices {
            counts[Self.size(regions.radius(at: offset)), default: 0] += 1
        }
        var base = 0
        strips = counts.sorted { $0.key < $1.key }.map { size, count in
            defer { base += count }
            return RegionStrips(regions, size: size, count: count, base: base)
        }
    }

    /// Circles with a radius of up to 256 m, 512 m, 1024 m … share strips.
    static func size(_ radius: Double) -> Double {
        var size = 256.0
        while radius > size { size *= 2 }
        return size
    }

    /// Calls `body` with every region whose circle comes within `reach` metres of the plane's origin,
    /// and with some more, in ascending order of their numbers. Regions that are close together have
    /// numbers that are. `distance`: to its middle, in metres.
    @inline(__always)
    package func forEach(
        near plane: LocalPlane, reach: Double,
        _ body: (_ number: UInt32, _ offset: Int, _ distance: Double) -> Void
    ) {
        for strips in strips { strips.forEach(near: plane, reach: reach, body) }
    }
}
