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

        func matches(_ store: PlaceStore) throws -> TextMatches? {
            try text.map {
                try TextMatches(whole: $0.whole, begun: $0.begun, in: store.connection)
            }
        }
    }

    /// `nil`: any place.
    init(_ text: SearchText?, in store: PlaceStore) throws {
        guard let text else {
            tiers = [Tier(weight: 1)]
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
            Tier(weight: 0.7, text: Self.all(text.words[...], in: SearchExpression.title)),
            Tier(weight: 0.4, text: Self.all(text.words[...], in: SearchExpression.kind)),
            Tier(weight: 0.2, text: Self.all(text.words[...], in: SearchExpression.facts)),
            Tier(weight: 0.1, text: Self.all(text.words[...], in: SearchExpression.all)),
        ]
        self.tiers = tiers
    }

    /// Whether a place somewhere is meant, be it too far away or closed.
    func isKnown(in store: PlaceStore) throws -> Bool {
        try tiers.contains { tier in
            tier.labels.isEmpty
                ? try tier.matches(store)?.isEmpty != true
                : tier.text == nil
        }
    }

    /// For a text that no place has all words of.
    init(anyOf text: SearchText) {
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
