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
        let step = step(to: later)
        var told: [Transition] = []
        for place in startsNear(previous, until: now) where !step.isGap {
            let region = surroundings.regions[place]
            watch(region, at: place, .approached(count: 0, initial: .started))
        }
        for i in watches.indices.reversed()
        where watches[i].region.changes(after: previous.time, until: now)
            && !watches.follow(i, step, rules, &told)
        {
            endWatch(i, step)
        }
        calm.end()
        // Nobody has seen the device since.
        for i in told.indices { told[i].fix = previous }
        return told.sorted { $0.precedes($1) }
    }

    /// When the time of a region next begins or ends.
    package func nextChange(after time: Timestamp) -> Timestamp? {
        ([surroundings.regions.nextChange(after: time)]
            + watches.map { $0.region.window?.nextChange(after: time) }).compactMap(\.self).min()
    }

    /// The places of the regions whose time has begun, and that the device is surely in.
    private func startsNear(_ fix: Fix, until now: Timestamp) -> [Int] {
        let step = Step(from: nil, to: fix, rules)
        let regions = surroundings.regions
        var places: [Int] = []
        surroundings.forEach(at: fix.coordinate) { place in
            if !surroundings.isWatched(place), !regions.isActive(at: place, fix.time),
                regions.isActive(at: place, now), step.position(regions[place]).isSurelyInside
            {
                places.append(place)
            }
        }
        return places
    }
}

extension Region {
    /// Whether its time begins or ends in the span from just after `past` to `now`.
    fileprivate func changes(after past: Timestamp, until now: Timestamp) -> Bool {
        isActive(at: past) != isActive(at: now)
    }
}
