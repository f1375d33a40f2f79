import Glibc
import TestSupport
import Testing

@testable import Geofencing

struct RegionIndexTests {
    private static let metresPerDegree = 111_000.0

    /// A offset anywhere on the Earth, often at a pole or near the antimeridian.
    private static func point(_ random: inout SplitMix64) -> Coordinate {
        let latitudes: [Double] = [
            90, -90, .random(in: 89...90, using: &random), .random(in: -90 ... -89, using: &random),
            0, .random(in: -90...90, using: &random), .random(in: -90...90, using: &random),
            .random(in: 50...53, using: &random),
        ]
        let longitudes: [Double] = [
            180, -180, .random(in: 179.9...180, using: &random),
            .random(in: -180 ... -179.9, using: &random), 0,
            .random(in: -180...180, using: &random), .random(in: 4...6, using: &random),
        ]
        return Coordinate(
            latitude: latitudes.randomElement(using: &random)!,
            longitude: longitudes.randomElement(using: &random)!)
    }

    /// A offset `metres` or so from another.
    private static func point(
        near other: Coordinate, metres: Double, _ random: inout SplitMix64
    ) -> Coordinate {
        let step = metres / metresPerDegree
        let latitude = other.latitude + .random(in: -step...step, using: &random)
        let wide = min(180, step / max(0.0001, cos(other.latitude.radians)))
        let longitude = other.longitude + .random(in: -wide...wide, using: &random)
        return Coordinate(
            latitude: min(90, max(-90, latitude)), longitude: longitude.shortWayRound)
    }

    private static func region(_ center: Coordinate, radius: Double) -> Region {
        Region(id: "", kind: "", name: "", center: center, radius: radius)
    }

    private static func found(
        _ index: RegionIndex, near point: Coordinate, reach: Double
    ) -> Set<Int> {
        var found: Set<Int> = []
        index.forEach(near: LocalPlane(at: point), reach: reach) { _, offset, _ in
            #expect(found.insert(offset).inserted, "no offset twice")
        }
        return found
    }

    private static func missed(
        _ index: RegionIndex, _ regions: [Region], near point: Coordinate, reach: Double
    ) -> [Region] {
        let found = found(index, near: point, reach: reach)
        return regions.indices.filter {
            !found.contains($0)
                && regions[$0].center.distance(to: point) <= regions[$0].radius + reach
        }.map { regions[$0] }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `no region that a point could touch is missed, anywhere on Earth`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let regions = (0..<400).map { _ in
            Self.region(
                Self.point(&random), radius: pow(10, .random(in: 0...5, using: &random)))
        }
        let index = RegionIndex(RegionList(regions))
        for region in regions.prefix(100) {
            let reach: Double = [0, 500, 3000].randomElement(using: &random)!
            let point = Self.point(
                near: region.center, metres: region.radius + reach, &random)
            #expect(Self.missed(index, regions, near: point, reach: reach).isEmpty)
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `each region has one number, and numbers come in ascending order`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let regions = (0..<200).map { _ in
            Self.region(
                Self.point(&random), radius: pow(10, .random(in: 0...4, using: &random)))
        }
        let index = RegionIndex(RegionList(regions))
        var numbers = [UInt32?](repeating: nil, count: regions.count)
        for region in regions {
            let point = Self.point(near: region.center, metres: region.radius + 600, &random)
            var last: UInt32?
            index.forEach(near: LocalPlane(at: point), reach: 600) { number, offset, distance in
                #expect(last.map { $0 < number } ?? true)
                #expect(numbers[offset] == nil || numbers[offset] == number)
                #expect(distance == LocalPlane(at: point).distance(to: regions[offset].center))
                (last, numbers[offset]) = (number, number)
            }
        }
        let found = numbers.compactMap(\.self)
        #expect(found.count > 100 && Set(found).count == found.count)
        #expect(found.allSatisfy { $0 < regions.count })
    }

    @Test func `a town full of regions is not looked through whole`() {
        var random = SplitMix64(seed: 1)
        let town = Coordinate(latitude: 52.37, longitude: 4.9)
        let regions = (0..<2000).map { _ in
            Self.region(Self.point(near: town, metres: 20_000, &random), radius: 200)
        }
        let index = RegionIndex(RegionList(regions))
        for _ in 0..<50 {
            let point = Self.point(near: town, metres: 20_000, &random)
            #expect(Self.missed(index, regions, near: point, reach: 100).isEmpty)
            #expect(Self.found(index, near: point, reach: 100).count < 40)
        }
    }

    @Test func `thousands of large regions near a pole are found`() {
        var random = SplitMix64(seed: 1)
        let regions = (0..<8000).map { _ in
            Self.region(
                Coordinate(
                    latitude: .random(in: 80...90, using: &random),
                    longitude: .random(in: -180...180, using: &random)),
                radius: 100_000)
        }
        let index = RegionIndex(RegionList(regions))
        for latitude in [88, 88.9, 89, 89.05, 89.08, 89.09, 89.5, 90] {
            for longitude in [-180, -179, 0.5, 180] {
                let point = Coordinate(latitude: latitude, longitude: longitude)
                #expect(Self.missed(index, regions, near: point, reach: 0).isEmpty)
            }
        }
    }

    /// The regions that a device at `point` arrives in, by offset.
    private static func arrivals(_ regions: RegionList, _ point: Coordinate) -> [Int] {
        let loaded = LoadedRegions([RegionLayer(IndexedRegions(regions))])
        let fix = Fix(time: Walk.noon, coordinate: point)
        let arrivals = loaded.arrivals(Step(from: nil, to: fix, RegionRules()))
        let numbers = arrivals.map(\.number)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "ascending, none twice")
        return arrivals.map(\.offset)
    }

    private static func expectExact(_ regions: [Region], at point: Coordinate) {
        let plane = LocalPlane(at: point)
        #expect(
            arrivals(RegionList(regions), point).sorted()
                == regions.indices.filter {
                    plane.distance(to: regions[$0].center) <= regions[$0].radius
                })
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a point is in exactly the circles that its distances say`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let radii: [[Double]] = [
            [200], [200, 50, 1000], [200, 20_000, 0.01, 100_000], [1480, 1500],
        ]
        for radii in radii {
            let middle = Self.point(&random)
            let regions = (0..<60).map { _ in
                let radius = radii.randomElement(using: &random)!
                let center = Self.point(near: middle, metres: 2 * radius, &random)
                return Self.region(center, radius: radius)
            }
            for _ in 0..<5 {
                Self.expectExact(
                    regions, at: Self.point(near: middle, metres: radii[0], &random))
            }
        }
    }

    @Test(arguments: [-0.02, -0.011, -0.001, 0, 0.001, 0.011, 0.02])
    func `an edge is exact to a millimetre`(beyond: Double) {
        var random = SplitMix64(seed: 1)
        for latitude in [0, 0.00001, -33, 52.37, -70, 84.9] {
            for longitude in [0, 4.9, 179.9999999, -180] {
                let point = Coordinate(latitude: latitude, longitude: longitude)
                let regions = (0..<40).map { _ in
                    let center = Self.point(near: point, metres: 250, &random)
                    let distance = LocalPlane(at: point).distance(to: center)
                    return Self.region(center, radius: max(1, distance - beyond))
                }
                Self.expectExact(regions, at: point)
                // Of one radius.
                Self.expectExact(
                    regions.map { Self.region($0.center, radius: regions[0].radius) }, at: point)
            }
        }
    }

    @Test func `what is at one spot, at a corner of strips, or all round is found`() {
        let spot = Coordinate(latitude: 52.37, longitude: 4.9)
        Self.expectExact((0..<300).map { _ in Self.region(spot, radius: 200) }, at: spot)
        for latitude in [90, -90, 89.9999, -89.9999, 0] {
            for longitude in [180, -180, 179.9999999, 0] {
                let point = Coordinate(latitude: latitude, longitude: longitude)
                for radius in [200.0, 30, 1] {
                    let around = (-180..<180).map {
                        Self.region(
                            Coordinate(latitude: latitude, longitude: Double($0)), radius: radius)
                    }
                    Self.expectExact(around, at: point)
                }
            }
        }
    }

    @Test func `who moves enters and leaves what lies between there and here`() {
        var random = SplitMix64(seed: 1)
        let town = Coordinate(latitude: -17.8, longitude: 179.999)
        let regions = (0..<2000).map { number in
            let radius = [100.0, 200, 600].randomElement(using: &random)!
            let center = Self.point(near: town, metres: 3000, &random)
            return Region(
                id: "\(number)", kind: "deal", name: "", center: center, radius: radius)
        }
        var monitor = GeofenceMonitor()
        // A device is in a region as long as its fixes are.
        monitor.rules.exit.margin = 0
        monitor.rules.exit.share = 0
        monitor.rules.exit.confirmations = 1
        monitor.rules.exit.confirmationTime = 0
        monitor.rules.cooldown.time = 0
        monitor.rules.passThrough.longestTime = 0
        var (inside, entered): (Set<String>, Int) = ([], 0)
        for number in 0..<200 {
            let fix = Fix(
                time: Walk.noon + Double(number),
                coordinate: Self.point(near: town, metres: 4000, &random))
            if number == 0 {
                monitor.load(
                    RegionSet(regions: regions, reach: .infinity), around: fix, cause: .startup)
            }
            for transition in monitor.transitions(at: fix) {
                let isEntered = transition.kind == .enter
                #expect(isEntered == !inside.contains(transition.region.id))
                if isEntered {
                    inside.insert(transition.region.id)
                } else {
                    inside.remove(transition.region.id)
                }
                entered += isEntered ? 1 : 0
            }
            let plane = LocalPlane(at: fix.coordinate)
            #expect(
                inside
                    == Set(
                        regions.lazy.filter { plane.distance(to: $0.center) <= $0.radius }
                            .map(\.id)))
        }
        #expect(entered > 1000)
    }

    @Test func `an index of nothing finds nothing`() {
        let index = RegionIndex([])
        #expect(Self.found(index, near: Coordinate(latitude: 90, longitude: 0), reach: 1e6) == [])
        Self.expectExact([], at: Coordinate(latitude: 0, longitude: 0))
    }
}
