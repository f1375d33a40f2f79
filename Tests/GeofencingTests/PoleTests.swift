import Glibc
import TestSupport
import Testing

@testable import Geofencing

/// Ways and circles at the poles, where all meridians meet.
struct PoleTests {
    /// A point near a pole, also as seen from straight above it: then distances are within a
    /// millimetre of the geodesic's.
    private struct Point {
        let coordinate: Coordinate
        let seen: Offset

        init(pole: Double, degrees: Double, longitude: Double) {
            coordinate = Coordinate(
                latitude: pole > 0 ? pole - degrees : pole + degrees, longitude: longitude)
            let top = Coordinate(latitude: pole, longitude: 0)
            let metres = Geodesic.distance(top, coordinate)
            seen = Offset(
                east: metres * sin(longitude.radians), north: metres * cos(longitude.radians))
        }

        /// Within half a kilometre; often on the pole.
        init(near pole: Double, _ random: inout SplitMix64) {
            let degrees = [0, 1e-9, 0.0001, 0.004].map { Double.random(in: 0...$0, using: &random) }
            self.init(
                pole: pole, degrees: degrees.randomElement(using: &random)!,
                longitude: [0, 90, 180, -180, .random(in: -180...180, using: &random)]
                    .randomElement(using: &random)!)
        }

        func way(to other: Point) -> Offset {
            Offset(east: other.seen.east - seen.east, north: other.seen.north - seen.north)
        }
    }

    /// Metres from the straight way.
    private func clearance(of center: Point, from start: Point, to end: Point) -> Double {
        let (way, toCenter) = (start.way(to: end), start.way(to: center))
        let square = way.east * way.east + way.north * way.north
        let foot = toCenter.east * way.east + toCenter.north * way.north
        let part = square > 0 ? min(1, max(0, foot / square)) : 0
        return Offset(
            east: toCenter.east - part * way.east, north: toCenter.north - part * way.north
        ).length
    }

    private func enters(
        from start: Point, to end: Point, _ center: Point, radius: Double
    ) -> Bool {
        let region = Region(
            id: "r", kind: "deal", name: "R", center: center.coordinate, radius: radius)
        var monitor = GeofenceMonitor()
        let fixes = [start, end].enumerated().map {
            Fix(time: Walk.noon + 30 * Double($0), coordinate: $1.coordinate)
        }
        monitor.load(
            RegionSet(regions: [region], reach: .infinity), around: fixes[0], cause: .startup)
        return fixes.flatMap { monitor.transitions(at: $0) }.contains { $0.kind == .enter }
    }

    @Test(arguments: [90.0, -90])
    func `a circle is entered by a way through it, and by none that passes it`(pole: Double) {
        var random = SplitMix64(seed: 1909)
        for _ in 0..<4000 {
            let (start, end) = (Point(near: pole, &random), Point(near: pole, &random))
            let center = Point(near: pole, &random)
            let clearance = clearance(of: center, from: start, to: end)
            guard clearance > 1 else { continue }
            let said =
                "from \(start.coordinate) to \(end.coordinate), \(clearance) m past \(center.coordinate)"
            for off in [0.01, 0.5] {
                #expect(!enters(from: start, to: end, center, radius: clearance - off), "\(said)")
                #expect(enters(from: start, to: end, center, radius: clearance + off), "\(said)")
            }
        }
    }

    @Test(arguments: [90.0, -90])
    func `a flat sheet at a pole knows how far points are from each other`(pole: Double) {
        var random = SplitMix64(seed: 1911)
        for _ in 0..<4000 {
            let plane = LocalPlane(at: Point(near: pole, &random).coordinate)
            let (a, b) = (Point(near: pole, &random), Point(near: pole, &random))
            let (toA, toB) = (plane.offset(to: a.coordinate), plane.offset(to: b.coordinate))
            let between = Offset(east: toB.east - toA.east, north: toB.north - toA.north).length
            #expect(abs(between - Geodesic.distance(a.coordinate, b.coordinate)) < 0.001)
            #expect(abs(toA.length - Geodesic.distance(plane.origin, a.coordinate)) < 0.001)
        }
    }
}
