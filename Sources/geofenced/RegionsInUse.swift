import Geofencing
import Interests
import Places
import Posix
import Settings

/// The regions of favourites and deals, and those of the configured file as of the last reading
/// without a fault.
actor RegionsInUse: RegionSource {
    private let database: PlaceDatabase
    private var sources: JoinedRegions
    /// Whether regions have been looked up, which takes megabytes of memory for a moment.
    private var hasLookedUp = false

    init(_ configuration: Configuration, _ database: PlaceDatabase) throws {
        self.database = database
        sources = try Self.sources(configuration, database)
    }

    /// Reads the regions of a configuration. Until that is done, fixes are judged by the old ones.
    func read(_ configuration: Configuration) async throws {
        sources = try await aside { [database] in try Self.sources(configuration, database) }
    }

    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        hasLookedUp = true
        return try await sources.regions(around: center, reach: reach, at: time)
    }

    /// The tracker asks with each batch of reports. The fix that led to a look-up has been judged
    /// by then, and the memory of the look-up can be returned.
    func hasChanged() async -> Bool {
        if hasLookedUp { giveBackFreedMemory() }
        hasLookedUp = false
        return await sources.hasChanged()
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
        _ configuration: Configuration, _ database: PlaceDatabase
    ) throws -> JoinedRegions {
        let places = PlaceRegions(database, radius: configuration.regions.radius)
        guard let file = try file(configuration) else { return JoinedRegions([places]) }
        return JoinedRegions([FileRegions(file.shared), places])
    }
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
