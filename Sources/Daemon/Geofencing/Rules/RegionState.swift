/// What is remembered of a region that the device is at, may be at, or has just left.
///
/// The device is outside all other regions, and nothing is remembered of them.
struct RegionState: Sendable {
    private(set) var phase: Phase
    /// The region's number in the index; `nil` if the last look-up did not find it.
    var number: UInt32?
    var region: Region

    enum Phase: Sendable {
        /// Perhaps inside: the last `count` fixes were inside, none of them surely. `initial` is
        /// why the region appeared around the device; `nil` if the device came to it.
        case approached(count: Int, initial: Transition.Cause?)
        case inside(Stay)
        /// Left. The last `count` fixes were inside again.
        case left(Absence, count: Int)
    }

    init(_ region: Region, _ number: UInt32?, _ phase: Phase) {
        (self.region, self.number, self.phase) = (region, number, phase)
    }

    /// The stay in the region; `nil` if the device is not in it.
    var stay: Stay? {
        if case .inside(let stay) = phase { stay } else { nil }
    }

    /// Since when the device stays, is outside, or has been away; `nil` if it has not entered.
    var since: Timestamp? {
        switch phase {
        case .approached: nil
        case .inside(let stay): stay.near ?? stay.entered
        case .left(let absence, _): absence.since
        }
    }

    /// The clock of the fixes was put forward by `seconds`, or back.
    mutating func shift(by seconds: Double) {
        switch phase {
        case .approached: break
        case .left(let absence, let count):
            phase = .left(absence.shifted(by: seconds), count: count)
        case .inside(let stay): phase = .inside(stay.shifted(by: seconds))
        }
    }

    /// What became of the state at a fix.
    enum Outcome {
        /// It goes on; the reason is why the fix reported nothing, if it did not.
        case goesOn(Reason)
        /// Nothing is left to remember.
        case ended(Reason)
    }

    /// Goes one fix further, and adds what happened to `transitions`. `length`: `step.length` to the
    /// middle.
    mutating func follow(
        _ step: Step, _ length: Double, _ rules: RegionRules, _ transitions: inout [Transition]
    ) -> Outcome {
        // Whoever rides past leaves many regions behind, for minutes.
        if case .left(let absence, 0) = phase,
            absence.isUnchanged(
                by: step, beyond: step.least(length) - region.radius, radius: region.radius, rules)
        {
            return .goesOn(.resting)
        }
        let distance = step.distance(to: region.center, length: length)
        let position = RelativePosition(
            distance: distance, accuracy: step.accuracy, radius: region.radius)
        switch phase {
        case .approached(let count, let initial):
            return approach(step, position, rules, count, initial, &transitions)
        case .left(let absence, let count):
            return rest(step, position, rules, absence, count, &transitions)
        case .inside(let stay) where stay.isUnchanged(by: step, position, region.window, rules):
            return .goesOn(stay.reason)
        case .inside(var stay):
            return remain(&stay, step, position, rules, &transitions)
        }
    }
}

extension RegionState {
    /// The device was perhaps inside until this fix.
    @inline(never)
    private mutating func approach(
        _ step: Step, _ position: RelativePosition, _ rules: RegionRules, _ before: Int,
        _ initial: Transition.Cause?, _ transitions: inout [Transition]
    ) -> Outcome {
        guard region.isActive(at: step.fix.time) else { return .ended(.closed) }
        let count = position.isInside ? before + 1 : 0
        phase = .approached(count: count, initial: initial)
        if step.stands(beyond: region.radius, from: region) {
            return count > 0 ? .goesOn(.standingOutside) : .ended(.outside)
        }
        let movement = step.movement(region, position)
        if let rule = rules.enter.decides(movement, afterInside: count) {
            let enter = Decision(
                kind: .enter, time: step.fix.time, distance: position.distance,
                rule: initial == nil ? rule : .initial, cause: initial)
            transitions.append(Transition(enter, of: region, at: step.fix))
            return stay(since: step.fix.time)
        }
        // A region that had only just appeared at the fix before was there on the way from it.
        if initial == nil || before > 0, let pass = step.pass(through: region, position) {
            transitions.append(Transition(pass.enter, of: region, at: step.fix))
            if position.isInside { return stay(since: pass.enter.time) }
            transitions.append(Transition(pass.exit, of: region, at: step.fix))
            return leave(
                Absence(after: pass.exit.time, step, position, rules), .outside, step, rules)
        }
        return count > 0 ? .goesOn(.unsure) : .ended(.outside)
    }

    /// The device has entered, and that is reported.
    private mutating func stay(since time: Timestamp) -> Outcome {
        phase = .inside(Stay(entered: time, isReported: true))
        return .goesOn(.outside)
    }

    /// The device left not long ago. A return is not reported unless it has really been away.
    private mutating func rest(
        _ step: Step, _ position: RelativePosition, _ rules: RegionRules, _ absence: Absence,
        _ before: Int, _ transitions: inout [Transition]
    ) -> Outcome {
        var absence = absence
        // A device that passed through again between two fixes has not been away either.
        if !position.isInside, let pass = step.pass(through: region, position),
            !absence.isOver(at: pass.enter.time, rules.cooldown)
        {
            return leave(
                Absence(after: pass.exit.time, step, position, rules), .passedAgain, step, rules)
        }
        if absence.isOver(at: step.fix.time, rules.cooldown) {
            return approach(step, position, rules, before, nil, &transitions)
        }
        absence.follow(step, position, rules)
        let count = position.isInside ? before + 1 : 0
        if position.isInside, !step.stands(beyond: region.radius, from: region),
            rules.enter.decides(step.movement(region, position), afterInside: count) != nil
        {
            phase = .inside(Stay(entered: step.fix.time, isReported: false))
            return .goesOn(.returned)
        }
        phase = .left(absence, count: count)
        return .goesOn(.resting)
    }

    /// The device was inside until this fix.
    @inline(__always)
    private mutating func remain(
        _ stay: inout Stay, _ step: Step, _ position: RelativePosition, _ rules: RegionRules,
        _ transitions: inout [Transition]
    ) -> Outcome {
        guard let exit = stay.exit(from: region, step, position, rules) else {
            for decision in stay.decisions(step, position, rules) where stay.isReported {
                transitions.append(Transition(decision, of: region, at: step.fix))
            }
            phase = .inside(stay)
            return .goesOn(stay.reason)
        }
        if stay.isReported { transitions.append(Transition(exit, of: region, at: step.fix)) }
        // Its time may end while the device is inside.
        guard exit.rule != .closed, let absence = stay.absence else { return .ended(.leftUntold) }
        return leave(absence, .leftUntold, step, rules)
    }

    /// The cool-down begins, or is over already.
    private mutating func leave(
        _ absence: Absence, _ reason: Reason, _ step: Step, _ rules: RegionRules
    ) -> Outcome {
        phase = .left(absence, count: 0)
        return absence.isOver(at: step.fix.time, rules.cooldown) ? .ended(reason) : .goesOn(reason)
    }
}
