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
        /// Left. The device was near until `near`, and the last `count` fixes were inside again.
        case left(near: Timestamp, count: Int)
    }

    init(_ region: Region, _ number: UInt32?, _ phase: Phase) {
        (self.region, self.number, self.phase) = (region, number, phase)
    }

    /// The stay in the region; `nil` if the device is not in it.
    var stay: Stay? {
        if case .inside(let stay) = phase { stay } else { nil }
    }

    /// Since when the device stays, is outside, or was last near; `nil` if it has not entered.
    var since: Timestamp? {
        switch phase {
        case .approached: nil
        case .inside(let stay): stay.near ?? stay.entered
        case .left(let near, _): near
        }
    }

    /// The clock of the fixes was put forward by `seconds`, or back.
    mutating func shift(by seconds: Double) {
        switch phase {
        case .approached: break
        case .left(let near, let count): phase = .left(near: near + seconds, count: count)
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

    /// Goes one fix further, and adds what happened to `transitions`.
    mutating func follow(
        _ step: Step, _ distance: Double, _ rules: RegionRules, _ transitions: inout [Transition]
    ) -> Outcome {
        let position = RelativePosition(
            distance: distance, accuracy: step.accuracy, radius: region.radius)
        switch phase {
        case .approached(let count, let initial):
            return approach(step, position, rules, count, initial, &transitions)
        case .left(let near, let count):
            return rest(step, position, rules, near, count, &transitions)
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
            return leave(near: pass.exit.time, .outside, step, position, rules)
        }
        phase = .approached(count: count, initial: initial)
        return count > 0 ? .goesOn(.unsure) : .ended(.outside)
    }

    /// The device has entered, and that is reported.
    private mutating func stay(since time: Timestamp) -> Outcome {
        phase = .inside(Stay(entered: time, isReported: true))
        return .goesOn(.outside)
    }

    /// The device left not long ago. A return is not reported unless it has really been away.
    private mutating func rest(
        _ step: Step, _ position: RelativePosition, _ rules: RegionRules, _ near: Timestamp,
        _ before: Int, _ transitions: inout [Transition]
    ) -> Outcome {
        // A device that passed through again between two fixes has not been away either.
        if !position.isInside, let pass = step.pass(through: region, position),
            pass.enter.time - near < rules.cooldown.time
        {
            return leave(near: pass.exit.time, .passedAgain, step, position, rules)
        }
        if rules.cooldown.isOver(at: step.fix.time, near: near, position) {
            return approach(step, position, rules, before, nil, &transitions)
        }
        let count = position.isInside ? before + 1 : 0
        if position.isInside,
            rules.enter.decides(step.movement(region, position), afterInside: count) != nil
        {
            phase = .inside(Stay(entered: step.fix.time, isReported: false))
            return .goesOn(.returned)
        }
        phase = .left(near: rules.exit.isNear(position) ? step.fix.time : near, count: count)
        return .goesOn(.resting)
    }

    /// The device was inside until this fix.
    @inline(__always)
    private mutating func remain(
        _ stay: inout Stay, _ step: Step, _ position: RelativePosition, _ rules: RegionRules,
        _ transitions: inout [Transition]
    ) -> Outcome {
        guard let exit = stay.exit(from: region.window, step, position, rules) else {
            for decision in stay.decisions(step, position, rules) where stay.isReported {
                transitions.append(Transition(decision, of: region, at: step.fix))
            }
            phase = .inside(stay)
            return .goesOn(stay.reason)
        }
        if stay.isReported { transitions.append(Transition(exit, of: region, at: step.fix)) }
        let outcome = leave(near: stay.near ?? exit.time, .leftUntold, step, position, rules)
        return exit.rule == .closed ? .ended(.leftUntold) : outcome
    }

    /// The cool-down begins, or is over already.
    @inline(never)
    private mutating func leave(
        near: Timestamp, _ reason: Reason, _ step: Step, _ position: RelativePosition,
        _ rules: RegionRules
    ) -> Outcome {
        phase = .left(near: near, count: 0)
        let isOver = rules.cooldown.isOver(at: step.fix.time, near: near, position)
        return isOver ? .ended(reason) : .goesOn(reason)
    }
}
