/// From entering a region to leaving it.
package struct Stay: Hashable, Sendable {
    package private(set) var entered: Timestamp
    /// Whether the enter was told; what follows is told only then.
    package let isTold: Bool
    /// Since when fixes have come without a gap.
    private var seenSince: Timestamp
    private var hasDwelt = false
    /// Fixes in a row outside.
    private var outside: ExitRule.Run?

    init(entered: Timestamp, isTold: Bool) {
        self.entered = entered
        self.isTold = isTold
        seenSince = entered
    }

    /// When it was first seen outside, if it is: until then it may have been near.
    var near: Timestamp? { outside?.since }

    /// The same by a clock that is `seconds` ahead.
    func shifted(by seconds: Double) -> Stay {
        var stay = self
        stay.entered = entered + seconds
        stay.seenSince = seenSince + seconds
        if let outside { stay.outside?.since = outside.since + seconds }
        return stay
    }

    /// The exit, if the stay ends at this fix, or has ended with the region's window.
    mutating func exit(from region: Region, _ step: Step, _ rules: RegionRules) -> Transition? {
        if let end = region.window?.end, step.fix.time >= end {
            // An end that was brought forward may lie before what was told already.
            return transition(
                .exit, region, step, at: max(end, entered, step.since), .closed, cause: .ended)
        }
        let position = step.position(region)
        let isStanding = rules.exit.isStanding(step.fix.speed)
        if rules.exit.isOutside(position) {
            var run = outside ?? ExitRule.Run(since: step.fix.time)
            run.count += 1
            if isStanding { run.standing += 1 }
            outside = run
        } else {
            outside = nil
        }
        // Who stands has not left while nobody looked, either.
        return rules.exit.decides(
            position, at: step.fix.time, run: outside, afterGap: step.isGap && !isStanding
        ).map {
            // It ended when it was first seen outside; until now, nobody could be sure.
            transition(.exit, region, step, at: step.fix.time, $0, endedAt: outside?.since)
        }
    }

    /// The dwell, if the device has now been there long enough.
    mutating func dwell(in region: Region, _ step: Step, _ rules: RegionRules) -> Transition? {
        let now = step.fix.time
        if step.isGap { seenSince = now }
        guard !hasDwelt, rules.dwell.decides(insideFor: now - seenSince),
            step.position(region).isInside
        else { return nil }
        hasDwelt = true
        return transition(.dwell, region, step, at: now, .dwell)
    }

    private func transition(
        _ kind: Transition.Kind, _ region: Region, _ step: Step, at time: Timestamp,
        _ rule: Transition.Rule, cause: Transition.Cause? = nil, endedAt end: Timestamp? = nil
    ) -> Transition {
        Transition(
            kind: kind, region: region, time: time, fix: step.fix,
            distance: step.position(region).distance, rule: rule, cause: cause,
            stay: (end ?? time) - entered)
    }
}

// MARK: - What outlives the process

extension Stay: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(entered)
        bytes.put(isTold)
        bytes.put(seenSince)
        bytes.put(hasDwelt)
        bytes.put(outside)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        self.init(entered: try bytes.take(), isTold: try bytes.take())
        seenSince = try bytes.take()
        hasDwelt = try bytes.take()
        outside = try bytes.take()
    }
}
