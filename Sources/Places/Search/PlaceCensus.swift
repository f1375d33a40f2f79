import Geofencing
import SQLite

/// Which places are wanted: all of these must hold.
struct Criteria {
    /// One label of each at least.
    var labels: [[Label]]
    /// `nil`: any text.
    var matches: TextMatches?

    /// Nothing can be found.
    var isEmpty: Bool {
        labels.contains(where: \.isEmpty) || matches?.isEmpty == true
    }
}

/// Finds the places that are wanted: from where they are outwards, or in the order of the table.
///
/// It never looks at more than so many, so that no question takes long; then what has been found
/// by then is all.
struct PlaceCensus {
    let store: PlaceStore
    /// `nil`: anywhere.
    let center: Coordinate?
    /// Asked last of a place that is wanted otherwise.
    var isAccepted: ((Int64) throws -> Bool)?

    /// Some microseconds each.
    private(set) var steps = 0
    private static let mostSteps = 30_000
    /// Those kept for when there is nothing left to do but take some.
    private static let lastSteps = 10_000
    /// What takes longer: to ask the full-text index, to read a whole place, to read where it is.
    private static let (stepsOfIndex, stepsOfPlace, stepsOfPosition) = (20, 20, 3)

    /// Up to so many rows are looked up one by one: to walk past others is faster from there on,
    /// where some in a thousand are wanted.
    static let few = 3000
    /// Steps of a walk among the places with a label; after them all of those are gone through
    /// instead, if they are no more than `some` and the text leaves few of them.
    private static let (some, someSteps) = (100_000, 2_000)

    private var isTired: Bool { steps >= Self.mostSteps }

    init(_ store: PlaceStore, around center: Coordinate?) {
        self.store = store
        self.center = center
    }

    /// At most `count`, the nearest first, and none farther away than `limit` (metres).
    mutating func find(_ wanted: Criteria, within limit: Double, count: Int) throws -> [Found] {
        if wanted.isEmpty || count < 1 { return [] }
        if let matches = wanted.matches, matches.isComplete, matches.rows.count <= Self.few {
            return try selected(matches.rows, wanted, within: limit, count: count)
        }
        // The fewer labels, the fewer places.
        let sets = wanted.labels.sorted { $0.count < $1.count }
        let drive: [Label] = sets.first ?? [.all]
        let rest = Criteria(labels: Array(sets.dropFirst()), matches: wanted.matches)
        var found: [Found] = []
        if let center {
            let end = drive == [.all] ? Self.mostSteps : steps + Self.someSteps
            found = try walk(
                drive, from: center, within: limit, count: count, rest,
                until: min(end, Self.mostSteps))
            if found.count < count, steps >= end, !isTired {
                found =
                    try filtered(drive, wanted.matches, from: center, within: limit, count, rest)
                    ?? walk(
                        drive, from: center, within: limit, count: count, rest,
                        until: Self.mostSteps)
            }
        } else if drive != [.all] {
            let candidates = try listed(drive, limit: Self.few, from: nil)
            for place in candidates where try has(place, rest) {
                found.append(place)
                if found.count == count { break }
            }
        }
        if found.count < count, isTired || found.isEmpty, let matches = wanted.matches {
            // Too far away to be walked to: some of them, then.
            steps = min(steps, Self.mostSteps - Self.lastSteps)
            let rows = Array(matches.rows.prefix(Self.few))
            found += try selected(rows, wanted, within: limit, count: count - found.count)
        }
        return center == nil ? found : found.sortedByDistance
    }

    // MARK: Of rows that are known

    private mutating func selected(
        _ rows: [Int64], _ wanted: Criteria, within limit: Double, count: Int
    ) throws -> [Found] {
        let rest = Criteria(labels: wanted.labels, matches: nil)
        var found: [Found] = []
        guard center != nil else {
            // Any of them will do.
            for row in rows where found.count < count {
                steps += Self.stepsOfPosition
                guard let place = try locate(row), try has(place, rest) else { continue }
                found.append(place)
            }
            return found
        }
        steps += Self.stepsOfPosition * rows.count
        let near = try rows.compactMap { try locate($0) }.filter { $0.distance <= limit }
        for place in near.sortedByDistance where try has(place, rest) {
            found.append(place)
            if found.count == count { break }
        }
        return found
    }

    private func locate(_ row: Int64) throws -> Found? {
        try store.connection.first(
            "SELECT latitude, longitude FROM place WHERE id = :row", ["row": .integer(row)]
        ) {
            let coordinate = Coordinate(latitude: $0.real(0), longitude: $0.real(1))
            return Found(
                row: row, coordinate: coordinate,
                distance: center?.distance(to: coordinate) ?? 0)
        }
    }

    // MARK: Of places around

    /// Metres: where a walk begins, and from where on its rings grow more slowly, since there may be
    /// a continent in the next.
    private static let (firstReach, farReach) = (500.0, 50_000.0)

    private mutating func walk(
        _ labels: [Label], from center: Coordinate, within limit: Double, count: Int,
        _ rest: Criteria, until end: Int
    ) throws -> [Found] {
        var found: [Found] = []
        let limit = min(limit, PlaceStore.halfWayRound)
        var (inner, reach) = (-1.0, min(limit, Self.firstReach))
        while true {
            var ring = try labels.flatMap { try store.places($0, within: reach, of: center) }
            steps += ring.count
            ring = ring.filter { $0.distance > inner }.sortedByDistance
            for place in ring where try has(place, rest) {
                found.append(place)
                if found.count == count { return found }
            }
            if reach >= limit || steps >= end { return found }
            if reach > Self.farReach, inner <= Self.farReach,
                let all = try listedIfFew(labels, from: center)
            {
                (inner, reach) = (reach, limit)
                let far = all.filter { $0.distance > inner && $0.distance <= limit }
                for place in far.sortedByDistance where try has(place, rest) {
                    found.append(place)
                    if found.count == count { break }
                }
                return found
            }
            inner = reach
            reach = min(limit, reach * (reach < Self.farReach ? 2 : 1.25))
        }
    }

    /// `nil` if there are too many.
    private mutating func listedIfFew(_ labels: [Label], from center: Coordinate) throws -> [Found]?
    {
        guard try labels.reduce(0, { try $0 + size($1, upTo: Self.few) }) <= Self.few else {
            return nil
        }
        return try listed(labels, limit: Self.few + 1, from: center)
    }

    /// How many places have the label; more than `limit` if that is less.
    private func size(_ label: Label, upTo limit: Int) throws -> Int {
        Int(
            try store.connection.integer(
                """
                SELECT count(*) FROM (SELECT 1 FROM position WHERE label = :label LIMIT :limit)
                """, ["label": .integer(label.row), "limit": SQLValue(limit + 1)]) ?? 0)
    }

    /// Of all places with a label, those whose rows are known to match; `nil` if that is too much.
    private mutating func filtered(
        _ labels: [Label], _ matches: TextMatches?, from center: Coordinate,
        within limit: Double, _ count: Int, _ rest: Criteria
    ) throws -> [Found]? {
        guard let matches, matches.isComplete,
            try labels.reduce(0, { try $0 + size($1, upTo: Self.some) }) <= Self.some
        else { return nil }
        let listed = try labels.flatMap { label in
            try store.connection.rows(
                "SELECT place, latitude, longitude FROM position WHERE label = :label",
                ["label": .integer(label.row)]
            ) { row -> Found? in
                guard try matches.contains(row.integer(0), in: store.connection) else { return nil }
                return Self.found(row, from: center)
            }
        }
        // To walk past a row costs less than to weigh it.
        steps += listed.count / 10
        let near = listed.compactMap { $0 }.filter { $0.distance <= limit }.sortedByDistance
        var found: [Found] = []
        for place in near where try found.count < count && has(place, rest) { found.append(place) }
        return found
    }

    /// `row`: the place, its latitude and its longitude, as `position` has them.
    private static func found(_ row: Statement, from center: Coordinate?) -> Found {
        let coordinate = Coordinate(
            latitude: Double(row.integer(1)) / Strip.unitsPerDegree,
            longitude: Double(row.integer(2)) / Strip.unitsPerDegree)
        return Found(
            row: row.integer(0), coordinate: coordinate,
            distance: center?.distance(to: coordinate) ?? 0)
    }

    private mutating func listed(
        _ labels: [Label], limit: Int, from center: Coordinate?
    ) throws -> [Found] {
        var all: [Found] = []
        for label in labels where all.count < limit {
            all += try store.connection.rows(
                "SELECT place, latitude, longitude FROM position WHERE label = :label LIMIT :limit",
                ["label": .integer(label.row), "limit": SQLValue(limit - all.count)]
            ) { Self.found($0, from: center) }
        }
        steps += all.count
        return all
    }

    // MARK: What is wanted

    private mutating func has(_ place: Found, _ wanted: Criteria) throws -> Bool {
        if isTired { return false }
        for labels in wanted.labels {
            guard try labels.contains(where: { try isLabelled($0, place) }) else { return false }
        }
        if let matches = wanted.matches {
            if !matches.isComplete { steps += Self.stepsOfIndex }
            guard try matches.contains(place.row, in: store.connection) else { return false }
        }
        guard let isAccepted else { return true }
        steps += Self.stepsOfPlace
        return try isAccepted(place.row)
    }

    private mutating func isLabelled(_ label: Label, _ place: Found) throws -> Bool {
        // Its latitude may be rounded.
        let (south, north) = (place.coordinate.latitude - 1e-7, place.coordinate.latitude + 1e-7)
        for strip in Strip.of(south)...Strip.of(north) {
            steps += 2
            let row = try store.connection.integer(
                """
                SELECT 1 FROM position
                WHERE label = :label AND strip = :strip AND longitude = :longitude
                    AND place = :place
                """,
                [
                    "label": .integer(label.row), "strip": .integer(strip),
                    "longitude": .integer(Strip.units(place.coordinate.longitude)),
                    "place": .integer(place.row),
                ])
            if row != nil { return true }
        }
        return false
    }
}

extension [Found] {
    /// The nearest first, each once.
    fileprivate var sortedByDistance: [Found] {
        var sorted: [Found] = []
        for place in self.sorted(by: { ($0.distance, $0.row) < ($1.distance, $1.row) })
        where sorted.last?.row != place.row {
            sorted.append(place)
        }
        return sorted
    }
}
