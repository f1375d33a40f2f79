import Posix

extension BrandCatalogue {
    /// The brands with `text` in their name or an alias, the best matches first, and of those the
    /// most often mapped.
    package func search(_ text: String, limit: Int) -> [Brand] {
        let wanted = text.folded
        guard !wanted.isEmpty, limit > 0 else { return [] }
        var matches: [Int: (brand: Brand, match: Match)] = [:]
        for spelling in spellings {
            guard let match = Match(of: wanted, in: spelling) else { continue }
            let rank = spelling.brand.rank
            if let known = matches[rank], known.match <= match { continue }
            matches[rank] = (spelling.brand, match)
        }
        let sorted = matches.values.sorted { ($0.match, $0.brand.rank) < ($1.match, $1.brand.rank) }
        return sorted.prefix(limit).map(\.brand)
    }

    /// The names of at most three brands that may be meant by a text that no brand is called.
    package func suggestions(for text: String) -> [String] {
        let wanted = text.folded
        guard !wanted.isEmpty else { return [] }
        var names: [String] = []
        for folded in wanted.nearMisses(among: spellings.map(\.folded)) {
            guard let name = brand(spelled: folded)?.name, !names.contains(name) else { continue }
            names.append(name)
            if names.count == 3 { break }
        }
        return names
    }
}

/// How a text is found in a spelling; the least is the best.
private struct Match: Comparable {
    private var position: Position
    private var isAlias: Bool

    private enum Position: Int {
        case all, beginning, beginningOfWord, inside
    }

    /// `text` is folded; `nil` if the spelling does not have it.
    init?(of text: String, in spelling: BrandCatalogue.Spelling) {
        guard spelling.folded.contains(text) else { return nil }
        isAlias = !spelling.isName
        position =
            if spelling.folded == text {
                .all
            } else if spelling.folded.hasPrefix(text) {
                .beginning
            } else if spelling.text.words.contains(where: { $0.folded.hasPrefix(text) }) {
                .beginningOfWord
            } else {
                .inside
            }
    }

    static func < (a: Match, b: Match) -> Bool {
        (a.position.rawValue, a.isAlias ? 1 : 0) < (b.position.rawValue, b.isAlias ? 1 : 0)
    }
}

extension String {
    /// The rest of the text from each word on.
    fileprivate var words: [String] {
        let starts = indices.filter {
            self[$0].isPartOfWord && ($0 == startIndex || !self[index(before: $0)].isPartOfWord)
        }
        return starts.map { String(self[$0...]) }
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
