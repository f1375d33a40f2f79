import Testing

@testable import Geofencing

/// What is told of the time in which a track was not believed yet.
struct ProvenTrackTests {
    /// Out of a tunnel of 300 s at 10 m/s, the first fix at `first` metres east of a region's centre,
    /// and a fix each `every` seconds.
    private func fixes(first: Double, every: Double = 5, accuracy: Double = 10) -> [Fix] {
        var fixes = [Fix(time: Walk.noon, coordinate: Walk.point(east: first - 3000 - 10 * every))]
        fixes.append(Fix(time: Walk.noon + every, coordinate: Walk.point(east: first - 3000)))
        for number in 0..<8 {
            let seconds = every * Double(number)
            fixes.append(
                Fix(
                    time: Walk.noon + every + 300 + seconds,
                    coordinate: Walk.point(east: first + 10 * seconds)))
        }
        for i in fixes.indices { (fixes[i].speed, fixes[i].accuracy) = (10, accuracy) }
        return fixes
    }

    private func told(_ fixes: [Fix]) -> [Transition] {
        var filter = FixFilter()
        var monitor = GeofenceMonitor()
        let found = RegionSet(regions: [Walk(line: "").region], reach: .infinity)
        var told: [Transition] = []
        for fix in fixes {
            var fix = fix
            guard filter.dropReason(for: &fix) == nil else { continue }
            if monitor.loadedRegions.count == 0 {
                monitor.load(found, around: fix, cause: .startup)
            }
            told += monitor.transitions(at: fix, provenSince: filter.provenSince)
        }
        return told
    }

    @Test func `a visit that was over before the track was believed is told with the proof`() {
        // Inside at 150 and 200 m east of the centre, outside with the third fix.
        let told = told(fixes(first: 150))
        #expect(told.map(\.kind) == [.enter, .exit])
        #expect(told.allSatisfy { $0.rule == .segment && $0.fix.time == Walk.noon + 315 })
        #expect(told.first?.time == Walk.noon + 305)
        #expect(abs((told.last?.time ?? Walk.noon) - (Walk.noon + 310)) < 0.01)
    }

    @Test func `one that the first fix cannot be sure of is not`() {
        #expect(told(fixes(first: 191)).isEmpty)
        #expect(told(fixes(first: 189)).count == 2)
    }

    @Test func `nothing is told of the tunnel`() {
        #expect(told(fixes(first: 900)).isEmpty)
    }

    @Test func `the way is that of the fix before, if it is short enough`() {
        // Through the whole circle during a gap of 50 s.
        var fixes = fixes(first: 250, every: 1)
        for i in 0...1 {
            fixes[i].time = fixes[i].time + 250
            fixes[i].coordinate = Walk.point(east: -260 + 10 * Double(i))
        }
        #expect(told(fixes).map(\.rule) == [.segment, .segment])
    }

    @Test func `a coarse fix proves a track, and is no part of it`() {
        var fixes = fixes(first: 150)
        fixes[2].accuracy = 30
        var filter = FixFilter()
        let dropReasons = fixes.map { fix in
            var fix = fix
            return filter.dropReason(for: &fix)
        }
        #expect(dropReasons == [nil, nil, .coarse, .jump] + Array(repeating: nil, count: 6))
        // What is left of the way is 200 m east and further.
        #expect(told(fixes).isEmpty)
    }

    @Test func `a receiver that has given coarse fixes all the time has had no gap`() {
        var fixes = Track(fixes: (0..<100).map { (Double($0), 10 * Double($0)) }, speed: 10).all
        for i in 10..<60 { fixes[i].accuracy = 40 }
        var filter = FixFilter()
        let dropReasons = fixes.map { fix in
            var fix = fix
            return filter.dropReason(for: &fix)
        }
        #expect(dropReasons.filter { $0 == .coarse }.count == 50)
        #expect(!dropReasons.contains(.jump))
    }

    @Test func `a coarse fix that is late or repeated says nothing`() {
        let before = Track(fixes: [(100, 0), (101, 10)], speed: 10).all
        var coarse = Track(fixes: [(40, 0)], speed: 10).all[0]
        coarse.accuracy = 50
        var rule = JumpRule()
        let first = rule.accepts(before[1], after: before[0])
        rule.note(coarse: coarse, after: before[1])
        let next = Track(fixes: [(120, 200)], speed: 10).all[0]
        let second = rule.accepts(next, after: before[1])
        #expect(first && second, "19 s are no gap")
    }
}
