import Geofencing
import Interests
import Places
import Posix
import Settings

/// The regions of favourites and deals, and of the configured file, as it was when it was last
/// read without a fault.
actor RegionsInUse: RegionSource {
    private let database: PlaceDatabase
    private var sources: JoinedRegions
    /// Whether there was a look-up, for which a database reads megabytes.
    private var hasLookedUp = false

    /// Regions of a file that are all loaded at once; of more, those around the device.
    private static let mostLoaded = 100_000

    init(_ configuration: Configuration, _ database: PlaceDatabase) throws {
        self.database = database
        sources = try Self.sources(configuration, database)
    }

    /// Fixes go on by the regions there were until all of the others have been read.
    func read(_ configuration: Configuration) async throws {
        sources = try await aside { [database] in try Self.sources(configuration, database) }
    }

    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        hasLookedUp = true
        return try await sources.regions(around: center, reach: reach, at: time)
    }

    /// Is asked when the fix that led to a look-up has been told.
    func hasChanged() async -> Bool {
        if hasLookedUp { giveBackFreedMemory() }
        hasLookedUp = false
        return await sources.hasChanged()
    }

    /// The regions of the file alone; `nil` if none is configured.
    static func file(_ configuration: Configuration) throws -> RegionFile? {
        try configuration.regions.file.map {
            // The daemon must go on, whoever does not write to it.
            try InputFile.refusePipe($0)
            return try RegionFile(path: $0, defaultRadius: configuration.regions.radius)
        }
    }

    private static func sources(
        _ configuration: Configuration, _ database: PlaceDatabase
    ) throws -> JoinedRegions {
        let places = PlaceRegions(database, radius: configuration.regions.radius)
        guard let file = try file(configuration) else { return JoinedRegions([places]) }
        if file.regions.count <= mostLoaded { return JoinedRegions([file, places]) }
        return JoinedRegions([NearbyRegions(file.regions), places])
    }
}

/// Does what takes long on another thread than the one that everything else is done on.
private func aside<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        onOwnThread {
            continuation.resume(with: Swift.Result(catching: body))
        }
    }
}
