package import Geofencing
package import Places

/// The regions of favourites, deals and other kinds, looked up around the device.
package struct PlaceRegions: RegionSource {
    private let database: PlaceDatabase
    private let kinds: [any RegionKind.Type]
    private let radius: Double

    /// Seconds. On the way to a fix, the device may have passed through a region whose time has
    /// ended since.
    private static let longestWay = RegionRules().passThrough.longestTime

    /// `kinds`: those whose tables the database has. `radius` (metres): of regions that have none
    /// of their own.
    package init(
        _ database: PlaceDatabase, kinds: [any RegionKind.Type] = RegionKinds.all,
        radius: Double = Region.defaultRadius
    ) {
        self.database = database
        self.kinds = kinds
        self.radius = radius
    }

    package func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        let (kinds, radius) = (kinds, radius)
        return try await database.with { store in
            defer { store.shrink() }
            var regions: [Region] = []
            var until: Timestamp?
            for kind in kinds {
                regions += try kind.regions(
                    around: center, reach: reach, at: time + -Self.longestWay, radius: radius,
                    in: store)
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
