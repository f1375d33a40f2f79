/// What begins and ends while no fix comes.
extension GeofenceMonitor {
    /// What begins and ends by itself until `now`, told of the device where it was last seen.
    ///
    /// A deal ends whether fixes come or not. One that starts is only entered while the last fix is
    /// young enough to say where the device is; else the next fix finds it.
    package mutating func transitions(until now: Timestamp) -> [Transition] {
        guard let previous, now > previous.time else { return [] }
        var later = previous
        later.time = now
        let step = step(to: later, sightings)
        var told: [Transition] = []
        for start in step.isGap ? [] : startsNear(previous, until: now) {
            let region = surroundings.regions[start.place]
            watch(region, start.number, .approached(count: 0, initial: .started))
        }
        for i in watches.indices.reversed()
        where watches[i].region.changes(after: previous.time, until: now)
            && watches.follow(i, step, rules, &told) == nil
        {
            endWatch(i, step)
        }
        // What was found out here is of the last fix, and ways are measured from the last that was
        // judged.
        wake()
        // Nobody has seen the device since.
        for i in told.indices { told[i].fix = previous }
        return told.inOrder
    }

    /// When the time of a region next begins or ends.
    package func nextChange(after time: Timestamp) -> Timestamp? {
        ([surroundings.regions.nextChange(after: time)]
            + watches.map { $0.region.window?.nextChange(after: time) }).compactMap(\.self).min()
    }

    /// The regions whose time has begun, and that the device is surely in.
    private func startsNear(_ fix: Fix, until now: Timestamp) -> [Surroundings.Neighbour] {
        let step = Step(from: nil, to: fix, rules)
        let regions = surroundings.regions
        var starts: [Surroundings.Neighbour] = []
        surroundings.forEach(at: fix.coordinate) { neighbour in
            let place = neighbour.place
            if !surroundings.isWatched(neighbour.number), !regions.isActive(at: place, fix.time),
                regions.isActive(at: place, now), step.position(regions[place]).isSurelyInside
            {
                starts.append(neighbour)
            }
        }
        return starts
    }
}

extension Region {
    /// Whether its time begins or ends in the span from just after `past` to `now`.
    fileprivate func changes(after past: Timestamp, until now: Timestamp) -> Bool {
        isActive(at: past) != isActive(at: now)
    }
}
