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

    /// Why a fix that does not end it tells nothing.
    var reason: Reason {
        outside != nil ? .leaving : isTold ? .staying : .stayingUntold
    }

    /// The same by a clock that is `seconds` ahead.
    func shifted(by seconds: Double) -> Stay {
        var stay = self
        stay.entered = entered + seconds
        stay.seenSince = seenSince + seconds
        if let outside { stay.outside?.since = outside.since + seconds }
        return stay
    }

    /// The exit, if the stay ends at this fix, or has ended with the region's window.
    mutating func exit(
        from window: TimeWindow?, _ step: Step, _ position: Position, _ rules: RegionRules
    ) -> Decision? {
        if let end = window?.end, step.fix.time >= end {
            // An end that was brought forward may lie before what was told already.
            let time = max(end, entered, step.since)
            return Decision(
                kind: .exit, time: time, distance: position.distance, rule: .closed,
                cause: .ended, stay: time - entered)
        }
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
        let now = step.fix.time
        let rule = rules.exit.decides(
            position, at: now, run: outside, afterGap: step.isGap && !isStanding)
        guard let rule else { return nil }
        // It ended when it was first seen outside; until now, nobody could be sure.
        return Decision(
            kind: .exit, time: now, distance: position.distance, rule: rule,
            stay: (outside?.since ?? now) - entered)
    }

    /// While the device is not beyond the margin, and there is no time for it to have dwelt, or for
    /// the region to end; or while it is beyond, and there is no time to be sure.
    func lull(
        in region: Region, _ step: Step, _ position: Position, _ rules: RegionRules
    ) -> Lull {
        let edge = rules.exit.edge(of: position)
        let since = outside?.since ?? seenSince
        let end = region.window?.end.map { $0 - since } ?? .infinity
        if outside != nil {
            return Lull(
                step, region.center, position, from: edge, to: rules.exit.far(from: position),
                seconds: min(end, rules.exit.leastTime), since: since,
                accuracy: edge - position.radius)
        }
        let dwell = hasDwelt || rules.dwell.after <= 0 ? .infinity : rules.dwell.after
        return Lull(
            step, region.center, position, to: edge,
            seconds: min(end, dwell), since: since)
    }

    /// So many fixes came while there was a lull: outside, if it was.
    mutating func lingered(for sightings: Sightings) {
        outside?.count += sightings.count
        outside?.standing += sightings.standing
    }

    /// The dwell, if the device has now been there long enough.
    mutating func dwell(
        _ step: Step, _ position: Position, _ rules: RegionRules
    ) -> Decision? {
        let now = step.fix.time
        if step.isGap { seenSince = now }
        guard !hasDwelt, rules.dwell.decides(insideFor: now - seenSince), position.isInside else {
            return nil
        }
        hasDwelt = true
        return Decision(
            kind: .dwell, time: now, distance: position.distance, rule: .dwell,
            stay: now - entered)
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
