import Geofencing
import Interests
import TestSupport
import Testing

struct FileRegionsTests {
    @Test(arguments: [(52.37, 4.89), (0, 0), (-33.9, 180), (89.99, 10), (-90, 0)])
    func `every circle within reach is found, and no other`(
        _ where: (latitude: Double, longitude: Double)
    ) {
        let center = Coordinate(latitude: `where`.latitude, longitude: `where`.longitude)
        var random = SplitMix64(seed: 7)
        let all = (0..<5000).map { number in
            let side = Double.random(in: -180...180, using: &random)
            let degrees = Double.random(in: 0...0.2, using: &random)
            return Region(
                id: "\(number)", kind: "region", name: "", center: around(center, side, degrees),
                radius: number % 10 == 0 ? 3000 : 50)
        }
        let found = FileRegions(IndexedRegions(RegionList(all)), mostLoaded: 100).regions(
            around: center, reach: 3000, at: Timestamp(milliseconds: 0))
        let near = all.filter { $0.center.distance(to: center) - $0.radius <= 3000 }
        #expect(near.count > 20)
        #expect(found.regions.map(\.id) == near.map(\.id))
        #expect(found.reach == 3000)
    }

    /// Anywhere at the poles, where a degree of longitude is next to nothing.
    private func around(_ center: Coordinate, _ side: Double, _ degrees: Double) -> Coordinate {
        let isPole = abs(center.latitude) > 89
        let latitude = center.latitude - (center.latitude > 0 ? degrees : -degrees)
        let longitude = isPole ? side : center.longitude + side / 900
        return Coordinate(
            latitude: latitude,
            longitude: longitude > 180 ? longitude - 360 : longitude)
    }
}
