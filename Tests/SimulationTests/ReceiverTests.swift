import Geofencing
import Testing

@testable import Simulation

/// What comes out has the statistics that the table says.
struct ReceiverTests {
    /// Errors of one axis after the other, of all epochs with a fix.
    private func errors(_ trace: SimulatedTrace) -> [Offset] {
        trace.compactMap { epoch in
            epoch.fix.map { error($0, epoch.truth.coordinate) }
        }
    }

    @Test(arguments: [("module", 1.0), ("phone", 1.5), ("precise", 0.25)])
    func `under an open sky errors have the deviation and the memory of the table`(
        receiver: String, factor: Double
    ) async throws {
        let model = Sky.open.errors
        let errors = errors(
            try await stay(hours: 40, seed: 11, more: "receiver = \"\(receiver)\""))
        #expect(errors.count == 40 * 720 + 1)
        for axis in [errors.map(\.east), errors.map(\.north)] {
            #expect(abs(axis.size / (factor * model.deviation) - 1) < 0.1)
            #expect(abs(axis.mean) < 0.3 * factor)
            for lag in [6, 36, 72] {
                let product = zip(axis, axis.dropFirst(lag)).map(*).mean
                let expected =
                    SameEverywhere.exponential(-Double(lag) * 5 / model.memory)
                    * model.wander * model.wander * factor * factor
                #expect(abs(product - expected) < 0.6 * factor * factor, "lag \(lag)")
            }
        }
    }

    @Test(arguments: [Sky.open, .suburban, .canyon, .indoor], ["honest", "optimistic"])
    func `68 % are within an honest accuracy, and far fewer within an optimistic one`(
        sky: Sky, accuracy: String
    ) async throws {
        let trace = try await stay(
            hours: 20, sky: sky.rawValue, seed: 2, more: "accuracy = \"\(accuracy)\"")
        var (within, all) = (0, 0)
        for epoch in trace {
            guard let fix = epoch.fix, let stated = fix.accuracy else { continue }
            all += 1
            if error(fix, epoch.truth.coordinate).length <= stated { within += 1 }
        }
        let share = Double(within) / Double(all)
        if accuracy == "honest" {
            #expect(abs(share - 0.69) < 0.05)
        } else {
            #expect(share > 0.1 && share < 0.3)
        }
    }

    @Test(arguments: Sky.allCases.filter { $0 != .tunnel })
    func `satellites, HDOP and the time without a fix are those of the table`(
        sky: Sky
    ) async throws {
        let model = sky.errors
        let epochs = Array(try await stay(hours: 20, sky: sky.rawValue, seed: 3))
        let fixes = epochs.compactMap { epoch in epoch.fix.map { (epoch, $0) } }
        let used = fixes.map { Double($0.0.satellites.count { $0.isUsed }) }
        #expect(abs(used.mean - model.satellites) < 0.3)
        let hdop = fixes.compactMap(\.1.hdop)
        #expect(abs(hdop.mean / model.hdop - 1) < 0.08)
        // Few satellites and a small HDOP do not go together.
        #expect(zip(used, hdop).allSatisfy { abs($1 - model.geometry * 12 / $0) < 0.006 })
        let off = model.outages.perHour * model.outages.seconds / 3600
        let expected = off / (1 + off)
        let share = 1 - Double(fixes.count) / Double(epochs.count)
        // An epoch each five seconds sees short outages as longer than they are.
        #expect(share >= expected * 0.6 && share <= expected * 1.8 + 0.001)
    }

    @Test(arguments: [
        Sky.canyon.errors.jumps, Sky.canyon.errors.biases, Sky.suburban.errors.jumps,
        Sky.indoor.errors.outages,
    ])
    func `bursts are as many, as large and as long as the table says`(
        model: Bursts.Model
    ) {
        var chance = Chance(seed: 4, for: .error)
        var bursts = Bursts()
        var (begun, on, off) = (0, 0.0, 0.0)
        var sizes: [Double] = []
        for _ in 0..<800_000 {
            let was = bursts.isOn
            bursts.advance(by: 1, model, &chance)
            if bursts.isOn { on += 1 } else { off += 1 }
            guard bursts.isOn, !was else { continue }
            begun += 1
            sizes.append(bursts.offset.length)
        }
        let perHour = Double(begun) / (off / 3600)
        #expect(abs(perHour / model.perHour - 1) < 0.12)
        #expect(abs(on / Double(begun) - model.seconds) < 0.12 * model.seconds + 0.6)
        if model.size > 0 { #expect(abs(sizes.mean / model.size - 1) < 0.08) }
    }

    @Test func `in a tunnel there is no fix, and the first ones behind it are wild`() async throws {
        var (first, later): ([Double], [Double]) = ([], [])
        for seed in 1...100 {
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
                    to = [52.3739, 4.8926]
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
        #expect(abs(first.mean / FirstFix.wildness - 1) < 0.2)
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

    @Test func `speeds are off by what the table says`() async throws {
        let model = Sky.canyon.errors
        // Standing, each axis is all error: the mean square of the speed is that of both.
        let speeds = try await stay(hours: 20, sky: "canyon").compactMap { $0.fix?.speed }
        #expect(abs(speeds.size / (model.speed * 2.0.squareRoot()) - 1) < 0.1)
    }

    @Test func `a receiver that states no accuracy states none`() async throws {
        let trace = try await stay(hours: 1, more: "accuracy = \"none\"")
        #expect(trace.allSatisfy { $0.fix?.accuracy == nil && $0.fix?.hdop != nil })
    }
}
