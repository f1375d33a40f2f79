package import Geofencing

/// The regions that favourites, deals and the like make, looked up around the device.
package struct PlaceRegions: RegionSource {
    private let database: PlaceDatabase
    private let radius: Double

    /// Seconds. The way to a fix may have led through a region whose time ended on that way.
    private static let longestWay = RegionRules().passThrough.longestTime

    /// `radius` (metres): of regions that have none of their own.
    package init(_ database: PlaceDatabase, radius: Double = Region.defaultRadius) {
        self.database = database
        self.radius = radius
    }

    package func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        let radius = radius
        return try await database.with { store in
            defer { store.shrink() }
            var regions: [Region] = []
            var until: Timestamp?
            for kind in store.kinds {
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

    /// A database that cannot be read has not changed: the next look-up says what is wrong with it.
    package func hasChanged() async -> Bool {
        (try? await database.with { try $0.hasChangedElsewhere() }) ?? false
    }
}
