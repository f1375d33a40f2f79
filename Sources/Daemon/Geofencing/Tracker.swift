/// Takes reports from one source, judges them, and hands what happened to the journal.
///
/// `run(_:)` is the way of a fix; nothing else decides the order of things.
package actor Tracker {
    package nonisolated let regions: any RegionSource
    /// Seconds by a clock that nobody sets.
    package nonisolated let uptime: @Sendable () -> Double
    package private(set) var device: TrackedDevice
    /// What is only watched.
    package private(set) var observer: TrackerObserver
    /// The kinds of transitions that become notices.
    package private(set) var reported: Set<Transition.Kind>

    private let journal: any Journal
    /// How often the regions have changed.
    private var changes = 0
    /// Reports since the state was written down.
    private var unrecorded = 0
    /// Chooses the positions that are kept; `nil`: none are.
    private var thinning: PositionThinning?
    /// Those that have not been written down.
    private var kept: [Fix] = []
    /// How many of them wait at most.
    private static let mostKept = 1024
    private var toldPosition: Fix?
    private let onMove: @Sendable (Fix) -> Void
    /// Where to read on after the last report.
    private var resumePoint: ResumePoint?

    /// `reporting`: the kinds of transitions that become notices. `keepsReports`: whether to keep
    /// the last reports. `notify`: called with what may be worth a line in the log. `onMove`: with the last position, after each batch of reports. `uptime`:
    /// seconds by a clock that nobody sets; they say how long a live receiver has been as it is.
    package init(
        regions: any RegionSource, journal: any Journal, rules: Rules = Rules(),
        reporting reported: Set<Transition.Kind> = [.enter], keepsReports: Bool = false,
        notify: @escaping @Sendable (TrackerObserver.Event) -> Void = { _ in },
        onMove: @escaping @Sendable (Fix) -> Void = { _ in },
        uptime: @escaping @Sendable () -> Double = { 0 }
    ) {
        self.regions = regions
        self.journal = journal
        self.reported = reported
        self.uptime = uptime
        self.onMove = onMove
        device = TrackedDevice(rules)
        observer = TrackerObserver(keepsReports: keepsReports, notify: notify, uptime: uptime)
    }

    /// Follows the device until the source has ended.
    package func run(_ source: sending any PositionSource) async throws {
        var source = source
        begin(isLive: source.isLive)
        while let reports = try await source.next() {
            for i in reports.indices {
                received(reports.span[i], source.resumePoint?.before(reports.count - 1 - i))
                guard var fix = reports.span[i].fix else {
                    try await handle(reports[i])
                    continue
                }
                guard isUsed(&fix) else { continue }
                if device.needsRegions(at: fix) { await loadRegions(around: fix) }
                let transitions = device.transitions(at: fix)
                if thinning?.keeps(fix) == true { kept.append(fix) }
                if !transitions.isEmpty { try await report(transitions) }
            }
            if source.isLive { source.wake(at: device.nextChange) }
            // Afterwards, as notices need not wait for the answer.
            if await regions.hasChanged() { regionsChanged() }
            if journal.wantsState(after: unrecorded) || kept.count > Self.mostKept {
                try await record()
            }
            observer.waits(source.tally)
            if let position = device.position, position.time != toldPosition?.time {
                toldPosition = position
                onMove(position)
            }
            // A trace that never waits would let nobody else have a turn.
            await Task.yield()
        }
        observer.ended(source.tally)
    }
}

// MARK: - The parts of the way

extension Tracker {
    private func begin(isLive: Bool) {
        device.isLive = isLive
        observer.begin(isLive: isLive)
    }

    private func received(_ report: Report, _ resumePoint: ResumePoint?) {
        observer.received(report, memory: device.isSettled ? device.memory : nil)
        self.resumePoint = resumePoint
        unrecorded += 1
    }

    private func isUsed(_ fix: inout Fix) -> Bool {
        let reason = device.dropReason(for: &fix)
        observer.judged(reason, at: fix.time)
        return reason == nil
    }

    /// Handles a report that is no fix.
    private func handle(_ report: Report) async throws {
        switch report {
        case .clock(let now): try await self.report(device.transitions(until: now))
        case .noPosition(let time): observer.judged(.noPosition, at: time)
        case .noTime: observer.judged(.noTime, at: nil)
        case .fix, .reception: break
        }
    }

    private func loadRegions(around fix: Fix) async {
        let changesBefore = changes
        do {
            let found = try await regions.regions(
                around: fix.coordinate, reach: device.reach, at: fix.time)
            observer.loaded(found)
            device.load(found, around: fix)
            // What changed during the look-up may not be in it.
            if changes != changesBefore { regionsChanged() }
        } catch {
            observer.notLoaded(error)
        }
    }

    private func report(_ transitions: [Transition]) async throws {
        if transitions.isEmpty { return }
        let (told, exits) = transitions.split(reporting: reported)
        try await append(told, exits)
    }

    private func append(_ transitions: [Transition], _ exits: [UntoldExit] = []) async throws {
        unrecorded = 0
        var state = device.state(resumingAt: resumePoint)
        swap(&state.kept, &kept)
        state.exits = exits
        try await journal.append(transitions, state)
    }
}

// MARK: - What outlives the process

extension Tracker {
    /// Writes down what it knows, if reports have come since that was done.
    package func record() async throws {
        if unrecorded > 0, device.isSettled { try await append([]) }
    }

    /// Takes over what was known when `state` was written down, before it runs; see
    /// `TrackedDevice.resume`.
    package func resume(_ state: TrackerState, isSameJourney: Bool) async throws(StateError) {
        try device.resume(state, isSameJourney: isSameJourney)
        resumePoint = state.resumePoint
        guard let (center, time) = device.lastLookUp else { return }
        do {
            let found = try await regions.regions(around: center, reach: device.reach, at: time)
            device.reload(found)
            observer.reloaded(found)
        } catch {
            device.reload(nil)
            observer.notLoaded(error)
        }
    }
}

// MARK: - While it runs

extension Tracker {
    /// Regions have changed: they are looked up again at the next fix.
    package func regionsChanged() {
        changes += 1
        device.regionsChanged()
    }

    /// From now on, positions are kept, thinned. `last`: the one kept last; `nil`: there is none.
    package func keepPositions(after last: Fix?) { thinning = PositionThinning(after: last) }

    /// Goes on with other settings, and everything that it knows.
    package func adopt(_ rules: Rules, reporting reported: Set<Transition.Kind>) {
        self.reported = reported
        device.adopt(rules)
    }
}
