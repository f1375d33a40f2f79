/// The time from entering a region to leaving it.
package struct Stay: Hashable, Sendable {
    package private(set) var entered: Timestamp
    /// Whether the enter was reported. If not, nothing that follows is reported either.
    package let isReported: Bool
    /// Since when fixes have come without a gap.
    package private(set) var seenSince: Timestamp
    /// The rules of stays that have decided: a bit each, `dwell` the lowest.
    private var decided: UInt64 = 0
    /// The fixes in a row that were outside, up to the last; `nil` if the last was not.
    private var outside: ExitRule.Run?
    /// The time out of the circle, up to the last fix; `nil` while it is inside.
    private(set) var absence: Absence?

    init(entered: Timestamp, isReported: Bool) {
        self.entered = entered
        self.isReported = isReported
        seenSince = entered
    }

    /// When the device was first seen outside; until then it may have been near. `nil` if it is
    /// not outside.
    var near: Timestamp? { outside?.since }

    /// Why a fix that does not end the stay reports nothing.
    var reason: Reason {
        outside != nil ? .leaving : isReported ? .staying : .stayingUntold
    }

    /// The same stay by a clock that is `seconds` ahead.
    func shifted(by seconds: Double) -> Stay {
        var stay = self
        stay.entered = entered + seconds
        stay.seenSince = seenSince + seconds
        if let outside { stay.outside?.since = outside.since + seconds }
        stay.absence = absence?.shifted(by: seconds)
        return stay
    }

    /// Whether a fix changes nothing, as most do: it and the one before are inside, and no rule of stays
    /// has something to tell.
    @inline(__always)
    func isUnchanged(
        by step: Step, _ position: RelativePosition, _ window: TimeWindow?, _ rules: RegionRules
    ) -> Bool {
        position.isInside && absence == nil && !step.isGap && rules.stay.isEmpty
            && !dwells(step, position, rules)
            && window?.end.map { step.fix.time < $0 } ?? true
    }

    /// The exit, if the stay ends at this fix, or has ended with the region's window.
    @inline(__always)
    mutating func exit(
        from region: Region, _ step: Step, _ position: RelativePosition, _ rules: RegionRules
    ) -> Decision? {
        if let end = region.window?.end, step.fix.time >= end {
            // An end that was brought forward may lie before what was reported already.
            let time = max(end, entered, step.since)
            return Decision(
                kind: .exit, time: time, distance: position.distance, rule: .closed,
                cause: .ended, stay: time - entered)
        }
        let now = step.fix.time
        absence = position.isInside ? nil : absence ?? Absence(since: step.since)
        absence?.follow(step, position, rules)
        let isStationary = rules.exit.isStationary(step.fix.speed)
        let stands = step.stands(within: rules.exit.edge(radius: region.radius), of: region)
        let isOutside = rules.exit.isOutside(position) && !stands
        if isOutside {
            var run = outside ?? ExitRule.Run(since: now)
            run.count += 1
            if isStationary { run.stationary += 1 }
            outside = run
        } else {
            outside = nil
        }
        if stands { return nil }
        // A stationary device has not left during a gap.
        let rule = rules.exit.decides(
            position, at: now, run: outside, afterGap: step.isGap && !isStationary)
        guard let rule else { return nil }
        // The stay ended when the device was first seen outside; that was not certain until now.
        return Decision(
            kind: .exit, time: now, distance: position.distance, rule: rule,
            stay: (outside?.since ?? now) - entered)
    }

    /// What the rules of stays decide at this fix, which does not end the stay.
    @inline(__always)
    mutating func decisions(
        _ step: Step, _ position: RelativePosition, _ rules: RegionRules
    ) -> [Decision] {
        var decisions: [Decision] = []
        if step.isGap { seenSince = step.fix.time }
        if dwells(step, position, rules) {
            decided |= 1
            decisions.append(decision(by: rules.dwell, step, position))
        }
        for (i, rule) in rules.stay.enumerated() where decided & 2 << i == 0 {
            guard rule.decides(self, at: step.fix, position) else { continue }
            decided |= 2 << i
            decisions.append(decision(by: rule, step, position))
        }
        return decisions
    }

    /// Whether the dwell rule decides at this fix, and has not before.
    @inline(__always)
    private func dwells(
        _ step: Step, _ position: RelativePosition, _ rules: RegionRules
    ) -> Bool {
        decided & 1 == 0 && rules.dwell.decides(self, at: step.fix, position)
    }

    private func decision(
        by rule: some StayRule, _ step: Step, _ position: RelativePosition
    ) -> Decision {
        Decision(
            kind: rule.kind, time: step.fix.time, distance: position.distance, rule: rule.name,
            stay: step.fix.time - entered)
    }
}

// MARK: - What outlives the process

extension Stay: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(entered)
        bytes.put(isReported)
        bytes.put(seenSince)
        bytes.put(Int(truncatingIfNeeded: decided))
        bytes.put(outside)
        bytes.put(absence)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        self.init(entered: try bytes.take(), isReported: try bytes.take())
        seenSince = try bytes.take()
        decided =
            bytes.version > 3
            ? UInt64(truncatingIfNeeded: try bytes.take() as Int)
            : UInt64(try bytes.take() as UInt8)
        outside = try bytes.take()
        absence =
            bytes.version > 4 ? try bytes.take() : outside.map { Absence(since: $0.since) }
    }
}
