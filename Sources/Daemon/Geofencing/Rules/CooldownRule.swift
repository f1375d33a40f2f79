/// Says when a device that has left a region has really been away.
///
/// Until then a return is the same visit, and nothing is reported. Time alone does not say it: whoever
/// sits at the edge is outside for minutes, when the error of the position has crept away.
package struct CooldownRule: Hashable, Sendable {
    /// Seconds out of the circle, at least; 0: each return is another visit.
    package var time = 150.0
    /// Metres beyond the radius that it must have been, on the move: half of the errors that last for
    /// a while are below 28 m, a tenth beyond 56 m.
    package var distance = 74.0
    /// Metres beyond the radius that are enough without: no error was larger than 135 m.
    package var farDistance = 200.0
    /// Seconds at the edge in a row, after which it has not been away: a walk through the margin of
    /// `ExitRule` takes 25 s.
    package var lingering = 40.0
    /// Seconds after which it has been away, however near it was, if not at the edge.
    package var longest = 2400.0

    /// Whether a device at `position` is far away: no error of one that stands is so large.
    func isFar(_ position: RelativePosition, isStationary: Bool) -> Bool {
        position.distance - position.radius > (isStationary ? farDistance : distance)
    }
}

/// The time since a device left a region.
package struct Absence: Hashable, Sendable {
    /// When it was last in the circle, or lingered at its edge.
    private(set) var since: Timestamp
    /// Since when it has been at the edge; `nil` if it is not.
    private var atEdge: Timestamp?
    /// Whether it has been far away.
    private var isFar = false

    init(since: Timestamp) { self.since = since }

    /// After a pass that ended at `time`, on the way to the fix of `step`.
    init(after time: Timestamp, _ step: Step, _ position: RelativePosition, _ rules: RegionRules) {
        since = time
        follow(step, position, rules)
    }

    /// The same absence by a clock that is `seconds` ahead.
    func shifted(by seconds: Double) -> Absence {
        var absence = self
        absence.since = since + seconds
        absence.atEdge = atEdge.map { $0 + seconds }
        return absence
    }

    /// Whether a fix changes nothing, as most do: the device is far away, and only time goes by.
    /// `beyond`: metres from the edge of the circle, at least.
    @inline(__always)
    func isUnchanged(by step: Step, beyond: Double, radius: Double, _ rules: RegionRules) -> Bool {
        isFar && atEdge == nil && step.fix.time - since < rules.cooldown.time
            && beyond > step.length && beyond > rules.exit.edge(radius: radius) - radius
    }

    /// Takes the next fix.
    mutating func follow(_ step: Step, _ position: RelativePosition, _ rules: RegionRules) {
        // After a gap, a speed of 0 says nothing about the way: phones report only where they stop.
        let isStationary = rules.exit.isStationary(step.fix.speed) && !step.isGap
        if rules.cooldown.isFar(position, isStationary: isStationary) { isFar = true }
        if position.isInside { since = step.fix.time }
        guard rules.exit.isNear(position) else { return atEdge = nil }
        let begin = atEdge ?? step.fix.time
        atEdge = begin
        if step.fix.time - begin >= rules.cooldown.lingering {
            (since, isFar) = (step.fix.time, false)
        }
    }

    /// Whether a return at `time` is another visit.
    func isOver(at time: Timestamp, _ rule: CooldownRule) -> Bool {
        let seconds = time - since
        guard rule.time > 0 else { return seconds > 0 }
        return seconds >= rule.time && isFar || seconds >= max(rule.time, rule.longest)
    }
}

// MARK: - What outlives the process

extension Absence: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(since)
        bytes.put(atEdge)
        bytes.put(isFar)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        since = try bytes.take()
        // Until the fourth version, time alone was asked for.
        (atEdge, isFar) = bytes.version > 4 ? (try bytes.take(), try bytes.take()) : (nil, true)
    }
}
