import Geofencing

/// One search, from what is asked to the places that are found.
struct PlaceSearch {
    private let query: PlaceQuery
    private let center: Coordinate?
    private let moment: LocalMoment
    private let store: PlaceStore
    /// What every place must have, whatever the text: a category, a brand.
    private var filters: [[Label]] = []

    init(
        _ query: PlaceQuery, around center: Coordinate?, at moment: LocalMoment,
        in store: PlaceStore
    ) throws {
        self.query = query
        self.center = center
        self.moment = moment
        self.store = store
        try checkSense()
        if let brand = query.brand { filters.append(try store.labels(forBrand: brand)) }
        if let category = query.category {
            filters.append(try store.labels(forCategory: category))
        }
    }

    private var hasText: Bool { query.text?.trimmed.isEmpty == false }

    private func checkSense() throws(Refusal) {
        if center == nil {
            guard query.radius == nil else {
                throw Refusal(
                    .invalid, "radius", "is from nowhere: say near which place to search")
            }
            guard query.sort != .distance else {
                throw Refusal(
                    .invalid, "sort", "distance is from nowhere: say near which place to search")
            }
            guard hasText || query.brand != nil || query.category != nil else {
                throw Refusal(
                    .invalid, "search", "is empty: say a text, a category, a brand, or where")
            }
        }
    }

    func run() throws -> PlaceMatches {
        var matches = PlaceMatches(places: [])
        let hours = HoursFilter(store, at: moment)
        let text = query.text.flatMap { SearchText($0) }
        var ranking = try rank(SearchPlan(text, in: store), hours)
        // A text without a word, as `!!!`, is in no place's text.
        if hasText, text == nil { ranking = Ranking(limit: query.limit) }
        if ranking.isEmpty, let text {
            matches.suggestions = try suggestions(for: text)
            if text.words.count > 1 {
                ranking = try rank(SearchPlan(anyOf: text), hours)
                matches.isLoose = !ranking.isEmpty
            }
        }
        if let brand = query.brand, filters.first?.isEmpty == true {
            matches.suggestions = Self.suggestions(for: brand)
        }
        matches.places = try results(ranking)
        matches.withoutHours = query.openNow ? hours.notKnown.count : 0
        return matches
    }

    /// For all of it, else for its words that no place has.
    private func suggestions(for text: SearchText) throws -> [String] {
        let all = Self.suggestions(for: text.typed)
        if !all.isEmpty || text.words.count == 1 { return all }
        for word in text.words where word.text.count > 3 {
            let expression = SearchExpression.any([word], in: SearchExpression.all)
            let matches = try TextMatches(
                whole: expression, begun: expression, in: store.connection)
            let suggestions = matches.isEmpty ? Self.suggestions(for: word.text) : []
            if !suggestions.isEmpty { return suggestions }
        }
        return []
    }

    /// None for what is known and only not there.
    private static func suggestions(for text: String) -> [String] {
        let catalogue = BrandCatalogue.standard
        return catalogue.brand(spelled: text) == nil ? catalogue.suggestions(for: text) : []
    }

    /// Takes from each tier no more than can still be among the best.
    private func rank(_ plan: SearchPlan, _ hours: HoursFilter) throws -> Ranking {
        var ranking = Ranking(limit: query.limit)
        var census = PlaceCensus(store, around: center)
        if query.openNow { census.isAccepted = hours.isOpen }
        var before: TextMatches?
        for tier in plan.tiers {
            let weight = isByDistance ? 1 : tier.weight
            let reach = isByDistance ? ranking.farthest : ranking.reach(of: weight)
            guard let reach else { break }
            let matches = try tier.matches(store)
            if tier.labels.isEmpty {
                // Mostly the next tier has the places of the one before, and often no others.
                if let before, matches?.isSame(as: before) == true { continue }
                before = matches
            }
            let wanted = Sought(labels: filters + tier.labels, matches: matches)
            let found = try census.find(
                wanted, within: min(reach, query.radius ?? .infinity), count: query.limit)
            ranking.add(found, weight: weight)
        }
        return ranking
    }

    private var isByDistance: Bool {
        switch query.sort {
        case .distance: true
        case .relevance: false
        case .name, nil: center != nil && !hasText
        }
    }

    private func results(_ ranking: Ranking) throws -> [PlaceResult] {
        let best = ranking.best
        var places = try best.map { (entry: $0, place: try store.place(row: $0.row)) }
        if query.sort == .name || center == nil {
            let isByName = query.sort == .name
            places = places.map { ($0.entry, $0.place, $0.place.title.folded) }.sorted { a, b in
                let (first, second) = isByName ? (0, 0) : (a.0.score, b.0.score)
                return first != second
                    ? first > second
                    : (a.2, a.0.distance, a.0.row) < (b.2, b.0.distance, b.0.row)
            }.map { ($0.0, $0.1) }
        }
        return places.map { PlaceResult($0.place, near: center, at: moment) }
    }
}

/// The best of what has been found so far.
struct Ranking {
    struct Entry {
        var row: Int64
        /// Metres; 0 if it is from nowhere.
        var distance: Double
        var score: Double
    }

    /// Metres at which a place counts half: what is twice as likely meant may be that far away.
    private static let half = 1000.0

    private let limit: Int
    /// The best first.
    private(set) var best: [Entry] = []

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { best.isEmpty }

    /// Metres up to which a place with this weight could be among the best; `nil` if none could.
    func reach(of weight: Double) -> Double? {
        guard best.count == limit, let last = best.last else { return .infinity }
        let reach = Self.half * (weight / last.score - 1)
        return reach > 0 ? reach : nil
    }

    /// Metres up to which a place could be among the nearest.
    var farthest: Double? { best.count == limit ? best.last?.distance : .infinity }

    mutating func add(_ found: [Found], weight: Double) {
        let known = Set(best.map(\.row))
        best += found.filter { !known.contains($0.row) }.map {
            Entry(
                row: $0.row, distance: $0.distance,
                score: weight / (1 + $0.distance / Self.half))
        }
        best.sort { ($0.score, $1.distance, $1.row) > ($1.score, $0.distance, $0.row) }
        best = Array(best.prefix(limit))
    }
}

/// Lets open places pass, and counts those of which it is not known whether they are.
final class HoursFilter {
    private let store: PlaceStore
    private let moment: LocalMoment
    /// Rows.
    private(set) var notKnown: Set<Int64> = []

    init(_ store: PlaceStore, at moment: LocalMoment) {
        self.store = store
        self.moment = moment
    }

    func isOpen(_ row: Int64) throws -> Bool {
        let isOpen = OpeningTimes.isOpen(try store.place(row: row), at: moment)
        if isOpen == nil { notKnown.insert(row) }
        return isOpen ?? false
    }
}
