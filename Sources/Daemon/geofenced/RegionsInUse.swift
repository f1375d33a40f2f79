import Geofencing
import Interests
import Places
import Posix
import Settings

/// The regions of favourites, deals and watches, and those of the configured file as of the last
/// reading without a fault: for the daemon's own source, and for all other devices.
actor RegionsInUse: RegionSource {
    /// For all devices but the own one.
    nonisolated let shared: SharedRegions
    private let database: PlaceDatabase
    private let own: DeviceID
    private var file: RegionFile?
    /// Metres, for regions that have none of their own.
    private var radius: Double
    /// What the own device follows besides its own audiences.
    private var follows: Set<Audience> = [.everyone]
    private var sources: JoinedRegions
    /// Whether regions have been looked up, which takes megabytes of memory for a moment.
    private var hasLookedUp = false
    private var lookUps: LatestChanges<DeviceID, LookUp>?
    /// Whether something has changed of which the own device, or the others, have not been told.
    private var changed = (own: false, others: false)

    init(_ configuration: Configuration, _ database: PlaceDatabase) throws {
        self.database = database
        own = configuration.device.id
        radius = configuration.regions.radius
        file = try Self.file(configuration)
        let places = PlaceRegions(database, radius: radius)
        shared = SharedRegions(places, file: file?.shared)
        sources = Self.sources(database, file, radius, follows, own)
    }

    /// Reads the regions of a configuration. Until that is done, fixes are judged by the old ones.
    func read(_ configuration: Configuration) async throws {
        file = try await aside { try Self.file(configuration) }
        radius = configuration.regions.radius
        sources = Self.sources(database, file, radius, follows, own)
        await shared.use(PlaceRegions(database, radius: radius), file: file?.shared)
    }

    /// From now on, the own device follows these audiences besides its own.
    func follow(_ audiences: Set<Audience>) {
        follows = audiences
        sources = Self.sources(database, file, radius, follows, own)
    }

    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        hasLookedUp = true
        let found = try await sources.regions(around: center, reach: reach, at: time)
        lookUps?.note(LookUp(center: center, reach: reach, time: time), of: own)
        return found
    }

    /// From now on, tells where regions are looked up for the own device.
    func tell(_ lookUps: LatestChanges<DeviceID, LookUp>) { self.lookUps = lookUps }

    /// The tracker asks with each batch of reports. The fix that led to a look-up has been judged
    /// by then, and the memory of the look-up can be returned.
    func hasChanged() async -> Bool {
        if hasLookedUp { giveBackFreedMemory() }
        hasLookedUp = false
        await look()
        defer { changed.own = false }
        return changed.own
    }

    fileprivate func hasChangedForOthers() async -> Bool {
        await look()
        defer { changed.others = false }
        return changed.others
    }

    /// The database says once that another process has changed it.
    private func look() async {
        if await sources.hasChanged() { changed = (true, true) }
    }

    /// The regions of the file alone; `nil` if none is configured.
    static func file(_ configuration: Configuration) throws -> RegionFile? {
        try configuration.regions.file.map {
            // The daemon must not wait for the writer of a pipe.
            try InputFile.refusePipe($0)
            return try RegionFile(path: $0, defaultRadius: configuration.regions.radius)
        }
    }

    private static func sources(
        _ database: PlaceDatabase, _ file: RegionFile?, _ radius: Double,
        _ follows: Set<Audience>, _ own: DeviceID
    ) -> JoinedRegions {
        let audiences = follows.union([.own, .device(own)])
        let places = PlaceRegions(database, radius: radius, for: audiences)
        guard let file else { return JoinedRegions([places]) }
        return JoinedRegions([FileRegions(file.shared, for: audiences), places])
    }
}

/// The regions of all devices but the own one.
struct OthersRegions: FleetRegions {
    let all: RegionsInUse

    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, for audiences: Set<Audience>
    ) async throws -> RegionSet {
        try await all.shared.regions(around: center, reach: reach, at: time, for: audiences)
    }

    func forget() async { await all.shared.forget() }

    func hasChanged() async -> Bool { await all.hasChangedForOthers() }
}

/// Runs `body`, which takes long, on a thread of its own.
private func aside<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        onOwnThread {
            continuation.resume(with: Swift.Result(catching: body))
        }
    }
}
