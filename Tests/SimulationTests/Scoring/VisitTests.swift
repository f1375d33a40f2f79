import Formats
import Geofencing
import Testing

@testable import Simulation

struct VisitTests {
    private static let here = Coordinate(latitude: 52, longitude: 5)
    /// Degrees of latitude in a metre there.
    private static let metre = 1 / 111_264.7

    private func region(
        _ id: String, north: Double, east: Double = 0, radius: Double = 200,
        window: TimeWindow? = nil
    ) -> Region {
        Region(
            id: id, kind: "deal", name: id,
            center: Coordinate(
                latitude: 52 + north * Self.metre, longitude: 5 + east * Self.metre * 1.622),
            radius: radius, window: window)
    }

    private static func north(_ metres: Double) -> String { "[\(52 + metres * metre), 5]" }

    /// A straight way north at a steady 10 m/s, under an open sky.
    private func drive(_ metres: Double, _ more: String = "") async throws -> SimulatedTrace {
        try await trace(
            """
            from = [52, 5]
            [[leg]]
            mode = "car"
            lights = 0
            speed = 10
            sky = "open"
            to = \(Self.north(metres))
            \(more)
            """)
    }

    @Test func `times are those of the true path`() async throws {
        let trace = try await drive(3000)
        let region = region("a", north: 1500, east: 120)
        let visit = try #require(trace.visits(to: [region], name: "x").visits.first)
        // From the same path at each hundredth of a second.
        let motion = Motion(trace.way, trace.scenario)
        var (first, last, nearest): (Double?, Double?, Double) = (nil, nil, .infinity)
        var moving = motion
        for step in 0..<Int(trace.seconds * 100) {
            let point = moving.state(at: Double(step) / 100).point.coordinate
            let distance = point.distance(to: region.center)
            nearest = min(nearest, distance)
            guard distance <= 200 else { continue }
            first = first ?? Double(step) / 100
            last = Double(step) / 100
        }
        func seconds(_ text: String) throws -> Double {
            try #require(Timestamp(iso8601: text)) - trace.scenario.start
        }
        #expect(abs(try seconds(visit.enter) - #require(first)) <= 0.011)
        #expect(abs(try seconds(visit.exit) - #require(last)) <= 0.011)
        #expect(abs(visit.nearest - nearest) < 0.01)
        #expect(visit.clear && visit.tags.isEmpty && visit.allowed == 1)
    }

    @Test func `a visit that is not clear says why`() async throws {
        let start = Scenario.defaultStart
        let trace = try await drive(4000)
        let regions = [
            region("clear", north: 2000),
            region("shallow", north: 2000, east: 180),
            region("start", north: 100),
            region("end", north: 4000),
            region("graze", north: 2000, east: 215),
            region("short", north: 2000, east: 29.5, radius: 30),
            region("pass", north: 2000, radius: 60),
            region(
                "opens", north: 2000, window: TimeWindow(start: start + 200, end: nil)),
            region("never", north: 2000, window: TimeWindow(start: nil, end: start + 20)),
        ]
        let visits = trace.visits(to: regions, name: "x")
        let tags = Dictionary(uniqueKeysWithValues: visits.visits.map { ($0.region, $0.tags) })
        #expect(
            tags == [
                "clear": [], "shallow": [.shallow], "start": [.start], "end": [.end],
                "pass": [.pass], "opens": [.opens],
            ])
        #expect(visits.grazes.map(\.region).sorted() == ["graze", "short"])
        #expect(Set(visits.visits.filter(\.clear).map(\.region)) == ["clear", "pass", "opens"])
    }

    @Test func `a tunnel makes visits blind`() async throws {
        let trace = try await trace(
            """
            from = [52, 5]
            [[leg]]
            mode = "metro"
            to = \(Self.north(3000))
            """)
        let visit = try #require(
            trace.visits(to: [region("a", north: 1500)], name: "x").visits.first)
        #expect(visit.tags == [.blind] && !visit.clear)
    }

    @Test(arguments: [(70.0, true), (70.1, false), (.infinity, false)])
    func `a visit that no fix saw is between two, or blind`(after: Double, isBetween: Bool) {
        var usable = UsableFixes()
        let fix = Fix(time: Timestamp(milliseconds: 0), coordinate: Self.here)
        for seconds in [0, 10, after] where seconds.isFinite { usable.add(fix, at: seconds) }
        #expect(!usable.any(in: 10.1...30))
        #expect((usable.gap(around: 10.1...30) <= 60) == isBetween)
        #expect(usable.gap(around: -2 ... -1) == .infinity)
    }

    @Test func `who comes back soon has not left, and late has`() async throws {
        // 400 m out and back at 10 m/s is 80 s, and the stop beyond is what makes the difference.
        for (stop, stays, allowed) in [
            (0, 1, [1]), (60, 1, [2]), (100, 2, [1, 1]), (400, 2, [1, 1]),
        ] {
            let trace = try await trace(
                """
                from = \(Self.north(-1500))
                [[leg]]
                mode = "car"
                lights = 0
                speed = 10
                sky = "open"
                via = [\(Self.north(0)), { at = \(Self.north(400)), stop = \(stop) }]
                to = \(Self.north(-1500))
                """)
            let visits = trace.visits(to: [region("a", north: 0)], name: "x").visits
            #expect(visits.map(\.allowed) == allowed, "\(stop)")
            #expect(visits.count == stays)
            #expect(visits.last?.tags.contains(.grey) == (stop == 100), "\(stop)")
        }
    }

    @Test func `a stop at the edge counts as long as it lasts`() async throws {
        let trace = try await trace(
            """
            from = [52, 5]
            [[leg]]
            mode = "parked"
            stop = 1000
            """)
        let visits = trace.visits(
            to: [region("in", north: 195), region("out", north: 205)], name: "x")
        #expect(visits.visits.map(\.region) == ["in"])
        #expect(visits.visits.first?.insideSeconds == 1000)
        #expect(visits.grazes.map(\.region) == ["out"])
    }
}
