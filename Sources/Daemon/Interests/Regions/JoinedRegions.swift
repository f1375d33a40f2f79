package import Geofencing

/// Several sources of regions as one.
package struct JoinedRegions: RegionSource {
    private let sources: [any RegionSource]

    package init(_ sources: [any RegionSource]) {
        self.sources = sources
    }

    package func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        var all: RegionSet?
        for source in sources {
            let found = try await source.regions(around: center, reach: reach, at: time)
            guard var joined = all else {
                all = found
                continue
            }
            joined.layers += found.layers
            joined.reach = min(joined.reach, found.reach)
            joined.until = [joined.until, found.until].compactMap { $0 }.min()
            all = joined
        }
        return all ?? RegionSet(regions: [], reach: .infinity)
    }

    package func hasChanged() async -> Bool {
        var hasChanged = false
        // All are asked, as each remembers when it was asked last.
        for source in sources { hasChanged = await source.hasChanged() || hasChanged }
        return hasChanged
    }
}
