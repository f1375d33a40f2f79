import ArgumentParser
import Configuration
import Geofencing
import Glibc
import Places

/// Where favourites, deals and places are asked for.
struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this file of places instead of the running daemon.", valueName: "file"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "The configuration that says where the daemon is. (default: \(Configuration.defaultPath), if it is there)",
            valueName: "file"))
    var config: String?

    /// `isReading`: nothing is going to be changed.
    func access(isReading: Bool) throws -> Access {
        if let database {
            return .database(
                try PlaceDatabase(isReading ? .readOnly(database) : .file(database)))
        }
        throw ValidationError("--database: is missing: name a file of places")
    }
}

/// The daemon, or a file of places that is used without it.
enum Access {
    case database(PlaceDatabase)

    /// Calls `body` with the tables, and with whoever runs this program.
    private func with<Result: Sendable>(
        _ body: @Sendable (PlaceStore, Caller) throws -> Result
    ) async throws -> Result {
        switch self {
        case .database(let database):
            let caller = Caller(account: Account(uid: getuid()), now: .now)
            return try await database.with { try body($0, caller) }
        }
    }
}

// MARK: - Favourites, deals and the like

extension Access {
    func items<Kind: RegionKind>(_ kind: Kind.Type, _ filter: Kind.Filter) async throws
        -> [Kind.Item]
    {
        try await with { try kind.items(filter, for: $1, in: $0) }
    }

    func add<Kind: RegionKind>(_ kind: Kind.Type, _ draft: Kind.Draft) async throws
        -> Added<Kind.Item>
    {
        try await with { try kind.add(draft, for: $1, in: $0) }
    }

    func change<Kind: RegionKind>(_ kind: Kind.Type, _ id: Int64, to draft: Kind.Draft)
        async throws -> Kind.Item
    {
        try await with { try kind.change(id, to: draft, for: $1, in: $0) }
    }

    func remove<Kind: RegionKind>(_ kind: Kind.Type, _ id: Int64) async throws {
        try await with { try kind.remove(id, for: $1, in: $0) }
    }
}

// MARK: - Places

extension Access {
    func search(_ query: PlaceQuery) async throws -> PlaceMatches {
        try await with { try $0.search(query, for: $1, at: LocalMoment(hereAt: $1.now)) }
    }

    /// `near`: where distance and bearing are from.
    func place(_ id: String, near: PlaceQuery.Near?) async throws -> PlaceResult {
        try await with {
            try $0.show(id, near: near, for: $1, at: LocalMoment(hereAt: $1.now))
        }
    }
}

extension Timestamp {
    /// By the system's clock.
    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(
            milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
