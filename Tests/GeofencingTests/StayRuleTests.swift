import Testing

@testable import Geofencing

/// A rule from outside: it reports a drive through a region at more than 50 km/h.
private struct SpeedRule: StayRule {
    /// Metres per second.
    var limit = 14.0

    var name: Transition.Rule { Transition.Rule(rawValue: "speeding") }

    func decides(_ stay: Stay, at fix: Fix, _ position: RelativePosition) -> Bool {
        position.isInside && fix.speed ?? 0 > limit
    }
}

/// A rule that counts how often it is asked.
private final class Witness: StayRule {
    nonisolated(unsafe) var times: [Timestamp] = []

    var name: Transition.Rule { Transition.Rule(rawValue: "witness") }

    func decides(_ stay: Stay, at fix: Fix, _ position: RelativePosition) -> Bool {
        times.append(fix.time)
        return false
    }
}

struct StayRuleTests {
    /// What is told along `walk` at these speeds: digits, in ten metres per second.
    private func told(_ walk: String, speeds: String, every: Double = 1) -> String {
        var monitor = GeofenceMonitor()
        monitor.rules.stay = [SpeedRule()]
        let walk = Walk(line: walk, every: every)
        var drawn = ""
        for ((_, fix), digit) in zip(walk.fixes, speeds) {
            var fix = fix
            fix.speed = digit.wholeNumberValue.map { Double($0) * 10 }
            if drawn.isEmpty {
                let set = RegionSet(regions: [walk.region], reach: .infinity)
                monitor.load(set, around: fix, cause: .startup)
            }
            let rules = monitor.transitions(at: fix).map(\.rule.rawValue)
            drawn += rules.isEmpty ? " " : String(rules[0].first!)
        }
        return drawn
    }

    @Test func `a rule that reads the reported speed is asked inside a region, and reports once`() {
        let walk = "·●●●●●●·"
        let speed = "33112244"
        let tells = " a  s  f"
        #expect(told(walk, speeds: speed) == tells)
    }

    @Test(arguments: [
        ("fast outside only", "··●●··", "331133", "  a f "),
        ("the source gives no speed", "·●●●·", "-----", " a  f"),
        ("fast at the first fix inside, which enters", "·●●·", "3311", " a f"),
        ("fast beyond the edge, not yet left", "·●~~~·", "111331", " a   f"),
        ("fast again in the same stay", "·●●●●·", "113131", " as  f"),
    ])
    func `and at no other time`(_ what: String, walk: String, speeds: String, tells: String) {
        #expect(told(walk, speeds: speeds) == tells, "\(what)")
    }

    @Test func `every fix of a stay is shown to a rule`() {
        let witness = Witness()
        var monitor = GeofenceMonitor()
        monitor.rules.stay = [witness]
        let walk = Walk(line: "·●●○●~●●●·", every: 30)
        for (step, fix) in walk.fixes {
            if step == 0 {
                let set = RegionSet(regions: [walk.region], reach: .infinity)
                monitor.load(set, around: fix, cause: .startup)
            }
            _ = monitor.transitions(at: fix)
        }
        #expect(witness.times == (2...8).map { walk.start + Double($0) * 30 })
    }

    @Test func `what rules have reported, also many, is remembered over a restart`() throws {
        var monitor = GeofenceMonitor()
        monitor.rules.stay = Array(repeating: SpeedRule(), count: 63)
        let walk = Walk(line: "●●●●", every: 1)
        let set = RegionSet(regions: [walk.region], reach: .infinity)
        var rules: [String] = []
        for (step, fix) in walk.fixes {
            var fix = fix
            fix.speed = 20
            if step == 0 { monitor.load(set, around: fix, cause: .startup) }
            if step == 2 {
                var bytes = StateWriter()
                monitor.write(to: &bytes)
                var reader = StateReader(bytes.bytes)
                var other = monitor.forgotten
                try other.recall(from: &reader)
                let isMissing = other.reload(set, around: fix.coordinate, at: fix.time)
                #expect(!isMissing)
                monitor = other
            }
            rules += monitor.transitions(at: fix).map(\.rule.rawValue)
        }
        #expect(rules == ["initial"] + Array(repeating: "speeding", count: 63))
    }
}
