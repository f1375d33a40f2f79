/// A region with a history: one that the device is at, may be at, or has just left.
///
/// All others are outside, and need no memory.
struct Watch: Sendable {
    var region: Region
    /// That in the monitor's surroundings; `nil` if it is no part of them any more.
    var number: UInt32?
    private(set) var state: State
    /// Why the last fix that it followed told nothing, if it did not.
    private(set) var reason = Reason.outside
    /// Those that it knows of.
    private var seen: Sightings
    /// Metres to the centre from the last fix that it followed.
    private var distance = 0.0

    enum State: Sendable {
        /// Perhaps inside: so many fixes in a row were, none of them surely. `initial` is why the
        /// region appeared around the device, if that is what it did.
        case approached(count: Int, initial: Transition.Cause?)
        case inside(Stay)
        /// Left, near until then, and inside the circle again on the last so many fixes.
        case left(near: Timestamp, count: Int)
    }

    /// `sightings`: until now.
    init(_ region: Region, _ number: UInt32?, _ state: State, _ sightings: Sightings) {
        (self.region, self.number, self.state, seen) = (region, number, state, sightings)
    }

    /// The stay in the region, if the device is in it.
    var stay: Stay? {
        if case .inside(let stay) = state { stay } else { nil }
    }

    /// What there is to say of it after the last of so many fixes.
    func standing(after sightings: Sightings) -> Standing {
        // Whatever it was, one that need not follow stays, is leaving, or rests.
        let isAsked = seen.count == sightings.count
        return switch state {
        case .approached: Standing(reason: reason)
        case .inside(let stay):
            Standing(reason: isAsked ? reason : stay.reason, since: stay.near ?? stay.entered)
        case .left(let near, _): Standing(reason: isAsked ? reason : .resting, since: near)
        }
    }

    /// The clock of the fixes was put forward by `seconds`, or back.
    mutating func shift(by seconds: Double) {
        switch state {
        case .approached: break
        case .left(let near, let count): state = .left(near: near + seconds, count: count)
        case .inside(let stay): state = .inside(stay.shifted(by: seconds))
        }
    }

    /// Until now there was a lull: what has come since has changed nothing else.
    mutating func catchUp(with sightings: Sightings) {
        if case .inside(var stay) = state, sightings.count > seen.count {
            stay.lingered(for: sightings.since(seen))
            state = .inside(stay)
        }
        seen = sightings
    }

    /// Metres that the device can go from the end of `step`, which it followed, before it may touch
    /// the region.
    func clearance(_ step: Step) -> Double {
        step.clearance(distance - region.radius, at: distance)
    }

    /// Goes one fix further, and adds what there is to tell. Says for how long it need not go on;
    /// `nil` if nothing is left to watch.
    mutating func follow(
        _ step: Step, _ rules: RegionRules, _ told: inout [Transition]
    ) -> Lull? {
        catchUp(with: step.sightings)
        seen = step.seen
        let position = step.position(region)
        distance = position.distance
        switch state {
        case .approached(let count, let initial):
            return approach(step, position, rules, count, initial, &told)
        case .left(let near, let count):
            return linger(step, position, rules, near, count, &told)
        case .inside(let stay):
            return remain(stay, step, position, rules, &told)
        }
    }
}

extension Watch {
    /// Perhaps inside until this fix: now inside, or still perhaps, or not.
    private mutating func approach(
        _ step: Step, _ position: Position, _ rules: RegionRules, _ before: Int,
        _ initial: Transition.Cause?, _ told: inout [Transition]
    ) -> Lull? {
        guard region.isActive(at: step.fix.time) else {
            reason = .closed
            return nil
        }
        let count = position.isInside ? before + 1 : 0
        let movement = step.movement(region, position)
        if let rule = rules.enter.decides(movement, afterInside: count) {
            let enter = Decision(
                kind: .enter, time: step.fix.time, distance: position.distance,
                rule: initial == nil ? rule : .initial, cause: initial)
            told.append(Transition(enter, of: region, at: step.fix))
            return stay(since: step.fix.time, step, position, rules)
        }
        // What had only just appeared at the fix before was there on the way from it.
        if initial == nil || before > 0, let pass = step.pass(through: region, position) {
            told.append(Transition(pass.enter, of: region, at: step.fix))
            if position.isInside {
                return stay(since: pass.enter.time, step, position, rules)
            }
            told.append(Transition(pass.exit, of: region, at: step.fix))
            return leave(near: pass.exit.time, step, position, rules)
        }
        state = .approached(count: count, initial: initial)
        reason = count > 0 ? .unsure : .outside
        return count > 0 ? Lull.none : nil
    }

    /// It was told that the device has entered.
    private mutating func stay(
        since time: Timestamp, _ step: Step, _ position: Position, _ rules: RegionRules
    ) -> Lull {
        let stay = Stay(entered: time, isTold: true)
        state = .inside(stay)
        return stay.lull(in: region, step, position, rules)
    }

    /// Left not long ago: a return is no news, unless the device has really been away.
    private mutating func linger(
        _ step: Step, _ position: Position, _ rules: RegionRules, _ near: Timestamp,
        _ before: Int, _ told: inout [Transition]
    ) -> Lull? {
        // Through again between two fixes, it has not been away either.
        if !position.isInside, let pass = step.pass(through: region, position),
            pass.enter.time - near < rules.cooldown.time
        {
            reason = .passedAgain
            return leave(near: pass.exit.time, step, position, rules)
        }
        if rules.cooldown.isOver(at: step.fix.time, near: near, position) {
            return approach(step, position, rules, before, nil, &told)
        }
        let count = position.isInside ? before + 1 : 0
        let isBack =
            position.isInside
            && rules.enter.decides(step.movement(region, position), afterInside: count) != nil
        reason = isBack ? .returned : .resting
        state =
            isBack
            ? .inside(Stay(entered: step.fix.time, isTold: false))
            : .left(near: rules.exit.isNear(position) ? step.fix.time : near, count: count)
        return position.isInside ? Lull.none : rest(step, near, position, rules)
    }

    /// While the device, away from the edge, neither comes to it nor leaves it far behind.
    private func rest(
        _ step: Step, _ near: Timestamp, _ position: Position, _ rules: RegionRules
    ) -> Lull {
        // Further away, a way may seem to lead through what it does not.
        guard step.plane.isFlat(position.distance) else { return .none }
        return Lull(
            step, region.center, position,
            from: max(position.radius, rules.exit.edge(of: position)),
            to: position.radius + rules.cooldown.distance,
            seconds: rules.cooldown.time, since: near)
    }

    /// Inside until this fix.
    private mutating func remain(
        _ stay: Stay, _ step: Step, _ position: Position, _ rules: RegionRules,
        _ told: inout [Transition]
    ) -> Lull? {
        var stay = stay
        let exit = stay.exit(from: region.window, step, position, rules)
        if let decision = exit ?? stay.dwell(step, position, rules), stay.isTold {
            told.append(Transition(decision, of: region, at: step.fix))
        }
        state = .inside(stay)
        reason = stay.reason
        guard let exit else { return stay.lull(in: region, step, position, rules) }
        reason = .leftUntold
        let lull = leave(near: stay.near ?? exit.time, step, position, rules)
        return exit.rule == .closed ? nil : lull
    }

    /// The time of rest begins, or is over already.
    private mutating func leave(
        near: Timestamp, _ step: Step, _ position: Position, _ rules: RegionRules
    ) -> Lull? {
        state = .left(near: near, count: 0)
        let isOver = rules.cooldown.isOver(at: step.fix.time, near: near, position)
        return isOver ? nil : rest(step, near, position, rules)
    }
}
