import TestSupport
import Testing

@testable import Geofencing

/// What holds whatever the device, the receiver and the regions do.
struct InvariantTests {
    static let seeds: ClosedRange<UInt64> = 1...6

    private func told(
        _ fixes: [Fix], _ source: any RegionSource, rules: Rules = Rules()
    ) async throws -> [Transition] {
        let notebook = Notebook()
        let tracker = Tracker(
            regions: source, journal: notebook, rules: rules,
            reporting: Set(Transition.Kind.allCases))
        if let source = source as? ChangingAtlas {
            await source.onLookup { await tracker.regionsChanged() }
        }
        try await tracker.run(Tape(fixes, batch: 7))
        return await notebook.transitions
    }

    /// Enter, perhaps a dwell, exit, and so on, for each region.
    private func checkOrder(_ told: [Transition]) {
        for (id, transitions) in Dictionary(grouping: told, by: \.region.id) {
            var last = Transition.Kind.exit
            for transition in transitions {
                let after: [Transition.Kind] =
                    switch transition.kind {
                    case .enter: [.exit]
                    case .dwell: [.enter]
                    case .exit: [.enter, .dwell]
                    }
                #expect(after.contains(last), "\(transition.kind) after \(last) in \(id)")
                last = transition.kind
            }
        }
    }

    /// By one clock that was never put back.
    private func checkTimes(_ told: [Transition]) {
        #expect(told.map(\.time) == told.map(\.time).sorted())
        #expect(told.allSatisfy { $0.time <= $0.fix.time })
        var entered: [String: Timestamp] = [:]
        for transition in told {
            if transition.kind == .enter { entered[transition.region.id] = transition.time }
            let stay = entered[transition.region.id].map { transition.time - $0 }
            switch (transition.kind, transition.rule) {
            case (.enter, _): #expect(transition.stay == nil)
            case (.exit, .outside), (.exit, .far), (.exit, .gap):
                #expect(0...(stay ?? 0) ~= (transition.stay ?? -1))
            default: #expect(transition.stay == stay)
            }
        }
    }

    @Test(arguments: seeds)
    func `enter and exit take turns, in the order of time`(seed: UInt64) async throws {
        let walk = RandomWalk(seed: seed)
        let told = try await told(walk.fixes, Atlas(walk.regions, isWhole: true))
        #expect(told.count > 20)
        checkOrder(told)
        checkTimes(told)
    }

    @Test(arguments: seeds)
    func `they do so when regions come, go and change`(seed: UInt64) async throws {
        let walk = RandomWalk(seed: seed)
        let told = try await told(walk.fixes, ChangingAtlas(walk.regions, seed: seed))
        #expect(told.contains { $0.cause == .removed })
        #expect(told.contains { $0.cause == .added })
        checkOrder(told)
        checkTimes(told)
    }

    @Test(arguments: seeds)
    func `they take turns when the clock is put back`(seed: UInt64) async throws {
        let walk = RandomWalk(seed: seed, clockSteps: true)
        let told = try await told(walk.fixes, ChangingAtlas(walk.regions, seed: seed))
        #expect(zip(told, told.dropFirst()).contains { $0.time > $1.time })
        checkOrder(told)
        #expect(told.allSatisfy { $0.time <= $0.fix.time && $0.stay ?? 0 >= 0 })
    }

    @Test(arguments: seeds)
    func `the same fixes tell the same`(seed: UInt64) async throws {
        let (one, two) = (RandomWalk(seed: seed), RandomWalk(seed: seed))
        #expect(
            try await told(one.fixes, ChangingAtlas(one.regions, seed: seed))
                == told(two.fixes, ChangingAtlas(two.regions, seed: seed)))
    }

    @Test(arguments: seeds)
    func `what is told of a region does not depend on the others`(seed: UInt64) async throws {
        let walk = RandomWalk(seed: seed)
        let all = try await told(walk.fixes, Atlas(walk.regions, isWhole: true))
        let few = Array(walk.regions.shuffled().prefix(10))
        let ids = Set(few.map(\.id))
        #expect(
            try await told(walk.fixes, Atlas(few, isWhole: true))
                == all.filter { ids.contains($0.region.id) })
    }

    @Test(arguments: seeds)
    func `it does not matter whether regions are loaded at once or by distance`(
        seed: UInt64
    ) async throws {
        let walk = RandomWalk(seed: seed)
        let byDistance = Atlas(walk.regions)
        let some = try await told(walk.fixes, byDistance).map(Happening.init)
        let all = try await told(walk.fixes, Atlas(walk.regions, isWhole: true)).map(Happening.init)
        #expect(some == all)
        #expect(await byDistance.lookups.count > 3)
    }

    @Test(arguments: seeds)
    func `nor does it at 70 m/s`(seed: UInt64) async throws {
        let walk = RandomWalk(seed: seed, clockSteps: true, speeds: [70])
        let byDistance = Atlas(walk.regions)
        let some = try await told(walk.fixes, byDistance).map(Happening.init)
        let all = try await told(walk.fixes, Atlas(walk.regions, isWhole: true)).map(Happening.init)
        #expect(some == all)
        #expect(some.count > 20)
        #expect(await byDistance.lookups.count > 20)
    }

    @Test(arguments: seeds)
    func `whoever is gone in the end has left all that was entered`(seed: UInt64) async throws {
        let walk = RandomWalk(seed: seed, clockSteps: true)
        var last = walk.fixes[walk.fixes.count - 1]
        last.time = last.time + 100
        last.coordinate.latitude += 1
        last.startsSegment = true
        last.accuracy = 5
        for source in [Atlas(walk.regions), Atlas(walk.regions, isWhole: true)] {
            let told = try await told(walk.fixes + [last], source)
            #expect(told.count > 20)
            for transitions in Dictionary(grouping: told, by: \.region.id).values {
                #expect(transitions.last?.kind == .exit)
                let enters = transitions.count { $0.kind == .enter }
                #expect(enters == transitions.count { $0.kind == .exit })
            }
        }
    }

    @Test(arguments: seeds)
    func `cutting the walk short does not change what was told before`(
        seed: UInt64
    ) async throws {
        let walk = RandomWalk(seed: seed, clockSteps: true)
        let all = try await told(walk.fixes, Atlas(walk.regions))
        for count in [1, 10, 400, 800] {
            let start = try await told(Array(walk.fixes.prefix(count)), Atlas(walk.regions))
            #expect(all.starts(with: start))
        }
    }

    @Test(arguments: Share.of(1...4 as ClosedRange<UInt64>, 1))
    func `nor does it wherever the walk is cut`(seed: UInt64) async throws {
        let walk = RandomWalk(seed: seed, fixes: 200, clockSteps: true)
        let all = try await told(walk.fixes, Atlas(walk.regions))
        #expect(all.count > 5)
        var told = 0
        for count in 0...walk.fixes.count {
            let start = try await self.told(Array(walk.fixes.prefix(count)), Atlas(walk.regions))
            #expect(all.starts(with: start))
            #expect(start.count >= told, "nothing is taken back")
            told = start.count
        }
        #expect(told == all.count)
    }
}

/// A transition without what decided it: a region that comes into view after a gap is entered by
/// another name.
private struct Happening: Equatable {
    let kind: Transition.Kind
    let id: String
    let time: Timestamp
    let stay: Double?

    init(_ transition: Transition) {
        kind = transition.kind
        id = transition.region.id
        time = transition.time
        stay = transition.stay
    }
}

/// Regions that are removed, added again and given other windows from look-up to look-up.
private actor ChangingAtlas: RegionSource {
    private let regions: [Region]
    private var random: SplitMix64
    private var change: (@Sendable () async -> Void)?

    init(_ regions: [Region], seed: UInt64) {
        self.regions = regions
        random = SplitMix64(seed: seed)
    }

    func onLookup(_ body: @escaping @Sendable () async -> Void) {
        change = body
    }

    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        // Rarely twice in a row, so that something happens in between.
        if random.chance(0.9) { await change?() }
        if random.chance(0.1) { throw Atlas.Closed() }
        let found = regions.filter {
            random.chance(0.95) && $0.center.distance(to: center) - $0.radius <= reach
        }
        return RegionSet(regions: found.map { changed($0) }, reach: reach)
    }

    private func changed(_ region: Region) -> Region {
        var region = region
        if let end = region.window?.end, random.chance(0.1) {
            region.window?.end = end + .random(in: -2000...2000, using: &random)
        }
        return region
    }
}
