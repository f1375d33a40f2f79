import Formats
import Geofencing
import Posix

/// One search, from the question to the places that it finds.
struct PlaceSearch {
    private let query: PlaceQuery
    private let center: Coordinate?
    private let moment: LocalMoment
    private let store: PlaceStore
    /// Sets of labels: besides the text, a place must have one of each. They are those of a
    /// category and of a brand.
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
        // The index has no text without a word, as `!!!`.
        if hasText, text == nil { return matches }
        var plan = try SearchPlan(text, filters, in: store)
        var ranking = try rank(&plan, hours)
        if ranking.isEmpty, let text, try !plan.isKnown(in: store) {
            matches.suggestions = try suggestions(for: text)
            if text.words.count > 1 {
                var loosePlan = SearchPlan(anyOf: text)
                ranking = try rank(&loosePlan, hours)
                matches.isLoose = !ranking.isEmpty
            }
        }
        if let brand = query.brand, filters.first?.isEmpty == true {
            matches.suggestions = Self.suggestions(for: brand)
        }
        if let category = query.category, filters.last?.isEmpty == true {
            matches.suggestions = try store.categorySuggestions(for: category, near: center)
        }
        matches.places = try results(ranking)
        matches.withoutHours = query.openNow ? hours.notKnown.count : 0
        return matches
    }

    /// Suggestions for the whole text, else for the first word that no place has.
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

    /// None for a brand that is known, and only has no place here.
    private static func suggestions(for text: String) -> [String] {
        let catalogue = BrandCatalogue.standard
        return catalogue.brand(spelled: text) == nil ? catalogue.suggestions(for: text) : []
    }

    /// Takes from each tier of the plan only places that can still be among the best.
    private func rank(_ plan: inout SearchPlan, _ hours: HoursFilter) throws -> Ranking {
        var ranking = Ranking(limit: query.limit)
        var search = NearestSearch(store, around: center)
        if query.openNow { search.isAccepted = hours.isOpen }
        var before: TextMatches?
        for tier in plan.tiers {
            try Task.checkCancellation()
            let weight = isByDistance ? 1 : tier.weight
            let reach = isByDistance ? ranking.farthest : ranking.reach(of: weight)
            guard let reach else { break }
            let matches = try plan.matches(of: tier, in: store)
            if tier.labels.isEmpty {
                // A tier often has just the places of the one before.
                if let before, matches?.isSame(as: before) == true { continue }
                before = matches
            }
            let wanted = Criteria(labels: filters + tier.labels, matches: matches)
            let found = try search.find(
                wanted, within: min(reach, query.radius ?? .infinity), count: query.limit)
            ranking.add(found, weight: weight)
        }
        if let words = plan.frequent { try addFrequent(words, to: &ranking, &search) }
        return ranking
    }

    /// Adds places with words that are too frequent to look at all of them: those around, or some
    /// anywhere.
    private func addFrequent(
        _ words: SearchedWords, to ranking: inout Ranking, _ search: inout NearestSearch
    ) throws {
        let weights = WordsInPlace.Reach.allCases.filter { words.canBe(in: $0) }
        guard let best = weights.first else { return }
        let most = best == .title ? WordsInPlace.weightOfName : best.weight
        let radius = query.radius ?? .infinity
        let isAll = try search.walk(among: filters) { place in
            let reach = isByDistance ? ranking.farthest : ranking.reach(of: most)
            guard let reach, place.distance <= min(reach, radius) else { return false }
            if let weight = try words.inPlace.weight(place.row, in: store.connection) {
                ranking.add([place], weight: isByDistance ? 1 : weight)
            }
            return true
        }
        if isAll { return }
        for reach in weights where ranking.reach(of: reach.weight) != nil {
            guard let expression = words.expressionOfSome(in: reach) else { continue }
            let some = try TextMatches(
                someOf: expression, check: .init(words: words.inPlace, reach: reach),
                in: store.connection)
            ranking.add(
                try search.find(
                    Criteria(labels: filters, matches: some), within: radius, count: query.limit),
                weight: reach.weight)
        }
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
