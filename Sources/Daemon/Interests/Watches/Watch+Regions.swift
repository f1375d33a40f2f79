package import Geofencing
package import Places
import SQLite

/// Watches, as regions. Those that are still to come are among them with their windows, so a look-up
/// need not be repeated when one starts or ends.
extension Watch: StoredRegions {
    package static func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, radius: Double,
        for audiences: Set<Audience>?, in store: PlaceStore
    ) throws -> [Region] {
        let lookUp = WatchLookUp(
            center: center, reach: reach, time: time, radius: radius, audiences: audiences,
            store: store)
        return try lookUp.points() + lookUp.places()
    }
}

private struct WatchLookUp {
    let center: Coordinate
    let reach: Double
    let time: Timestamp
    /// Metres, of watches that have none of their own.
    let radius: Double
    let audiences: Set<Audience>?
    let store: PlaceStore

    // MARK: Watches at a point

    func points() throws -> [Region] {
        try sizes().flatMap { size in
            try points(
                ofSize: size, largest: size == 0 ? radius : Watch.largestRadius(ofSize: Int(size)))
        }
    }

    /// The sizes that there are; 0 is that of watches without a radius of their own.
    private func sizes() throws -> [Int64] {
        var sizes: [Int64] = []
        while let size = try store.connection.integer(
            """
            SELECT min(coalesce(size, 0)) FROM watch
            WHERE strip IS NOT NULL AND coalesce(size, 0) > :last
            """, ["last": .integer(sizes.last ?? -1)])
        {
            sizes.append(size)
        }
        return sizes
    }

    private func points(ofSize size: Int64, largest: Double) throws -> [Region] {
        let box = Box(around: center, radius: reach + largest)
        var regions: [Region] = []
        for strip in Strip.of(box.south)...Strip.of(box.north) {
            for (west, east) in box.longitudes {
                let watches = try store.connection.rows(
                    """
                    SELECT \(Watch.columns)
                    FROM watch INDEXED BY watch_position CROSS JOIN watch_set USING (generation)
                    WHERE coalesce(size, 0) = :size AND strip = :strip
                        AND longitude BETWEEN :west AND :east AND (ends IS NULL OR ends > :now)
                    ORDER BY watch.row
                    """,
                    [
                        "size": .integer(size), "strip": .integer(strip), "west": .real(west),
                        "east": .real(east), "now": .integer(time.milliseconds),
                    ], Watch.init)
                regions += watches.lazy.filter(isWanted).compactMap(region)
            }
        }
        return regions
    }

    private func isWanted(_ watch: Watch) -> Bool { audiences?.contains(watch.audience) ?? true }

    /// `nil` if its circle is out of reach.
    private func region(_ watch: Watch) -> Region? {
        guard case .point(let point) = watch.spot else { return nil }
        let radius = watch.radius ?? radius
        guard center.distance(to: point) <= reach + radius else { return nil }
        return watch.region(at: point, radius: radius)
    }

    // MARK: Watches of a target

    func places() throws -> [Region] {
        var regions: [Region] = []
        var last = ("", "")
        while let target = try target(after: last) {
            last = (target.match.rawValue, target.key)
            regions += try places(of: target, largest: try largestRadius(of: target))
        }
        return regions
    }

    /// The next target that has watches. There may be very many watches, and few targets.
    private func target(after last: (match: String, key: String)) throws -> Target? {
        try store.connection.first(
            """
            SELECT match, key FROM watch INDEXED BY watch_target
            WHERE match IS NOT NULL AND (match, key) > (:match, :key)
            ORDER BY match, key LIMIT 1
            """, ["match": .text(last.match), "key": .text(last.key)]
        ) { row in
            Target(
                match: row.text(0).flatMap { Favourite.Match(rawValue: $0) } ?? .name,
                key: row.text(1) ?? "")
        }
    }

    /// Metres.
    private func largestRadius(of target: Target) throws -> Double {
        let largest = try store.connection.first(
            """
            SELECT max(radius) FROM watch INDEXED BY watch_target
            WHERE match = :match AND key = :key
            """, ["match": .text(target.match.rawValue), "key": .text(target.key)]
        ) { $0.real(0) }
        return max(radius, largest ?? 0)
    }

    private func places(of target: Target, largest: Double) throws -> [Region] {
        let found = try store.places(
            target, within: reach + largest + Duplicates.reach, of: center)
        guard !found.isEmpty else { return [] }
        let matches = Dictionary(found.map { ($0.row, $0) }, uniquingKeysWith: { one, _ in one })
            .values.sorted { $0.row < $1.row }
            .map { MatchedPlace($0, rank: 0, radius: largest, audience: .everyone) }
        var duplicates = Duplicates(matches, in: store)
        let near = try matches.filter { try $0.isWithin(reach) && duplicates.isKept($0) }
        guard !near.isEmpty else { return [] }
        let watches = try watches(of: target).filter(isWanted)
        return try near.flatMap { match in
            let place = try duplicates.place(match.row)
            return watches.compactMap { watch -> Region? in
                let radius = watch.radius ?? radius
                guard match.distance - radius <= reach else { return nil }
                return watch.region(around: place, radius: radius)
            }
        }
    }

    private func watches(of target: Target) throws -> [Watch] {
        try store.connection.rows(
            """
            SELECT \(Watch.columns)
            FROM watch INDEXED BY watch_target CROSS JOIN watch_set USING (generation)
            WHERE match = :match AND key = :key AND (ends IS NULL OR ends > :now)
            ORDER BY watch.row
            """,
            [
                "match": .text(target.match.rawValue), "key": .text(target.key),
                "now": .integer(time.milliseconds),
            ], Watch.init)
    }
}

extension Watch {
    fileprivate func region(at point: Coordinate, radius: Double) -> Region {
        Region(
            id: "\(Self.name)/\(set)/\(id)", kind: Self.name, name: title, center: point,
            radius: radius, window: window, details: told, audience: audience)
    }

    fileprivate func region(around place: Place, radius: Double) -> Region {
        var region = region(at: place.coordinate, radius: radius)
        region.id += "/\(place.id)"
        region.place = place.details(withName: true)
        return region
    }

    /// What a notice says of it.
    private var told: Region.Details {
        var fields = [Region.Field("set", set), .init("id", id), .init("title", title)]
        if let details { fields.append(.init("details", details, isJSON: true)) }
        return Region.Details(title: Self.name, fields: fields)
    }
}
