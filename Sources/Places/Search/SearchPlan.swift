/// What a text may mean, from what is likeliest to what is least.
struct SearchPlan {
    let tiers: [Tier]

    struct Tier {
        /// 1 for the likeliest.
        var weight: Double
        var labels: [[Label]] = []
        /// In the full-text index's language: with the last word as it is, and as if it were only
        /// begun; `nil`: any text.
        var text: (whole: String, begun: String)?
        /// The same as `text`: then these places are some of those with `SearchPlan.words`.
        var words: WordsInColumns?
    }

    /// The words in any column, which tier after tier is a part of.
    private let words: (whole: String, begun: String)?
    private var wordMatches: TextMatches?
    /// Of the tier before.
    private var last: (whole: String, matches: TextMatches)?

    mutating func matches(of tier: Tier, in store: PlaceStore) throws -> TextMatches? {
        guard let text = tier.text else { return nil }
        guard let part = tier.words, let words else {
            // Where many have the name, those whose names begin so are not asked for.
            if let last, last.whole == text.whole, last.matches.isEnough { return last.matches }
            let matches = try TextMatches(
                whole: text.whole, begun: text.begun, in: store.connection)
            last = (text.whole, matches)
            return matches
        }
        let all =
            try wordMatches
            ?? TextMatches(whole: words.whole, begun: words.begun, in: store.connection)
        wordMatches = all
        // Of all columns there is nothing to narrow.
        if text.whole == words.whole { return all.told(by: part) }
        return try all.narrowed(
            to: part, whole: text.whole, begun: text.begun, in: store.connection)
    }

    /// `nil`: any place.
    init(_ text: SearchText?, in store: PlaceStore) throws {
        guard let text else {
            (tiers, words) = ([Tier(weight: 1)], nil)
            return
        }
        var tiers: [Tier] = []
        if let subject = try SearchSubject(of: text, in: store) {
            let rest = subject.rest.isEmpty ? nil : Self.all(subject.rest, in: SearchExpression.all)
            tiers.append(Tier(weight: 1, labels: [subject.labels], text: rest))
        }
        let folded = text.typed.folded
        let name = SearchExpression.named(folded, isBegun: false)
        let names = SearchExpression.named(folded, isBegun: true)
        tiers += [
            Tier(weight: 0.95, text: (name, name)),
            Tier(weight: 0.8, text: (name, names)),
        ]
        tiers += [
            (0.7, SearchExpression.title), (0.4, SearchExpression.kind),
            (0.2, SearchExpression.facts), (0.1, SearchExpression.all),
        ].map { weight, columns in
            Tier(
                weight: weight, text: Self.all(text.words[...], in: columns),
                words: WordsInColumns(text.words[...], in: columns))
        }
        self.tiers = tiers
        words = Self.all(text.words[...], in: SearchExpression.all)
    }

    /// Whether a place somewhere is meant, be it too far away or closed.
    mutating func isKnown(in store: PlaceStore) throws -> Bool {
        for tier in tiers {
            let isKnown =
                tier.labels.isEmpty
                ? try matches(of: tier, in: store)?.isEmpty != true : tier.text == nil
            if isKnown { return true }
        }
        return false
    }

    /// For a text that no place has all words of.
    init(anyOf text: SearchText) {
        words = nil
        tiers = [(0.7, SearchExpression.title), (0.1, SearchExpression.all)].map {
            weight, columns in
            let expression = SearchExpression.any(text.words[...], in: columns)
            return Tier(weight: weight, text: (expression, expression))
        }
    }

    private static func all(
        _ words: ArraySlice<SearchText.Word>, in columns: [SearchExpression.Column]
    ) -> (whole: String, begun: String) {
        (
            SearchExpression.all(words, in: columns, isBegun: false),
            SearchExpression.all(words, in: columns, isBegun: true)
        )
    }
}
