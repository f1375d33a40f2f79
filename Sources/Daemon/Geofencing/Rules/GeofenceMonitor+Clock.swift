/// What begins and ends while no fix comes.
extension GeofenceMonitor {
    /// What begins and ends by itself until `now`, where the device was last seen.
    ///
    /// A deal ends whether fixes come or not. One that starts is entered only while the last fix is
    /// recent enough to say where the device is; otherwise the next fix finds it.
    ///
    /// `place`: where the device stands; `nil` if it moves, or nobody knows.
    package mutating func transitions(
        until now: Timestamp, standingAt place: Coordinate? = nil
    ) -> [Transition] {
        guard let previous, now > previous.time else { return [] }
        var later = previous
        later.time = now
        let step = Step(from: previous, to: later, standingAt: place, rules)
        var transitions: [Transition] = []
        for start in step.isGap ? [] : startsNear(previous, until: now) {
            addState(loaded[start], start.number, .approached(count: 0, initial: .started))
        }
        for i in states.indices.reversed()
        where states[i].region.changes(after: previous.time, until: now) {
            if case .ended = states[i].follow(
                step, step.length(to: states[i].region.center), rules, &transitions)
            {
                removeState(at: i)
            }
        }
        // The device was last seen at the previous fix.
        for i in transitions.indices { transitions[i].fix = previous }
        return transitions.inOrder
    }

    /// When the time of a region next begins or ends; `nil` if none does.
    package func nextChange(after time: Timestamp) -> Timestamp? {
        (loaded.layers.map { $0.layer.regions.nextChange(after: time) }
            + states.map { $0.region.window?.nextChange(after: time) }).compactMap(\.self).min()
    }

    /// The regions whose time has begun, and that the device is surely in.
    private func startsNear(_ fix: Fix, until now: Timestamp) -> [LoadedRegions.Candidate] {
        let step = Step(from: nil, to: fix, rules)
        var starts: [LoadedRegions.Candidate] = []
        loaded.forEach(at: fix.coordinate) { candidate in
            if !loaded.hasState(candidate.number), !loaded.isActive(candidate, at: fix.time),
                loaded.isActive(candidate, at: now), step.position(loaded[candidate]).isSurelyInside
            {
                starts.append(candidate)
            }
        }
        return starts
    }
}

extension Region {
    /// Whether its time begins or ends after `past` and not after `now`.
    fileprivate func changes(after past: Timestamp, until now: Timestamp) -> Bool {
        isActive(at: past) != isActive(at: now)
    }
}
