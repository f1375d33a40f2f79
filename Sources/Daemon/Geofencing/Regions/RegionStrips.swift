import Glibc

/// The middles of circles of like size, strip by strip of latitude, in each from west to east.
///
/// What is near a point lies in few strips, and there in one run; across 180° in two, and at a pole
/// all round. Regions are numbered as their middles lie. It never changes; as a class, none of its
/// arrays is counted when it is looked into.
final class RegionStrips: Sendable {
    /// The number of the first region.
    private let base: UInt32
    /// The largest radius, in metres.
    private let largest: Double
    private let stripsPerDegree: Double
    /// The strip of the southernmost middle, counted from the south pole.
    private let firstStrip: Int
    /// Where each strip begins in `middles`, from `firstStrip` on, and where the last one ends.
    private let starts: [UInt32]
    private let middles: [Coordinate]
    /// Where the region of each middle is in the list.
    private let offsets: [UInt32]

    /// Less than any degree of latitude (110,574 m at the equator), so that nothing is too narrow.
    private static let metresPerDegree = 110_500.0

    /// The circles in `regions` of this `RegionIndex.size`: so many, numbered from `base` on.
    init(_ regions: RegionList, size: Double, count: Int, base: Int) {
        // As high as a circle's radius: most look-ups read three, and little that is not near.
        let stripsPerDegree = Self.metresPerDegree / size
        func strip(_ middle: Coordinate) -> Int { Self.strip(middle.latitude, stripsPerDegree) }
        // Nothing grows here: a million would leave holes as large again.
        var order: [(middle: Coordinate, offset: UInt32)] = []
        order.reserveCapacity(count)
        var largest = 0.0
        for offset in regions.indices {
            let radius = regions.radius(at: offset)
            guard RegionIndex.size(radius) == size else { continue }
            largest = max(largest, radius)
            order.append((regions.center(at: offset), UInt32(offset)))
        }
        order.sort {
            (strip($0.middle), $0.middle.longitude) < (strip($1.middle), $1.middle.longitude)
        }
        let firstStrip = order.first.map { strip($0.middle) } ?? 0
        var starts: [UInt32] = []
        for (i, entry) in order.enumerated() {
            // A strip without middles begins where the next one does.
            while starts.count <= strip(entry.middle) - firstStrip { starts.append(UInt32(i)) }
        }
        starts.append(UInt32(count))
        self.base = UInt32(base)
        (self.largest, self.stripsPerDegree) = (largest, stripsPerDegree)
        (self.firstStrip, self.starts) = (firstStrip, starts)
        middles = order.map(\.middle)
        offsets = order.map(\.offset)
    }

    @inline(__always)
    private static func strip(_ latitude: Double, _ stripsPerDegree: Double) -> Int {
        Int((latitude + 90) * stripsPerDegree)
    }

    /// Calls `body` with every region whose circle comes within `reach` metres of the plane's origin,
    /// and with some more, in ascending order of their numbers. `distance`: to its middle, in metres.
    @inline(__always)
    func forEach(
        near plane: LocalPlane, reach: Double,
        _ body: (_ number: UInt32, _ offset: Int, _ distance: Double) -> Void
    ) {
        let point = plane.origin
        // Of a way, what is near may have been measured from its end.
        let metres = (largest + reach) * 1.001 + 0.02
        let north = min(180, metres / Self.metresPerDegree)
        let lowest = Self.strip(point.latitude - north, stripsPerDegree) - firstStrip
        let highest = Self.strip(point.latitude + north, stripsPerDegree) - firstStrip
        let (low, high) = (max(lowest, 0), min(highest, starts.count - 2))
        guard low <= high, starts[low] < starts[high + 1] else { return }
        var east = Self.degreesEast(metres, upTo: abs(point.latitude) + north)
        var longitude = point.longitude
        if east >= 180 { (longitude, east) = (0, 180) }
        // Across 180°, the other side is a turn away.
        let firstTurn = longitude + east > 180 ? -360.0 : 0
        let lastTurn = longitude - east < -180 ? 360.0 : 0
        for strip in low...high {
            let (start, end) = (Int(starts[strip]), Int(starts[strip + 1]))
            var turn = firstTurn
            while turn <= lastTurn {
                var i = firstMiddle(in: start..<end, from: longitude + turn - east)
                while i < end, middles[i].longitude <= longitude + turn + east {
                    let distance = plane.distance(to: middles[i])
                    if distance <= metres { body(base &+ UInt32(i), Int(offsets[i]), distance) }
                    i += 1
                }
                turn += 360
            }
        }
    }

    /// How many degrees to the east so many metres lead at most, on ways that stay below a latitude,
    /// north or south; 180 is all round.
    @inline(__always)
    private static func degreesEast(_ metres: Double, upTo latitude: Double) -> Double {
        guard latitude < 90 else { return 180 }
        // The circle of latitude is a little longer on the ellipsoid.
        let metresPerDegree = Geodesic.equatorialRadius * cos(latitude.radians) * (.pi / 180)
        return min(180, metres / metresPerDegree)
    }

    /// The first of a strip's middles that is not west of `longitude`; the end if all are.
    @inline(__always)
    private func firstMiddle(in strip: Range<Int>, from longitude: Double) -> Int {
        var (low, high) = (strip.lowerBound, strip.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if middles[middle].longitude < longitude { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
