import Glibc
import TestSupport
import Testing

@testable import Geofencing

struct RegionIndexTests {
    private static let metresPerDegree = 111_000.0

    /// A place anywhere on the Earth, often at a pole or near the antimeridian.
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

    /// A place `metres` or so from another.
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
        index.forEach(near: point, reach: reach) { place in
            #expect(found.insert(place).inserted, "no place twice")
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

    @Test func `an index of nothing finds nothing`() {
        let index = RegionIndex([])
        #expect(Self.found(index, near: Coordinate(latitude: 90, longitude: 0), reach: 1e6) == [])
    }
}
