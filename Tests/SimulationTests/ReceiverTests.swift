import Formats
import Geofencing
import Testing

@testable import Simulation

extension SimulationTests {
    /// What comes out has the statistics that the table says.
    struct ReceiverTests {
        private static let here = Coordinate(latitude: 52.3731, longitude: 4.8926)

        /// What a receiver that stands under `sky` says every ten seconds; `used` is of how many
        /// satellites.
        private func observations(
            hours: Int, _ sky: Sky, seed: UInt64, _ kind: ReceiverKind = .module,
            _ accuracy: StatedAccuracy = .honest
        ) -> [(fix: Fix?, used: Int)] {
            let leg = Scenario.Leg(
                mode: .parked, points: [], speed: 1, lights: 0, sky: sky, receiver: kind,
                accuracy: accuracy, location: TOMLLocation(file: "", line: 1, key: ""))
            var scenario = Scenario(legs: [leg])
            scenario.seed = seed
            let state = Motion.State(
                point: Vector(Self.here), heading: Vector(x: 0, y: 0, z: 0), speed: 0, leg: 0)
            var receiver = Receiver(scenario)
            return (0..<hours * 360).map { place in
                receiver.observe(state, leg, at: scenario.start + Double(place) * 10, after: 10)
            }
        }

        private func errors(_ observations: [(fix: Fix?, used: Int)]) -> [Offset] {
            observations.compactMap { $0.fix.map { error($0, Self.here) } }
        }

        @Test(arguments: ReceiverKind.allCases)
        func `under an open sky errors have the deviation and the memory of the table`(
            receiver: ReceiverKind
        ) {
            let (model, factor) = (Sky.open.errors, receiver.factor)
            let errors = errors(observations(hours: 40, .open, seed: 11, receiver))
            #expect(errors.count == 40 * 360)
            for axis in [errors.map(\.east), errors.map(\.north)] {
                #expect(abs(axis.size / (factor * model.deviation) - 1) < 0.1)
                #expect(abs(axis.mean) < 0.3 * factor)
                for lag in [3, 18, 36] {
                    let product = zip(axis, axis.dropFirst(lag)).map(*).mean
                    let expected =
                        DeterministicMath.exponential(-Double(lag) * 10 / model.memory)
                        * model.wander * model.wander * factor * factor
                    #expect(abs(product - expected) < 0.6 * factor * factor, "lag \(lag)")
                }
            }
        }

        @Test(
            arguments: [Sky.open, .suburban, .canyon, .indoor],
            [StatedAccuracy.honest, .optimistic])
        func `68 % are within an honest accuracy, and far fewer within an optimistic one`(
            sky: Sky, accuracy: StatedAccuracy
        ) {
            let fixes = observations(hours: 25, sky, seed: 2, .module, accuracy).compactMap(\.fix)
            let within = fixes.count { error($0, Self.here).length <= $0.accuracy ?? 0 }
            let share = Double(within) / Double(fixes.count)
            if accuracy == .honest {
                #expect(abs(share - 0.69) < 0.05)
            } else {
                #expect(share > 0.1 && share < 0.3)
            }
        }

        @Test(arguments: Sky.allCases.filter { $0 != .tunnel })
        func `satellites, HDOP and the time without a fix are those of the table`(sky: Sky) {
            let model = sky.errors
            let observations = observations(hours: 40, sky, seed: 3)
            let fixes = observations.compactMap { all in all.fix.map { (Double(all.used), $0) } }
            #expect(abs(fixes.map(\.0).mean - model.satellites) < 0.3)
            let hdop = fixes.compactMap(\.1.hdop)
            #expect(hdop.count == fixes.count && abs(hdop.mean / model.hdop - 1) < 0.08)
            // Few satellites and a small HDOP do not go together.
            #expect(fixes.allSatisfy { abs($1.hdop! - model.geometry * 12 / $0) < 0.006 })
            let off = model.outages.perHour * model.outages.seconds / 3600
            let expected = off / (1 + off)
            let share = 1 - Double(fixes.count) / Double(observations.count)
            // An epoch each ten seconds sees short outages as longer than they are.
            #expect(share >= expected * 0.6 && share <= expected * 2.5 + 0.001)
        }

        @Test(arguments: [
            Sky.canyon.errors.jumps, Sky.canyon.errors.biases, Sky.indoor.errors.outages,
        ])
        func `bursts are as many, as large and as long as the table says`(
            model: Bursts.Model
        ) {
            var chance = Chance(seed: 4, for: .error)
            var bursts = Bursts()
            var (begun, on, off) = (0, 0.0, 0.0)
            var sizes: [Double] = []
            for _ in 0..<300_000 {
                let was = bursts.isOn
                bursts.advance(by: 1, model, &chance)
                if bursts.isOn { on += 1 } else { off += 1 }
                guard bursts.isOn, !was else { continue }
                begun += 1
                sizes.append(bursts.offset.length)
            }
            let perHour = Double(begun) / (off / 3600)
            #expect(abs(perHour / model.perHour - 1) < 0.15)
            #expect(abs(on / Double(begun) - model.seconds) < 0.15 * model.seconds + 0.6)
            if model.size > 0 { #expect(abs(sizes.mean / model.size - 1) < 0.1) }
        }

        @Test func `in a tunnel there is no fix, and the first ones behind it are wild`()
            async throws
        {
            var (first, later): ([Double], [Double]) = ([], [])
            for seed in 1...60 {
                let epochs = Array(
                    try await trace(
                        """
                        seed = \(seed)
                        from = [52.3731, 4.8926]
                        [[leg]]
                        mode = "parked"
                        sky = "tunnel"
                        stop = 20
                        [[leg]]
                        mode = "walk"
                        to = [52.37365, 4.8926]
                        sky = "open"
                        """))
                #expect(epochs.prefix(20).allSatisfy { $0.fix == nil })
                let seen = epochs.compactMap { epoch in
                    epoch.fix.map { error($0, epoch.truth.coordinate).length }
                }
                first.append(try #require(seen.first))
                later.append(try #require(seen.dropFirst(30).first))
                let silent = epochs.prefix { $0.fix == nil }.count - 20
                #expect((0...7).contains(silent))
            }
            #expect(abs(first.mean / FirstFix.wildness - 1) < 0.25)
            #expect(later.mean < 5)
        }

        @Test func `a cold start takes half a minute`() async throws {
            for seed in 1...20 {
                let trace = try await trace(
                    """
                    seed = \(seed)
                    cold_start = true
                    from = [52.3731, 4.8926]
                    [[leg]]
                    mode = "parked"
                    stop = 60
                    """)
                let silent = trace.prefix { $0.fix == nil }.count
                #expect((26...39).contains(silent))
            }
        }

        @Test func `speeds are off by what the table says`() {
            let model = Sky.canyon.errors
            // Standing, each axis is all error: the mean square of the speed is that of both.
            let speeds = observations(hours: 10, .canyon, seed: 5).compactMap { $0.fix?.speed }
            #expect(abs(speeds.size / (model.speed * 2.0.squareRoot()) - 1) < 0.1)
        }

        @Test func `a receiver that states no accuracy states none`() {
            let fixes = observations(hours: 1, .open, seed: 1, .module, .none).compactMap(\.fix)
            #expect(fixes.count == 360 && fixes.allSatisfy { $0.accuracy == nil && $0.hdop != nil })
        }
    }
}
