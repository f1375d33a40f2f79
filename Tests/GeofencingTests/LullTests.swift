import TestSupport
import Testing

@testable import Geofencing

/// A monitor that asks only the regions that can have changed, beside one that asks all of them.
struct LullTests {
    private var resting = GeofenceMonitor()
    private var awake = GeofenceMonitor()

    private static func remembered(_ monitor: GeofenceMonitor) -> [UInt8] {
        var bytes = StateWriter()
        monitor.write(to: &bytes)
        return bytes.bytes
    }

    private mutating func load(_ regions: [Region], around fix: Fix, reach: Double = .infinity) {
        let found = RegionSet(regions: regions, reach: reach)
        resting.load(found, around: fix, cause: .startup)
        awake.load(found, around: fix, cause: .startup)
    }

    /// What both tell.
    private mutating func follow(_ fix: Fix, provenSince: Fix? = nil) -> [Transition] {
        // Whoever gets other rules forgets what it need not do.
        awake.rules = resting.rules
        let told = resting.transitions(at: fix, provenSince: provenSince)
        #expect(awake.transitions(at: fix, provenSince: provenSince) == told)
        expectSame(told)
        return told
    }

    /// The same while no fix comes: that says nothing of why nothing is told.
    private mutating func wait(until later: Timestamp) {
        #expect(resting.transitions(until: later) == awake.transitions(until: later))
        #expect(Self.remembered(resting) == Self.remembered(awake))
    }

    private func expectSame(_ told: [Transition]) {
        #expect(Self.remembered(resting) == Self.remembered(awake))
        // Why nothing was told.
        if told.isEmpty { #expect(resting.standing.reason == awake.standing.reason) }
        #expect(resting.standing.since == awake.standing.since)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    mutating func `nothing is missed by who does not look`(seed: UInt64) {
        // Mostly slow: then there is most to rest from.
        let walk = RandomWalk(
            seed: seed, fixes: 800, clockSteps: seed.isMultiple(of: 3),
            speeds: seed > 3 ? [1.5, 0, 0.3, 5, 14, 33, 70] : [1.5, 1.5, 0.3, 0])
        resting.rules.passThrough.longestTime = seed.isMultiple(of: 2) ? 60 : 900
        load(walk.regions, around: walk.fixes[0])
        var told: [Transition] = []
        for (i, fix) in walk.fixes.enumerated() {
            if i % 200 == 150 { load(walk.regions.filter { $0.radius > 50 }, around: fix) }
            if i % 200 == 190 { load(walk.regions, around: fix) }
            told += follow(fix, provenSince: i % 50 == 49 ? walk.fixes[i - 3] : nil)
            if i % 20 == 7 {
                wait(until: fix.time + 0.7)
            }
        }
        #expect(Set(told.map(\.kind)) == Set(Transition.Kind.allCases))
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    mutating func `nor in a town full of regions, with fixes good and bad`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let walk = RandomWalk(seed: seed, fixes: 500, speeds: [5, 1.5, 0, 14])
        let regions = (0..<600).map { number -> Region in
            var region = walk.regions[number % walk.regions.count]
            region.id = "\(number)"
            region.center.latitude += .random(in: -0.01...0.01, using: &random)
            region.center.longitude += .random(in: -0.01...0.01, using: &random)
            if number.isMultiple(of: 50) { region.radius = 4000 }
            return region
        }
        load(regions, around: walk.fixes[0])
        resting.rules.exit.margin = seed > 4 ? 5 : 35
        var told: [Transition] = []
        for var fix in walk.fixes {
            if random.chance(0.1) { fix.accuracy = .random(in: 1...120, using: &random) }
            told += follow(fix)
        }
        #expect(told.contains { $0.rule == .outside })
        #expect(Set(told.map(\.kind)) == Set(Transition.Kind.allCases))
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    mutating func `nor while times begin and end between fixes that are far from each other`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        let center = Coordinate(latitude: 52, longitude: 5)
        var region = Region(id: "1", kind: "", name: "", center: center, radius: 200)
        var fix = Fix(time: Walk.noon, coordinate: center)
        fix.accuracy = 4
        load([region], around: fix)
        for number in 0..<300 {
            if number % 8 == 0 {
                let start = fix.time + .random(in: -30...90, using: &random)
                region.window = random.chance(0.3) ? nil : TimeWindow(start: start, end: nil)
                load([region], around: fix)
            }
            _ = follow(fix)
            let seconds = Double.random(in: 1...50, using: &random)
            if random.chance(0.5) {
                let later = fix.time + .random(in: 0...seconds, using: &random)
                awake.rules = resting.rules
                wait(until: later)
            }
            fix.time = fix.time + seconds
            fix.coordinate.latitude = 52 + .random(in: 0...400, using: &random) / 111_267
        }
    }

    /// An exit is told when it is time although nobody counted the fixes one by one.
    @Test(arguments: [(0, 30), (15, 30), (20, 39)])
    mutating func `who is leaving is counted`(standing: Int, seconds: Int) {
        let center = Coordinate(latitude: 52, longitude: 5)
        let region = Region(id: "1", kind: "", name: "", center: center, radius: 200)
        var fix = Fix(time: Walk.noon, coordinate: center)
        fix.accuracy = 4
        load([region], around: fix)
        var exit: Int?
        for second in -60...200 {
            fix.time = Walk.noon + Double(second)
            fix.coordinate.latitude = 52 + (second < 0 ? 0 : 300.0 / 111_267)
            fix.speed = (0..<standing).contains(second) ? 0.2 : 3
            fix.startsSegment = second == 0
            if follow(fix).contains(where: { $0.kind == .exit }) { exit = second }
        }
        #expect(exit == seconds)
    }

    @Test(arguments: [52, 84.9, 88], [200.0, 5000])
    mutating func `nor of a region alone, however it is left`(latitude: Double, radius: Double) {
        var center = Coordinate(latitude: latitude, longitude: 179.9999)
        let region = Region(id: "1", kind: "", name: "", center: center, radius: radius)
        var fix = Fix(time: Walk.noon, coordinate: center)
        fix.accuracy = 4
        load([region], around: fix)
        var kinds: [Transition.Kind] = []
        // Out to the edge and over it, back, far away, and back after the time of rest.
        for metres in [
            0.0, 0, 0, 0, 0, 0, 100, 199, 210, 234, 236, 250, 190, 0, 240, 300, 690, 710, 400, 0, 0,
        ] {
            for _ in 0..<45 {
                fix.time = fix.time + 1
                center.latitude = latitude + metres * radius / 200 / 111_600
                fix.coordinate = center
                kinds += follow(fix).map(\.kind)
            }
        }
        #expect(kinds.prefix(3) == [.enter, .dwell, .exit])
        #expect(kinds.last == .enter)
    }
}
