@testable import Geofencing

/// Fixes by hand: when (seconds after noon), and how many metres east.
struct Track {
    var fixes: [(seconds: Double, east: Double)]
    /// As reported with each fix, in metres per second.
    var speed: Double?
    /// As reported with the last, if that differs.
    var lastSpeed: Double?
    var accuracy: Double? = 5

    init(fixes: [(Double, Double)], speed: Double? = nil) {
        self.init(fixes: fixes, speed: speed, last: speed)
    }

    init(fixes: [(Double, Double)], speed: Double?, last: Double?) {
        self.fixes = fixes.map { (seconds: $0.0, east: $0.1) }
        (self.speed, lastSpeed) = (speed, last)
    }

    var all: [Fix] {
        fixes.enumerated().map { number, point in
            var fix = Fix(
                time: Walk.noon + point.seconds, coordinate: Walk.point(east: point.east))
            fix.coordinate.latitude = 1e-6
            fix.accuracy = accuracy
            fix.speed = number == fixes.count - 1 ? lastSpeed : speed
            return fix
        }
    }

    /// Which of them a rule believes that has seen nothing before.
    var accepted: [Bool] { JumpRule().accepted(all) }
}

extension JumpRule {
    func accepted(_ fixes: [Fix]) -> [Bool] {
        var rule = self
        var last: Fix?
        return fixes.map { fix in
            guard let before = last else {
                last = fix
                return true
            }
            let accepts = rule.accepts(fix, after: before)
            if accepts { last = fix }
            return accepts
        }
    }
}
