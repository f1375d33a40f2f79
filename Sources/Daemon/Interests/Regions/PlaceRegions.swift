package import Geofencing
package import Places

/// The regions of favourites, deals, other kinds and watches, looked up around the device.
package struct PlaceRegions: RegionSource {
    private let database: PlaceDatabase
    private let kinds: [any StoredRegions.Type]
    private let radius: Double
    private let audiences: Set<Audience>

    /// Seconds. On the way to a fix, the device may have passed through a region whose time has
    /// ended since.
    private static let longestWay = RegionRules().passThrough.longestTime

    /// `kinds`: those whose tables the database has. `radius` (metres): of regions that have none
    /// of their own. `audiences`: for whom they are; by default, for the daemon's own source.
    package init(
        _ database: PlaceDatabase, kinds: [any RegionKind.Type] = RegionKinds.all,
        radius: Double = Region.defaultRadius, for audiences: Set<Audience> = [.everyone, .own]
    ) {
        self.database = database
        self.kinds = kinds.map { $0 as any StoredRegions.Type } + RegionKinds.others
        self.radius = radius
        self.audiences = audiences
    }

    package func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        try await regions(of: kinds, around: center, reach: reach, at: time, for: audiences)
    }

    /// The regions of all audiences, each with its own, but for those of kinds of which one item
    /// decides about a place: whoever follows the audience of such a region has it.
    package func sharedRegions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        try await regions(
            of: kinds.filter { !$0.isOneForPlace }, around: center, reach: reach, at: time,
            for: nil)
    }

    /// The regions, for who follows `audiences`, of kinds of which one item decides about a place.
    package func decidedRegions(
        around center: Coordinate, reach: Double, at time: Timestamp, for audiences: Set<Audience>
    ) async throws -> RegionSet {
        try await regions(
            of: kinds.filter { $0.isOneForPlace }, around: center, reach: reach, at: time,
            for: audiences)
    }

    /// The audiences on which the answer of `decidedRegions` depends: following others changes
    /// nothing about it.
    package func decidingAudiences() async throws -> Set<Audience> {
        let kinds = kinds.filter { $0.isOneForPlace }
        return try await database.with { store in
            try kinds.reduce(into: []) { $0.formUnion(try $1.audiences(in: store)) }
        }
    }

    private func regions(
        of kinds: [any StoredRegions.Type], around center: Coordinate, reach: Double,
        at time: Timestamp, for audiences: Set<Audience>?
    ) async throws -> RegionSet {
        let radius = radius
        return try await database.with { store in
            defer { store.shrink() }
            var regions: [Region] = []
            var until: Timestamp?
            for kind in kinds {
                regions += try kind.regions(
                    around: center, reach: reach, at: time + -Self.longestWay, radius: radius,
                    for: audiences, in: store)
                if let change = try kind.nextChange(after: time, in: store) {
                    until = min(until ?? change, change)
                }
            }
            return RegionSet(regions: regions, reach: reach, until: until)
        }
    }

    /// `false` if the database cannot be read: the next look-up says why.
    package func hasChanged() async -> Bool {
        (try? await database.with { try $0.hasChangedElsewhere() }) ?? false
    }
}
