/// Takes fixes from a source, judges them, and hands what happened to the journal.
///
/// `run(_:)` is the way of a fix; nothing else decides the order of things.
package actor Tracker {
    package nonisolated let regions: any RegionSource
    private let journal: any Journal
    private let observe: @Sendable (Event) -> Void
    /// Seconds by a clock that nobody sets.
    package nonisolated let uptime: @Sendable () -> Double

    private var told: Set<Transition.Kind>
    private var filter: FixFilter
    private var acceptsUnknownAccuracy: Bool?
    private var refresh: Refresh
    private var monitor = GeofenceMonitor()
    private var silence = Silence()
    private var refreshCause = Transition.Cause.startup
    /// Whether the last look-up failed.
    private var isLoadFailing = false
    /// How often the regions have changed.
    private var changes = 0
    /// Reports since the state was written down.
    private var unrecorded = 0

    /// Whether and how far it has come with what the source gave it.
    package private(set) var progress = Progress()

    /// How many reports came, and what became of them.
    package private(set) var counts = FixCounts()
    /// What the source counted besides its reports.
    package private(set) var tally: [Tally] = []
    /// Where the device was last seen; `nil` before the first fix that was accepted.
    package private(set) var position: Fix?
    /// How it goes with a live receiver; `nil` while a trace is read.
    package private(set) var health: ReceiverHealth?
    /// What one region makes of it all, if somebody asks.
    package private(set) var explainer: Explainer?
    /// The last reports; `nil` if none are kept.
    package private(set) var recent: RecentReports?
    /// Where the source is read on after the last report.
    private var lastPlace: TracePlace?
    /// How often regions have been looked up, not counting those that failed.
    package private(set) var lookups = 0

    /// The regions that are watched now, and the ids of those that the device is in.
    package var watched: (regions: RegionList, inside: Set<String>) {
        (monitor.loadedRegions, monitor.inside)
    }

    /// What whoever runs the tracker may want to log.
    package enum Event: Sendable {
        case loaded(regions: Int)
        case notLoaded(any Error)
        case silence(Silence.Change)
        case receiver(ReceiverHealth.Change)
    }

    /// `told`: the kinds of transitions that become notices. `uptime`: seconds by a clock that
    /// nobody sets, which say how long a live receiver has been as it is, and nothing else.
    /// `explaining`: takes note of what is judged. `remembers`: keeps the last reports.
    package init(
        regions: any RegionSource, journal: any Journal, rules: Rules = Rules(),
        telling told: Set<Transition.Kind> = [.enter], explaining explainer: Explainer? = nil,
        remembers: Bool = false,
        observe: @escaping @Sendable (Event) -> Void = { _ in },
        uptime: @escaping @Sendable () -> Double = { 0 }
    ) {
        self.regions = regions
        self.journal = journal
        self.told = told
        self.uptime = uptime
        self.observe = observe
        self.explainer = explainer
        recent = remembers ? RecentReports() : nil
        filter = rules.filter
        acceptsUnknownAccuracy = rules.acceptsUnknownAccuracy
        refresh = rules.refresh
        monitor.rules = rules.regions
    }

    /// Follows the device until the source has ended.
    package func run(_ source: sending any PositionSource) async throws {
        var positions = source
        if positions.isLive { health = ReceiverHealth(at: uptime()) }
        var time: Timestamp?
        let isLive = positions.isLive
        while let reports = try await positions.next() {
            progress.step(isWaiting: false)
            tally = positions.tally
            let place = positions.place
            for i in reports.indices {
                progress.step(isWaiting: false)
                unrecorded += 1
                let place = place?.before(reports.count - 1 - i)
                lastPlace = place
                if recent != nil { remember(reports[i], isLive: isLive) }
                // Not by a copy of the report, of which most is the fix.
                guard var fix = reports.span[i].fix else {
                    time = try await heed(reports[i], place, isLive: isLive) ?? time
                    continue
                }
                let objection = objection(to: &fix, isLive: isLive)
                judged(objection, at: fix.time, isLive: isLive)
                if objection != nil { continue }
                let provenSince = filter.provenSince
                if refresh.isDue(at: fix) { await loadRegions(around: fix) }
                if refresh.covers(fix) {
                    let before = monitor.standing
                    let transitions = monitor.transitions(at: fix, provenSince: provenSince)
                    explainer?.judged(fix, transitions, before, monitor.standing)
                    if !transitions.isEmpty { try await tell(transitions, place, at: fix) }
                }
                position = fix
                time = fix.time
            }
            if isLive {
                positions.wake(at: time.flatMap { monitor.nextChange(after: $0) })
            }
            // Afterwards, as notices need not wait for the answer.
            if await regions.hasChanged() { regionsChanged() }
            if journal.wantsState(after: unrecorded) { try await record() }
            // A trace that never waits would let nobody else have a turn.
            await Task.yield()
            progress.step(isWaiting: true)
        }
        tally = positions.tally
    }

    /// Of a report that is no fix; returns the time that a live source's clock has come to.
    private func heed(
        _ report: Report, _ place: TracePlace?, isLive: Bool
    ) async throws -> Timestamp? {
        switch report {
        case .reception(let reception): notice(health?.note(reception, at: uptime()))
        case .clock(let now):
            let transitions = monitor.transitions(until: now)
            explainer?.judged(transitions, at: now)
            try await tell(transitions, place)
            return now
        case .noPosition(let time): judged(.noPosition, at: time, isLive: isLive)
        case .fix: break
        }
        return nil
    }

    private func objection(to fix: inout Fix, isLive: Bool) -> Objection? {
        filter.acceptsUnknownAccuracy = acceptsUnknownAccuracy ?? !isLive
        filter.acceptsUndated = !isLive
        let objection = filter.objection(to: &fix)
        if objection != nil { explainer?.dropped(fix, objection) }
        return objection
    }

    /// `time`: of the report that `objection` is to.
    private func judged(_ objection: Objection?, at time: Timestamp?, isLive: Bool) {
        counts.count(objection)
        if isLive {
            notice(health?.judged(objection, at: uptime()))
        } else if let change = silence.change(at: time, objection) {
            observe(.silence(change))
        }
    }

    private func notice(_ change: ReceiverHealth.Change?) {
        if let change { observe(.receiver(change)) }
    }

    private func loadRegions(around fix: Fix) async {
        let found: RegionSet
        let changesBefore = changes
        do {
            found = try await regions.regions(
                around: fix.coordinate, reach: refresh.reach, at: fix.time)
        } catch {
            // It is tried again at each fix, and told once.
            if !isLoadFailing { observe(.notLoaded(error)) }
            isLoadFailing = true
            return
        }
        isLoadFailing = false
        refresh.succeeded(at: fix, found)
        lookups += 1
        observe(.loaded(regions: found.regions.count))
        monitor.load(found, around: fix, cause: refreshCause)
        refreshCause = .refresh
        // What changed during the look-up may not be in it.
        if changes != changesBefore { regionsChanged() }
    }

    /// `fix`: the one that led to them, if one did.
    private func tell(
        _ transitions: [Transition], _ place: TracePlace?, at fix: Fix? = nil
    ) async throws {
        if transitions.isEmpty { return }
        let notices = transitions.filter { told.contains($0.kind) }
        unrecorded = 0
        try await journal.append(notices, state(place, position: fix ?? position))
    }
}

// MARK: - What outlives the process

extension Tracker {
    /// Of the form of `TrackerState.memory`; another form gets another number.
    private static let stateVersion = 2

    /// Writes down what it knows, if reports have come since that was done.
    package func record() async throws {
        guard unrecorded > 0, monitor.isSettled else { return }
        unrecorded = 0
        try await journal.append([], state(lastPlace, position: position))
    }

    private func state(_ place: TracePlace?, position: Fix?) -> TrackerState {
        TrackerState(memory: memory(position), inside: monitor.toldInside, place: place)
    }

    private func memory(_ position: Fix?) -> [UInt8] {
        var bytes = StateWriter()
        bytes.put(Self.stateVersion)
        filter.write(to: &bytes)
        bytes.put(position)
        refresh.write(to: &bytes)
        bytes.put(refreshCause)
        monitor.write(to: &bytes)
        return bytes.bytes
    }

    /// Knows again what was known when `state` was written down; to be called before it runs.
    ///
    /// `isSameJourney`: the reports to come go on after those that led to `state`. If they do not,
    /// as of another trace, only the regions count that have been entered and not left.
    ///
    /// Throws if the state cannot be read; then it still will not enter twice where it was.
    package func resume(_ state: TrackerState, isSameJourney: Bool) async throws(StateError) {
        do {
            try recall(state)
        } catch {
            (monitor, filter) = (monitor.forgotten, filter.forgotten)
            monitor.presume(inside: state.inside)
            throw error
        }
        guard isSameJourney else {
            monitor.keepOnlyStays()
            filter = filter.forgotten
            refresh.forget()
            (position, refreshCause) = (nil, .startup)
            return
        }
        if let explainer { monitor.keepOnly(explainer.region.id) }
        await reloadRegions()
    }

    private func recall(_ state: TrackerState) throws(StateError) {
        var bytes = StateReader(state.memory)
        let version: Int = try bytes.take()
        guard version == Self.stateVersion else { throw .otherVersion(version) }
        try filter.recall(from: &bytes)
        position = try bytes.take()
        try refresh.recall(from: &bytes)
        refreshCause = try bytes.take()
        try monitor.recall(from: &bytes)
        lastPlace = state.place
    }

    /// Where they were last looked up, so that the next look-up is where it would have been.
    private func reloadRegions() async {
        guard let (center, time) = refresh.lastLookUp else { return }
        do {
            let found = try await regions.regions(
                around: center, reach: refresh.reach, at: time)
            refresh.repeated(found)
            let isMissing = monitor.reload(found, around: center, at: time)
            if isMissing { regionsChanged() }
            observe(.loaded(regions: found.regions.count))
        } catch {
            refresh.forget()
            observe(.notLoaded(error))
        }
    }
}

// MARK: - While it runs

extension Tracker {
    /// Regions have changed: they are looked up again at the next fix.
    package func regionsChanged() {
        changes += 1
        refresh.invalidate()
        if refreshCause != .startup { refreshCause = .added }
    }

    /// By which it judges.
    package var rules: Rules {
        var rules = Rules()
        rules.filter = filter.forgotten
        rules.acceptsUnknownAccuracy = acceptsUnknownAccuracy
        rules.refresh.adopt(refresh)
        rules.regions = monitor.rules
        return rules
    }

    /// The kinds of transitions that become notices.
    package var kindsTold: Set<Transition.Kind> { told }

    /// Goes on with other settings, and everything that it knows.
    package func adopt(_ rules: Rules, telling told: Set<Transition.Kind>) {
        self.told = told
        acceptsUnknownAccuracy = rules.acceptsUnknownAccuracy
        filter.adopt(rules.filter)
        refresh.adopt(rules.refresh)
        monitor.rules = rules.regions
    }
}

// MARK: - What explains it afterwards

extension Tracker {
    private func remember(_ report: Report, isLive: Bool) {
        if case .reception = report { return }
        guard let isFull = recent?.isFull else { return }
        if isFull, monitor.isSettled { recent?.begin(memory(position), isLive: isLive) }
        recent?.add(report)
    }
}
