import Posix
import SQLite

/// What a text may mean, the most likely first.
struct SearchPlan {
    let tiers: [Tier]
    /// Of a text that has frequent words alone: places are asked for them one by one, after those
    /// of `tiers`.
    let frequent: SearchedWords?

    struct Tier {
        /// 1 for the likeliest.
        var weight: Double
        var labels: [[Label]] = []
        /// What is asked of the full-text index; `nil`: any text will do.
        var text: Question?
        /// More questions to the index, which leave only those of some categories.
        var conditions: [String] = []
    }

    /// A question to the full-text index, with the last word whole, and with only its beginning.
    struct Question {
        var whole: String
        var begun: String
        var check: TextMatches.Check?
    }

    /// The question and the answer of the tier before.
    private var last: (whole: String, matches: TextMatches)?

    mutating func matches(of tier: Tier, in store: PlaceStore) throws -> TextMatches? {
        guard let text = tier.text else { return nil }
        // Where many places have the name, names that only begin so are not asked for.
        if let last, last.whole == text.whole, tier.labels.isEmpty, last.matches.isEnough {
            return last.matches
        }
        let matches = try TextMatches(
            whole: ([text.whole] + tier.conditions).joined(separator: " AND "),
            begun: ([text.begun] + tier.conditions).joined(separator: " AND "),
            check: text.check, in: store.connection)
        last = (text.whole, matches)
        return matches
    }

    /// `text`: `nil` means any place. `filters`: sets of labels of which a place must have one each.
    init(_ text: SearchText?, _ filters: [[Label]], in store: PlaceStore) throws {
        guard let text else {
            (tiers, frequent) = ([Tier(weight: 1)], nil)
            return
        }
        var tiers: [Tier] = []
        if let subject = try SearchSubject(of: text, in: store) {
            let rest =
                subject.rest.isEmpty ? nil : try SearchedWords(subject.rest, of: text, in: store)
            tiers.append(
                Tier(
                    weight: 1, labels: [subject.labels], text: rest?.question(in: .all),
                    conditions: try store.conditions([subject.labels])))
        }
        let words = try SearchedWords(text.words[...], of: text, in: store)
        frequent = words.rare.isEmpty ? words : nil
        if frequent == nil {
            let folded = text.typed.folded
            let name = SearchExpression.named(folded, isBegun: false)
            let names = SearchExpression.named(folded, isBegun: true)
            tiers += [
                Tier(weight: WordsInPlace.weightOfName, text: Question(whole: name, begun: name)),
                Tier(
                    weight: WordsInPlace.weightOfBeginning,
                    text: Question(whole: name, begun: names)),
            ]
            tiers += WordsInPlace.Reach.allCases.filter { words.canBe(in: $0) }.map {
                Tier(weight: $0.weight, text: words.question(in: $0))
            }
        }
        let conditions = try store.conditions(filters)
        for index in tiers.indices {
            tiers[index].conditions += conditions
            // Of two categories, the index finds the places that have both.
            if tiers[index].text == nil, tiers[index].conditions.count > 1 {
                let first = tiers[index].conditions.removeFirst()
                tiers[index].text = Question(whole: first, begun: first)
            }
        }
        self.tiers = tiers
    }

    /// Whether some place has the text, even if it is too far away, closed or of another kind.
    func isKnown(in store: PlaceStore) throws -> Bool {
        try frequent != nil
            || tiers.contains { tier in
                guard let text = tier.text else { return true }
                guard tier.labels.isEmpty else { return false }
                return try TextMatches.isAny(
                    whole: text.whole, begun: text.begun, check: text.check, in: store.connection)
            }
    }

    /// A plan for a text whose words no place has all of.
    init(anyOf text: SearchText) {
        frequent = nil
        tiers = [WordsInPlace.Reach.title, .all].map { reach in
            let expression = SearchExpression.any(text.words[...], in: reach.columns)
            return Tier(
                weight: reach.weight, text: Question(whole: expression, begun: expression))
        }
    }
}

extension PlaceStore {
    /// Questions to the full-text index for the places with one category of each set, and perhaps
    /// some more; none for what are no categories.
    fileprivate func conditions(_ sets: [[Label]]) throws -> [String] {
        try sets.compactMap { labels in
            let values = try labels.compactMap { label in
                try connection.first(
                    "SELECT value FROM label WHERE id = :id AND kind = 'category'",
                    ["id": .integer(label.row)]
                ) { $0.text(0)?.split(separator: "=", maxSplits: 1).last.map { String($0) } } ?? nil
            }
            guard values.count == labels.count, !values.isEmpty,
                values.allSatisfy({ SearchText($0) != nil })
            else { return nil }
            return SearchExpression.oneOf(values)
        }
    }
}

/// Words that a place must have, all of them.
struct SearchedWords {
    let words: ArraySlice<SearchText.Word>
    /// Those that the full-text index is asked for.
    let rare: ArraySlice<SearchText.Word>
    /// How often the others are, which are too frequent for that.
    private let frequent: [WordCount]
    /// How often words are, as far as that is known.
    private let counts: [WordCount]
    /// Whether the last word, of which the beginning is enough, is rare.
    private let isLastRare: Bool
    let inPlace: WordsInPlace

    init(
        _ words: ArraySlice<SearchText.Word>, of text: SearchText, in store: PlaceStore
    ) throws {
        self.words = words
        inPlace = WordsInPlace(words, of: text.typed)
        let counted = try words.indices.map { index in
            let isLast = index == words.endIndex - 1
            return (words[index], try store.count(ofWord: words[index], isBegun: isLast))
        }
        let isRare = { (count: WordCount?) in count.map { !$0.isFrequent } ?? true }
        counts = counted.compactMap(\.1)
        frequent = counts.filter(\.isFrequent)
        rare = counted.filter { isRare($0.1) }.map(\.0)[...]
        isLastRare = isRare(counted.last?.1)
    }

    func canBe(in reach: WordsInPlace.Reach) -> Bool {
        counts.allSatisfy { $0.count(in: reach) > 0 }
    }

    /// Asks for some of the places that have the frequent words; of those that are only begun, for
    /// the most frequent ones. `nil` if going through those elsewhere would take too long.
    func expressionOfSome(in reach: WordsInPlace.Reach) -> String? {
        guard let least = frequent.min(by: { $0.count(in: reach) < $1.count(in: reach) }),
            least.count(in: reach) * Self.leastShare >= least.all
        else { return nil }
        return SearchExpression.all(
            frequent.map { SearchText.Word($0.word) }[...], in: reach.columns, isBegun: false)
    }

    /// Of the places that have a frequent word, one in so many must have it where it is wanted.
    private static let leastShare = 8

    /// Asks for the rare words; places are checked for the others.
    func question(in reach: WordsInPlace.Reach) -> SearchPlan.Question {
        let columns = reach.columns
        let asked = rare.isEmpty ? words : rare
        return SearchPlan.Question(
            whole: SearchExpression.all(asked, in: columns, isBegun: false),
            begun: SearchExpression.all(asked, in: columns, isBegun: isLastRare),
            check: frequent.isEmpty ? nil : .init(words: inPlace, reach: reach))
    }
}
