package import Geofencing
import Glibc
import SQLite

/// A row of the table `label`, by which places are looked up: a category, a brand, or all.
package struct Label: Hashable, Sendable {
    package var row: Int64

    /// The label that every place has.
    package static let all = Label(row: 0)

    package init(row: Int64) {
        self.row = row
    }
}

/// A place that was found by where it is.
package struct Found: Hashable, Sendable {
    /// Its row in the table `place`.
    package var row: Int64
    package var coordinate: Coordinate
    /// Metres from the middle of the search.
    package var distance: Double

    package init(row: Int64, coordinate: Coordinate, distance: Double) {
        self.row = row
        self.coordinate = coordinate
        self.distance = distance
    }
}

/// How the table `position` stores where places are.
package enum Strip {
    /// Degrees of latitude: some two kilometres, so that a look-up around the device reads two or
    /// three ranges of keys.
    static let height = 0.02
    /// Units of stored coordinates in a degree, as in OpenStreetMap.
    static let unitsPerDegree = 1e7

    /// The strip of a latitude, counted from the south pole.
    package static func of(_ latitude: Double) -> Int64 {
        Int64(((latitude + 90) / height).rounded(.down))
    }

    /// Degrees as they are stored.
    package static func units(_ degrees: Double) -> Int64 {
        Int64((degrees * unitsPerDegree).rounded())
    }
}

extension PlaceStore {
    /// The places with this label whose distance from `center` is at most `radius` and more than
    /// `inner` (metres), in no order.
    package func places(
        _ label: Label, within radius: Double, beyond inner: Double = -1, of center: Coordinate
    ) throws -> [Found] {
        let box = Box(around: center, radius: radius)
        let core = Box(inside: center, radius: inner)
        let plane = LocalPlane(at: center)
        let statement = try connection.kept(
            """
            SELECT place, latitude, longitude FROM position
            WHERE label = ?1 AND strip = ?2 AND longitude BETWEEN ?3 AND ?4
            """)
        defer { statement.reset() }
        var found: [Found] = []
        for strip in Strip.of(box.south)...Strip.of(box.north) {
            var ranges = box.longitudes
            if let core, let all = ranges.first, ranges.count == 1, core.hasAll(of: strip) {
                let hole = core.longitudes[0]
                ranges = [(all.west, hole.west), (hole.east, all.east)]
            }
            for (west, east) in ranges {
                statement.reset()
                statement.bind(1, label.row)
                statement.bind(2, strip)
                statement.bind(3, Strip.units(west))
                statement.bind(4, Strip.units(east))
                while try statement.step() {
                    let coordinate = Spot(position: statement).coordinate
                    let distance = plane.distance(to: coordinate)
                    if distance <= radius, distance > inner {
                        found.append(
                            Found(
                                row: statement.integer(0), coordinate: coordinate,
                                distance: distance))
                    }
                }
            }
        }
        return found
    }

    /// The `count` places with this label that are nearest to `center`, the nearest first, and at
    /// most `limit` metres away.
    package func nearest(
        _ label: Label, to center: Coordinate, count: Int, within limit: Double = .infinity
    ) throws -> [Found] {
        var radius = min(500, limit)
        while true {
            let found = try places(label, within: radius, of: center)
            let isAll = radius >= min(limit, Self.halfWayRound)
            if found.count >= count || isAll {
                let sorted = found.sorted { ($0.distance, $0.row) < ($1.distance, $1.row) }
                return Array(sorted.prefix(count))
            }
            radius = min(radius * 4, limit)
        }
    }

    /// Metres; no two points of the Earth are farther apart.
    static let halfWayRound = 20_040_000.0
}

/// The degrees that a circle on the Earth covers, rather too many than too few.
package struct Box: Sendable {
    package var south: Double
    package var north: Double
    /// From west to east; two where the circle lies across 180°.
    package var longitudes: [(west: Double, east: Double)]

    /// `radius`: metres.
    package init(around center: Coordinate, radius: Double) {
        // Less than any degree of latitude has (110,574 m at the equator).
        let degrees = radius / 110_500
        south = max(-90, center.latitude - degrees)
        north = min(90, center.latitude + degrees)
        // A degree of longitude is shortest on the side of the circle that is nearer to a pole.
        let poleward = min(90, abs(center.latitude) + degrees)
        let east = degrees / max(1e-12, cos(poleward * .pi / 180))
        guard poleward < 90, east < 180 else {
            longitudes = [(-180, 180)]
            return
        }
        let (from, to) = (center.longitude - east, center.longitude + east)
        if from < -180 {
            longitudes = [(from + 360, 180), (-180, to)]
        } else if to > 180 {
            longitudes = [(from, 180), (-180, to - 360)]
        } else {
            longitudes = [(from, to)]
        }
    }
}

extension Box {
    /// Degrees that are within the circle everywhere, rather too few than too many; `nil` if there
    /// are none, or across 180° or a pole.
    fileprivate init?(inside center: Coordinate, radius: Double) {
        // The square in the circle has 0.707 of its radius; a degree of latitude has at most
        // 111,700 m, one of longitude 111,400 m at the equator.
        let degrees = radius * 0.7 / 111_700
        let equatorward = max(0, abs(center.latitude) - degrees)
        let east = degrees / cos(equatorward * .pi / 180)
        guard radius > 2_000, abs(center.latitude) + degrees < 80,
            abs(center.longitude) + east < 180
        else { return nil }
        (south, north) = (center.latitude - degrees, center.latitude + degrees)
        longitudes = [(center.longitude - east, center.longitude + east)]
    }

    /// Whether no part of the strip is outside of these latitudes.
    fileprivate func hasAll(of strip: Int64) -> Bool {
        Strip.of(south) < strip && strip < Strip.of(north)
    }
}
