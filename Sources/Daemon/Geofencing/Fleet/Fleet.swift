/// Follows many devices whose positions are pushed.
///
/// Each is a `TrackedDevice`, as a receiver's is. Those that moved lately are in memory; the others
/// are in the journal, and come back as if they had never gone. What a request leads to is written
/// down before it is answered; so whatever goes wrong, memory can be thrown away.
package actor Fleet {
    package struct Settings: Sendable {
        /// How devices are judged; each may have an accuracy limit of its own.
        package var rules = Rules()
        /// The kinds of transitions that become notices.
        package var transitions = Set(Transition.Kind.allCases)
        /// How many devices there may be.
        package var most = 100_000
        /// How many are in memory at most.
        package var inMemory = 10_000
        /// Whether a device that is not known is added with its first position.
        package var automatic = false
        /// Bytes for the last positions of all devices, for explanations.
        package var explainMemory = 16 << 20
        /// Whether positions are kept.
        package var keepsPositions = true

        package init() {}
    }

    package nonisolated let regions: any FleetRegions
    /// Whoever wants to hear which device has another last position.
    package nonisolated let moves: LatestChanges<DeviceID, Fix>
    /// Whoever wants to hear where regions were looked up.
    package nonisolated let lookUps = LatestChanges<DeviceID, LookUp>()

    let journal: any FleetJournal
    var settings: Settings
    /// By the system's clock; `nil` while that may be wrong.
    private let now: @Sendable () -> Timestamp?
    /// Seconds by a clock that nobody sets.
    private let uptime: @Sendable () -> Double

    var devices: [DeviceID: FollowedDevice] = [:]
    /// The devices that somebody is working on, and who waits for each.
    private var turns: [DeviceID: [CheckedContinuation<Void, Never>]] = [:]
    private(set) var load = FleetLoad()
    var reports: FleetReports
    var version = RegionsVersion()
    var counts = FixCounts()
    private var sweptAt = 0.0
    private var askedAt = 0.0
    /// How many devices there are; `nil`: to be asked for.
    var known: Int?

    /// Seconds after its last position that a device leaves memory.
    static let idle = 600.0

    package init(
        _ settings: Settings, regions: any FleetRegions, journal: any FleetJournal,
        moves: LatestChanges<DeviceID, Fix> = LatestChanges(),
        now: @escaping @Sendable () -> Timestamp?, uptime: @escaping @Sendable () -> Double
    ) {
        self.moves = moves
        (self.settings, self.regions, self.journal) = (settings, regions, journal)
        (self.now, self.uptime) = (now, uptime)
        reports = FleetReports(mostBytes: settings.explainMemory)
    }
}

// MARK: - Positions

extension Fleet {
    /// What became of pushed positions.
    package struct Answer: Sendable {
        package var counts = FixCounts()
        /// The numbers of the notices that they led to.
        package var notices: [Int] = []
    }

    /// Judges positions of a device in the order of their times, and answers when what they led to
    /// is durable.
    ///
    /// Throws `UnknownDevice`, `TooManyDevices` or `FleetBusy`, and what the journal or the look-up
    /// of regions throws; nothing is taken then.
    package func push(_ positions: [Fix], to id: DeviceID) async throws -> Answer {
        guard load.admits(positions.count, at: uptime()) else { throw FleetBusy() }
        defer { load.finished(positions.count, at: uptime()) }
        return try await inTurn(id) {
            do {
                return try await take(positions, from: id)
            } catch {
                // It may be half judged.
                devices[id] = nil
                throw error
            }
        }
    }

    private func take(_ positions: [Fix], from id: DeviceID) async throws -> Answer {
        await lookForChanges()
        var device = try await followed(id)
        let past = device.state.counts
        var judged = Judged(now: now())
        for fix in positions.sorted(by: { $0.time < $1.time }) {
            try await judge(fix, &device, &judged)
        }
        device.written(judged.counts)
        let (told, exits) = judged.transitions.split(reporting: settings.transitions)
        let numbers = try await journal.append(
            DeviceUpdate(
                device: id, transitions: told, exits: exits, state: device.state,
                kept: judged.kept, late: judged.late))
        let hasMoved = device.state.counts.accepted > past.accepted
        keep(device)
        if hasMoved, let fix = device.state.position { moves.note(fix, of: id) }
        return Answer(counts: judged.counts, notices: numbers)
    }

    /// What has come of a request so far.
    private struct Judged {
        /// `nil` while the system's clock may be wrong.
        let now: Timestamp?
        var counts = FixCounts()
        var transitions: [Transition] = []
        var kept: [Fix] = []
        var late: [Fix] = []
    }

    private func judge(
        _ fix: Fix, _ device: inout FollowedDevice, _ judged: inout Judged
    ) async throws {
        var fix = fix
        let isFuture = judged.now.map { fix.time - $0 > Self.mostAhead } ?? false
        let reason = isFuture ? .future : device.dropReason(for: &fix, &reports)
        judged.counts.count(reason)
        counts.count(reason)
        if reason == .notLater, settings.keepsPositions { judged.late.append(fix) }
        guard reason == nil else { return }
        if device.tracked.needsRegions(at: fix) { try await lookUp(around: fix, &device) }
        judged.transitions += device.tracked.transitions(at: fix)
        if settings.keepsPositions, device.thinning.keeps(fix) { judged.kept.append(fix) }
    }

    /// Seconds that a device's clock may be ahead.
    private static let mostAhead = 600.0

    private func lookUp(around fix: Fix, _ device: inout FollowedDevice) async throws {
        bringUpToDate(&device)
        let before = version
        let reach = device.tracked.reach
        let found = try await regions.regions(
            around: fix.coordinate, reach: reach, at: fix.time, for: device.audiences)
        device.tracked.load(found, around: fix)
        device.version = before
        // What changed during the look-up may not be in it.
        if version != before { device.tracked.regionsChanged() }
        lookUps.note(LookUp(center: fix.coordinate, reach: reach, time: fix.time), of: device.id)
    }
}

/// Where regions were looked up for a device.
package struct LookUp: Sendable {
    package var center: Coordinate
    /// Metres.
    package var reach: Double
    /// By the clock of the fixes.
    package var time: Timestamp

    package init(center: Coordinate, reach: Double, time: Timestamp) {
        (self.center, self.reach, self.time) = (center, reach, time)
    }
}

package struct UnknownDevice: Error {
    package var id: DeviceID
}

package struct TooManyDevices: Error {
    package var most: Int
}

// MARK: - Devices in memory

extension Fleet {
    /// Calls `body` when nobody else works on the device; who asks first is first.
    func inTurn<Result>(
        _ id: DeviceID, _ body: () async throws -> Result
    ) async rethrows -> Result {
        if turns[id] == nil {
            turns[id] = []
        } else {
            await withCheckedContinuation { turns[id]?.append($0) }
        }
        defer {
            if turns[id]?.isEmpty ?? true {
                turns[id] = nil
            } else {
                turns[id]?.removeFirst().resume()
            }
        }
        return try await body()
    }

    /// From memory or the journal; a new one if devices are added by themselves.
    func followed(_ id: DeviceID) async throws -> FollowedDevice {
        if var device = devices[id] {
            bringUpToDate(&device)
            return device
        }
        guard let stored = try await journal.device(id) else {
            guard settings.automatic else { throw UnknownDevice(id: id) }
            let device = Device(id)
            try await set(new: device)
            return FollowedDevice(StoredDevice(device), settings.rules, version)
        }
        var device = FollowedDevice(stored, settings.rules, version)
        guard let state = stored.state else { return device }
        // What cannot be read is lost, but not that it is in these regions.
        try? device.tracked.resume(
            TrackerState(memory: state.memory, inside: state.inside, resumePoint: nil),
            isSameJourney: true)
        if version.isLater(than: state.regions) {
            device.tracked.regionsChangedWhileAway()
        } else if let (center, time) = device.tracked.lastLookUp {
            device.tracked.reload(
                try await regions.regions(
                    around: center, reach: device.tracked.reach, at: time, for: device.audiences))
        }
        return device
    }

    /// What people or other processes have changed since its regions were looked up.
    private func bringUpToDate(_ device: inout FollowedDevice) {
        guard device.version != version else { return }
        device.adopt(settings.rules)
        device.tracked.regionsChanged()
    }

    private func keep(_ device: FollowedDevice) {
        var device = device
        device.usedAt = uptime()
        devices[device.id] = device
        if devices.count > settings.inMemory || device.usedAt - sweptAt > Self.idle / 10 { sweep() }
    }

    /// Forgets the devices that have not moved lately; if there are too many, a quarter of all, so
    /// that this is rare.
    private func sweep() {
        sweptAt = uptime()
        devices = devices.filter { sweptAt - $0.value.usedAt <= Self.idle }
        guard devices.count > settings.inMemory else { return }
        let times = devices.values.map(\.usedAt).sorted()
        let oldest = times[devices.count - settings.inMemory * 3 / 4 - 1]
        devices = devices.filter { $0.value.usedAt > oldest }
    }
}

// MARK: - While it runs

extension Fleet {
    /// Regions have changed: they are looked up again around each device at its next position.
    package func regionsChanged() async {
        await regions.forget()
        version.change()
    }

    /// Other processes change regions, too.
    private func lookForChanges() async {
        guard uptime() - askedAt > Self.patience else { return }
        askedAt = uptime()
        if await regions.hasChanged() { await regionsChanged() }
    }

    /// Seconds until somebody else's change is looked for again.
    private static let patience = 0.25

    /// Goes on with other settings; each device does so at its next position.
    package func adopt(_ settings: Settings) async {
        self.settings = settings
        reports.mostBytes = settings.explainMemory
        await regionsChanged()
    }
}
