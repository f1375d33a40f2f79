import Geofencing
import SQLite

/// What a place must have to be found.
struct Criteria {
    /// Of each of these sets, at least one label.
    var labels: [[Label]]
    /// The place must be one of these; `nil`: any text will do.
    var matches: TextMatches?

    /// Whether no place can have all of it.
    var isEmpty: Bool {
        labels.contains(where: \.isEmpty) || matches?.isEmpty == true
    }
}

/// Finds the places nearest to a point that meet criteria; without a point, any that meet them.
///
/// Its searches share a budget of steps, so that no question takes long. When the budget is spent,
/// what has been found until then is the answer.
struct NearestSearch {
    let store: PlaceStore
    /// Where to search outwards from; `nil`: places are taken in the order of the table.
    let center: Coordinate?
    /// The last question about a place that meets the criteria, by its row; `nil`: none.
    var isAccepted: ((Int64) throws -> Bool)?

    /// How much of the budget is spent; a step takes about a microsecond.
    private(set) var steps = 0
    private static let budget = 20_000
    /// The part of the budget that is left for taking any places, when walking to near ones is
    /// over.
    private static let reserve = 6_000
    private static let budgetOfWalk = budget - reserve
    /// The steps that these count for: asking the full-text index, reading a whole place, looking
    /// for words in one, reading where it is, reading a strip.
    private static let (stepsOfIndex, stepsOfPlace, stepsOfWords) = (20, 20, 10)
    private static let (stepsOfPosition, stepsOfStrip) = (3, 2)
    /// Places that can be listed in the time of a step.
    private static let placesOfStep = 6

    /// Of places without a point, at most so many are looked at.
    static let few = 3000
    /// After `someSteps` of a walk among the places with a label, all of those are gone through
    /// instead, if they are at most `some` and the text leaves few of them.
    private static let (some, someSteps) = (100_000, 1_000)
    /// Of fewer rows, each is asked for its labels.
    private static let someRows = 500

    private var isOverBudget: Bool { steps >= Self.budget }

    init(_ store: PlaceStore, around center: Coordinate?) {
        self.store = store
        self.center = center
    }

    /// At most `count`, the nearest first, and none farther away than `limit` (metres).
    mutating func find(_ wanted: Criteria, within limit: Double, count: Int) throws -> [Found] {
        if wanted.isEmpty || count < 1 { return [] }
        if let matches = wanted.matches, matches.isComplete {
            return try selected(matches.rows, wanted, within: limit, count: count)
        }
        // A walk meets fewer places where fewer labels are looked for.
        let sets = wanted.labels.sorted { $0.count < $1.count }
        let drive: [Label] = sets.first ?? [.all]
        let rest = Criteria(labels: Array(sets.dropFirst()), matches: wanted.matches)
        var found: [Found] = []
        if let center {
            let end = drive == [.all] ? Self.budget : steps + Self.someSteps
            found = try walk(
                drive, from: center, within: limit, count: count, rest,
                until: min(end, Self.budget))
            if found.count < count, steps >= end, !isOverBudget {
                found =
                    try filtered(drive, from: center, within: limit, count, rest) { _, _ in true }
                    ?? walk(
                        drive, from: center, within: limit, count: count, rest,
                        until: Self.budget)
            }
        } else if drive != [.all] {
            let candidates = try listed(drive, limit: Self.few)
            for place in candidates where try has(place, rest) {
                found.append(place)
                if found.count == count { break }
            }
        }
        if found.count < count, isOverBudget || found.isEmpty, let matches = wanted.matches {
            // They are too far away to be walked to: take any of them.
            steps = min(steps, Self.budget - Self.reserve)
            let rows = Array(matches.rows.prefix(Self.few))
            found += try selected(rows, wanted, within: limit, count: count - found.count)
        }
        return center == nil ? found : found.sortedByDistance
    }

    // MARK: Rows that are known

    private mutating func selected(
        _ rows: [Int64], _ wanted: Criteria, within limit: Double, count: Int
    ) throws -> [Found] {
        guard let center else {
            // Without a point, the order does not matter.
            var found: [Found] = []
            for row in rows where found.count < count {
                steps += Self.stepsOfPosition
                guard let spot = try store.spots(of: [row]).first else { continue }
                if try hasMore(Found(spot), wanted) { found.append(Found(spot)) }
            }
            return found
        }
        steps += rows.count / Self.placesOfStep
        var (rows, wanted) = (rows, wanted)
        try narrow(&rows, &wanted)
        return try nearest(
            of: store.spots(of: rows), to: center, within: limit, count: count
        ) { search, place in try search.hasMore(place, wanted) }
    }

    /// Leaves those of many rows that have the labels, as far as those are on few places.
    private mutating func narrow(_ rows: inout [Int64], _ wanted: inout Criteria) throws {
        for labels in wanted.labels where rows.count > Self.someRows {
            guard let spots = try spots(labels, atMost: rows.count * Self.placesOfStep) else {
                continue
            }
            let labelled = RowSet(spots.map(\.row))
            rows.removeAll { !labelled.contains($0) }
            wanted.labels.removeAll { $0 == labels }
        }
    }

    /// Those of listed places that are accepted, the nearest first.
    private mutating func nearest(
        of spots: [Spot], to center: Coordinate, within limit: Double, count: Int,
        _ isAccepted: (inout Self, Found) throws -> Bool
    ) throws -> [Found] {
        var near = NearestSpots(spots, around: center, within: limit)
        var found: [Found] = []
        while !isOverBudget, let places = near.next() {
            for place in places where try isAccepted(&self, place) {
                found.append(place)
                if found.count == count { return found }
            }
        }
        return found
    }

    // MARK: Places around

    /// Metres: how far the first ring of a walk reaches, and from where on rings grow more slowly,
    /// since the next one may have a continent in it.
    private static let (firstReach, farReach) = (500.0, 50_000.0)

    /// Calls `visit` with places that have one label of each set and are accepted, the nearest first,
    /// until that returns `false`. Returns whether it has come so far, or to the last place.
    mutating func walk(
        among sets: [[Label]], _ visit: (Found) throws -> Bool
    ) throws -> Bool {
        guard let center else { return false }
        let sorted = sets.sorted { $0.count < $1.count }
        let drive = sorted.first ?? [.all]
        let rest = Criteria(labels: Array(sorted.dropFirst()), matches: nil)
        var isDone = false
        _ = try walk(
            drive, from: center, within: .infinity, count: 1, rest, until: Self.budgetOfWalk
        ) { search, place in
            search.steps += Self.stepsOfWords
            isDone = try !visit(place)
            return isDone
        }
        return isDone
    }

    /// Searches ring after ring, until `count` places are found, or until step `end`.
    private mutating func walk(
        _ labels: [Label], from center: Coordinate, within limit: Double, count: Int,
        _ rest: Criteria, until end: Int,
        _ isWanted: (inout Self, Found) throws -> Bool = { _, _ in true }
    ) throws -> [Found] {
        var found: [Found] = []
        let limit = min(limit, PlaceStore.halfWayRound)
        var (inner, reach) = (-1.0, min(limit, Self.firstReach))
        while true {
            var ring = try labels.flatMap {
                try store.places($0, within: reach, beyond: inner, of: center)
            }
            let strips = 1 + Int(min(reach / 1000, 9000))
            steps += ring.count / Self.placesOfStep + labels.count * strips * Self.stepsOfStrip
            ring = ring.sortedByDistance
            for place in ring where try has(place, rest) && isWanted(&self, place) {
                found.append(place)
                if found.count == count { return found }
            }
            if reach >= limit || steps >= end { return found }
            if reach > Self.farReach, inner <= Self.farReach,
                let more = try filtered(
                    labels, from: center, beyond: reach, within: limit, count - found.count, rest,
                    isWanted)
            {
                return found + more
            }
            inner = reach
            reach = min(limit, reach * (reach < Self.farReach ? 2 : 1.25))
        }
    }

    /// All places with one of the labels; `nil` if those are more than `most`.
    private mutating func spots(_ labels: [Label], atMost most: Int = some) throws -> [Spot]? {
        var spots: [Spot] = []
        let most = min(most, Self.some)
        let rows = try store.connection.kept(
            "SELECT place, latitude, longitude FROM position WHERE label = ?1 LIMIT ?2")
        defer { steps += spots.count / Self.placesOfStep }
        for label in labels {
            defer { rows.reset() }
            rows.bind(1, label.row)
            rows.bind(2, Int64(most - spots.count + 1))
            while try rows.step() { spots.append(Spot(position: rows)) }
            if spots.count > most { return nil }
        }
        return spots
    }

    /// Those of all places with a label whose rows are known to match, the nearest first; `nil` if
    /// going through them all takes too long.
    private mutating func filtered(
        _ labels: [Label], from center: Coordinate, beyond inner: Double = -1, within limit: Double,
        _ count: Int, _ rest: Criteria, _ isWanted: (inout Self, Found) throws -> Bool
    ) throws -> [Found]? {
        guard rest.matches.map({ $0.isComplete && $0.check == nil }) ?? true,
            var all = try spots(labels)
        else { return nil }
        var rest = rest
        if let matches = rest.matches {
            let matching = RowSet(matches.rows)
            all.removeAll { !matching.contains($0.row) }
        }
        rest.matches = nil
        for labels in rest.labels where all.count > Self.someRows {
            guard let spots = try spots(labels) else { continue }
            let labelled = RowSet(spots.map(\.row))
            all.removeAll { !labelled.contains($0.row) }
            rest.labels.removeAll { $0 == labels }
        }
        return try nearest(of: all, to: center, within: limit, count: count) { search, place in
            try place.distance > inner && search.has(place, rest) && isWanted(&search, place)
        }
    }

    private mutating func listed(_ labels: [Label], limit: Int) throws -> [Found] {
        var all: [Found] = []
        for label in labels where all.count < limit {
            all += try store.connection.rows(
                "SELECT place, latitude, longitude FROM position WHERE label = :label LIMIT :limit",
                ["label": .integer(label.row), "limit": SQLValue(limit - all.count)]
            ) { Found(Spot(position: $0)) }
        }
        steps += all.count
        return all
    }

    // MARK: Criteria

    private mutating func has(_ place: Found, _ wanted: Criteria) throws -> Bool {
        if isOverBudget { return false }
        for labels in wanted.labels {
            guard try labels.contains(where: { try isLabelled($0, place) }) else { return false }
        }
        if let matches = wanted.matches {
            if !matches.isComplete { steps += Self.stepsOfIndex }
            guard try matches.contains(place.row, in: store.connection) else { return false }
            if matches.check != nil { steps += Self.stepsOfWords }
        }
        return try isAcceptedToo(place)
    }

    /// As `has`, of a place that is one of `wanted.matches`.
    private mutating func hasMore(_ place: Found, _ wanted: Criteria) throws -> Bool {
        if isOverBudget { return false }
        for labels in wanted.labels {
            guard try labels.contains(where: { try isLabelled($0, place) }) else { return false }
        }
        if let matches = wanted.matches, matches.check != nil {
            steps += Self.stepsOfWords
            guard try matches.isChecked(place.row, in: store.connection) else { return false }
        }
        return try isAcceptedToo(place)
    }

    private mutating func isAcceptedToo(_ place: Found) throws -> Bool {
        guard let isAccepted else { return true }
        steps += Self.stepsOfPlace
        return try isAccepted(place.row)
    }

    private mutating func isLabelled(_ label: Label, _ place: Found) throws -> Bool {
        // The latitude may have been rounded across the edge of a strip.
        let (south, north) = (place.coordinate.latitude - 1e-7, place.coordinate.latitude + 1e-7)
        for strip in Strip.of(south)...Strip.of(north) {
            steps += 1
            let row = try store.connection.kept(
                """
                SELECT 1 FROM position
                WHERE label = ?1 AND strip = ?2 AND longitude = ?3 AND place = ?4
                """)
            defer { row.reset() }
            row.bind(1, label.row)
            row.bind(2, strip)
            row.bind(3, Strip.units(place.coordinate.longitude))
            row.bind(4, place.row)
            if try row.step() { return true }
        }
        return false
    }
}

extension Found {
    /// Where there is no point to measure from.
    fileprivate init(_ spot: Spot) {
        self.init(row: spot.row, coordinate: spot.coordinate, distance: 0)
    }
}

extension [Found] {
    /// Sorted with the nearest first, each place once.
    var sortedByDistance: [Found] {
        var sorted: [Found] = []
        for place in self.sorted(by: { ($0.distance, $0.row) < ($1.distance, $1.row) })
        where sorted.last?.row != place.row {
            sorted.append(place)
        }
        return sorted
    }
}
