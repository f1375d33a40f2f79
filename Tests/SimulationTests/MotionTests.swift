import Geofencing
import Testing

@testable import Simulation

extension SimulationTests {
    struct MotionTests {
        /// Bends of all kinds: wide, sharp, back the same way, close to each other.
        private static let bends = """
            [[52.000, 5.000], [52.010, 5.000], [52.015, 5.010], [52.010, 5.020], [52.010, 5.0203],
            [52.0103, 5.0203], [52.0103, 5.040], [52.0103, 5.030], [52.02, 5.05], [52.02, 5.0500001]]
            """

        private func journey(_ mode: TravelMode, _ more: String = "") async throws -> SimulatedTrace
        {
            try await trace(
                """
                rate = 10
                from = [52, 5]
                [[leg]]
                mode = "\(mode.rawValue)"
                via = \(Self.bends)
                to = [52.03, 5.06]
                \(more)
                """)
        }

        @Test(arguments: TravelMode.allCases.filter { $0 != .parked })
        func `nobody goes faster, brakes or turns harder than the mode allows`(
            mode: TravelMode
        ) async throws {
            let limits = mode.limits
            let trace = try await journey(mode)
            var motion = Motion(trace.way, trace.scenario)
            var (fastest, most) = (0.0, -Double.infinity)
            var (last, before) = (motion.state(at: 0), motion.state(at: 0))
            for step in 1...Int(trace.seconds * 10) {
                let now = motion.state(at: Double(step) / 10)
                fastest = max(fastest, now.speed)
                // The second difference over 0.1 s; a bend is drawn in steps of less than 0.1 rad.
                let change = (now.point - 2 * last.point + before.point).length / 0.01
                most = max(most, change - 0.1 * now.speed / 0.1)
                (before, last) = (last, now)
            }
            #expect(fastest > limits.speed * 0.5 && fastest <= limits.speed * 1.1001)
            #expect(most <= max(limits.acceleration, limits.braking) + limits.sideways + 0.1)
        }

        @Test func `it begins and ends at rest, and stops where it is told`() async throws {
            let trace = try await trace(
                """
                from = [52, 5]
                [[leg]]
                mode = "bike"
                via = [{ at = [52.01, 5], stop = 100 }]
                to = [52.02, 5]
                stop = 30
                """)
            let epochs = Array(trace)
            #expect(epochs.first?.truth.speed == 0 && epochs.last?.truth.speed == 0)
            let middle = Coordinate(latitude: 52.01, longitude: 5)
            let there = epochs.filter {
                $0.truth.speed == 0 && $0.truth.coordinate.distance(to: middle) < 0.01
            }
            #expect((100...101).contains(there.count))
            let end = Coordinate(latitude: 52.02, longitude: 5)
            #expect(epochs.suffix(30).allSatisfy { $0.truth.coordinate.distance(to: end) < 0.01 })
            #expect(trace.seconds > 2225 / 4.7 + 130 && trace.seconds < 2225 / 4.7 * 1.15 + 150)
        }

        @Test(arguments: [
            ("over 180°", "[-17.0, 179.98]", "[-17.0, -179.98]"),
            ("past the pole", "[89.98, 0]", "[89.98, 180]"),
            ("over the equator", "[-0.02, -0.02]", "[0.02, 0.02]"),
        ])
        func `there is no edge of the world`(_ name: String, from: String, to: String) async throws
        {
            let trace = try await trace(
                """
                rate = 1
                from = \(from)
                [[leg]]
                mode = "boat"
                to = \(to)
                """)
            var last: Coordinate?
            var metres = 0.0
            for epoch in trace {
                let here = epoch.truth.coordinate
                let step = last.map { here.distance(to: $0) } ?? 0
                metres += step
                let fix = try #require(epoch.fix).coordinate
                guard step < 5.6, here.isValid, fix.isValid, fix.distance(to: here) < 20 else {
                    Issue.record("\(epoch)")
                    break
                }
                last = here
            }
            let first = try #require(trace.first { _ in true }).truth.coordinate
            let straight = first.distance(to: try #require(last))
            #expect(abs(metres - straight) < 1 && straight > 4000)
        }

        @Test func `a car waits at red lights, and a tram at its stops`() async throws {
            let car = try await journey(.car, "lights = 200")
            let tram = try await journey(.tram)
            for (trace, least) in [(car, 10), (tram, 10 * 19)] {
                var motion = Motion(trace.way, trace.scenario)
                let standing = (0..<Int(trace.seconds)).count {
                    motion.state(at: Double($0)).speed == 0
                }
                #expect(standing > least)
            }
            let free = try await journey(.car, "lights = 0")
            #expect(free.seconds < car.seconds)
        }

        @Test func `the truth is the same at every rate`() async throws {
            func truth(_ rate: Double) async throws -> [Epoch.Truth] {
                try await trace(
                    """
                    rate = \(rate)
                    from = [52, 5]
                    [[leg]]
                    mode = "car"
                    to = [52.03, 5.06]
                    """
                ).map(\.truth)
            }
            let (slow, fast) = (try await truth(0.5), try await truth(5))
            #expect(slow.count > 100)
            for (place, truth) in slow.enumerated() { #expect(fast[place * 10] == truth) }
        }

        @Test func `a journey of no length is an epoch`() async throws {
            let epochs = Array(
                try await trace(
                    """
                    from = [52, 5]
                    [[leg]]
                    mode = "walk"
                    to = [52, 5]
                    """))
            #expect(epochs.count == 1)
        }
    }
}
