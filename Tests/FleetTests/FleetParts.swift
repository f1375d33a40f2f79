import Geofencing
import Interests
import Notifications
import Places
import Positions
import Posix
import Synchronization
import TestSupport

/// What a notice says, as far as it does not depend on whose it is.
struct Told: Hashable, CustomStringConvertible {
    var kind: Transition.Kind
    var region: String
    var time: Timestamp
    var rule: Transition.Rule

    init(_ transition: Transition) {
        (kind, region) = (transition.kind, transition.region.id)
        (time, rule) = (transition.time, transition.rule)
    }

    var description: String { "\(time) \(kind) \(region) (\(rule))" }
}

/// The log of a daemon, and what devices were told, in its order.
actor Recorder: FleetJournal {
    struct Failed: Error {}

    let log: NotificationLog
    private(set) var told: [DeviceID: [Told]] = [:]
    private(set) var numbers: [Int] = []
    /// How many of the next updates cannot be written.
    private var failures = 0
    /// Called before an update is written.
    private var meanwhile: @Sendable () async -> Void = {}

    init(_ log: NotificationLog) { self.log = log }

    func fail(_ count: Int) { failures = count }

    func onAppend(_ body: @escaping @Sendable () async -> Void) { meanwhile = body }

    func append(_ update: DeviceUpdate) async throws -> [Int] {
        await meanwhile()
        if failures > 0 {
            failures -= 1
            throw Failed()
        }
        let numbers = try await log.append(update)
        told[update.device, default: []] += update.transitions.map { Told($0) }
        self.numbers += numbers
        return numbers
    }

    func device(_ id: DeviceID) async throws -> StoredDevice? { try await log.device(id) }
    func set(_ device: Device) async throws { try await log.set(device) }
    func has(_ id: DeviceID, removed: Bool) async throws -> Bool {
        try await log.has(id, removed: removed)
    }
    func remove(_ id: DeviceID) async throws { try await log.remove(id) }
    func forget(_ id: DeviceID) async throws { try await log.forget(id) }
    func deviceCount() async throws -> Int { try await log.deviceCount() }
}

/// A fleet with the places and regions of a test, and the log that a daemon has.
struct Ground: Sendable {
    let database: PlaceDatabase
    let file: IndexedRegions?
    let journal: Recorder
    private let folder = TemporaryFolder()

    /// `regions`: a file of GeoJSON, and one of deals; `places` to import; the favourites among
    /// them, for everyone.
    init(
        regions: [String] = [], deals: [String] = [], places: [String] = [],
        favourites: [String] = []
    ) async throws {
        let path = folder.file("places.sqlite")
        database = try PlaceDatabase(.file(path))
        let isThere = !(regions + deals).isEmpty
        file =
            isThere ? try RegionFile(paths: regions, deals: deals, defaultRadius: 200).shared : nil
        journal = Recorder(
            try NotificationLog(
                in: folder.path, source: "/geofenced/test", settings: .init(durability: .normal),
                now: { Timestamp(milliseconds: 0) }, uptime: { 0 }))
        if !places.isEmpty {
            let store = try PlaceStore(.file(path))
            _ = try PlaceImport(files: places).run(
                into: store, finished: Timestamp(milliseconds: 0))
        }
        for text in favourites { try await add(favourite: text) }
    }

    func add(favourite text: String, for audience: Audience = .everyone) async throws {
        let draft = Favourite.Draft(text: text, audience: audience)
        try await change { _ = try Favourite.add(draft, for: $1, in: $0) }
    }

    func change(_ body: @escaping @Sendable (PlaceStore, Caller) throws -> Void) async throws {
        try await database.change {
            try body($0, Caller(account: Account(uid: 1000), now: Timestamp(milliseconds: 0)))
        }
    }

    func fleet(
        _ settings: Fleet.Settings = .init(), now: @escaping @Sendable () -> Timestamp? = { nil },
        uptime: @escaping @Sendable () -> Double = { 0 }
    ) -> Fleet {
        Fleet(
            settings, regions: SharedRegions(PlaceRegions(database), file: file),
            journal: journal, now: now, uptime: uptime)
    }

    /// What a tracker with a live source of these positions tells.
    func toldLive(_ positions: [Fix]) async throws -> [Told] {
        let notebook = Notebook()
        var sources: [any RegionSource] = [PlaceRegions(database)]
        if let file { sources.insert(FileRegions(file), at: 0) }
        let tracker = Tracker(
            regions: JoinedRegions(sources), journal: notebook,
            reporting: Set(Transition.Kind.allCases))
        try await tracker.run(Live(positions))
        return await notebook.told
    }
}

/// Fixes as a receiver gives them, one by one.
private struct Live: PositionSource {
    let isLive = true
    let tally: [Tally] = []
    private var fixes: ArraySlice<Fix>

    init(_ fixes: [Fix]) { self.fixes = fixes[...] }

    mutating func next() async throws -> [Report]? { fixes.popFirst().map { [.fix($0)] } }
}

private actor Notebook: Journal {
    private(set) var told: [Told] = []

    nonisolated func wantsState(after reports: Int) -> Bool { false }

    func append(_ transitions: [Transition], _ state: TrackerState) async throws {
        told += transitions.map { Told($0) }
    }
}

/// A clock that a test sets.
final class SetClock: Sendable {
    private let state = Mutex(0.0)

    var seconds: Double {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
}
