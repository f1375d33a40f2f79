import Posix

/// What a text may mean, the most likely first.
struct SearchPlan {
    let tiers: [Tier]

    struct Tier {
        /// 1 for the likeliest.
        var weight: Double
        var labels: [[Label]] = []
        /// What is asked of the full-text index, with the last word whole, and with only its
        /// beginning; `nil`: any text will do.
        var text: (whole: String, begun: String)?
        /// The same question as `text`, if its places are among those of `SearchPlan.words`.
        var words: WordsInColumns?
    }

    /// The words in any column: the last tiers ask for some of these places.
    private let words: (whole: String, begun: String)?
    private var wordMatches: TextMatches?
    /// The question and the answer of the tier before.
    private var last: (whole: String, matches: TextMatches)?

    mutating func matches(of tier: Tier, in store: PlaceStore) throws -> TextMatches? {
        guard let text = tier.text else { return nil }
        guard let part = tier.words, let words else {
            // Where many places have the name, names that only begin so are not asked for.
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
        // A tier of all columns has all of these places.
        if text.whole == words.whole { return all.checked(by: part) }
        return try all.narrowed(
            to: part, whole: text.whole, begun: text.begun, in: store.connection)
    }

    /// `text`: `nil` means any place.
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

    /// Whether some place has the text, even if it is too far away or closed.
    mutating func isKnown(in store: PlaceStore) throws -> Bool {
        for tier in tiers {
            let isKnown =
                tier.labels.isEmpty
                ? try matches(of: tier, in: store)?.isEmpty != true : tier.text == nil
            if isKnown { return true }
        }
        return false
    }

    /// A plan for a text whose words no place has all of.
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
