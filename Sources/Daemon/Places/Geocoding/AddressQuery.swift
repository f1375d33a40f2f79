import Posix

/// An address that somebody wrote, in words that can be compared.
struct AddressQuery {
    /// As in `dam`, `20`, `a`, `1012`, `np`: without case and accents, digits apart from letters.
    let words: [String]
    /// The words as they stand in the text, for the full-text index, which folds them itself.
    private let written: [Substring]

    init(_ text: String) {
        let short = String(decoding: text.utf8.prefix(Limits.shortText), as: UTF8.self)
        written = short.split { !$0.isLetter && !$0.isNumber }
        words = Self.words(of: short)
    }

    /// How much of a place's address the text says; the last case is the best match.
    enum Match: Comparable {
        /// The text has no number, or the place has none.
        case street
        /// The text has `20`, and the place is `20A`.
        case building
        /// The text has `20`, and the place is `18-22`.
        case range
        case number

        /// Metres that places of one address can be apart.
        var spread: Double { self == .street ? AddressQuery.streetSpread : 150 }
    }

    /// Metres between two houses of one street.
    static let streetSpread = 1000.0

    /// What kind of area the text is.
    enum Area: Comparable {
        /// `1012` of `1012 NP`.
        case partOfPostcode
        case postcode, town
    }

    /// `nil` if the text is anything else than the town of `address`, or its postcode, perhaps with
    /// the town.
    func area(_ address: Place.Address) -> Area? {
        let city = Self.words(of: address.city)
        if !city.isEmpty, words == city { return .town }
        let postcode = Self.words(of: address.postcode)
        var rest = words
        var area = Area.postcode
        if !rest.take(all: postcode) {
            guard let number = postcode.first, number.count > 2, Int(number) != nil,
                rest.take(all: [number])
            else { return nil }
            area = .partOfPostcode
        }
        rest.take(anyOf: city)
        return rest.isEmpty ? area : nil
    }

    /// `nil` if the text says anything that `address` does not, or too little.
    ///
    /// The text must have the whole street, or else the postcode; house numbers must be the same.
    func match(_ address: Place.Address) -> Match? {
        var rest = words
        let hasStreet = rest.take(all: Self.words(of: address.street))
        let number = Self.words(of: address.houseNumber)
        var match = Match.street
        if rest.take(all: number) {
            match = .number
        } else if let house = rest.firstIndex(where: { Self.isNumber($0, within: number) }) {
            rest.remove(at: house)
            match = .range
        } else if rest.take(all: Array(number.prefix(1))) {
            match = .building
        }
        let postcode = Self.words(of: address.postcode)
        guard rest.take(all: postcode) || hasStreet else { return nil }
        rest.take(anyOf: postcode)
        rest.take(anyOf: Self.words(of: address.city))
        return rest.isEmpty ? match : nil
    }

    /// Whether `word` is one of the numbers that `18-22` stands for: those of one side of the
    /// street, if both ends are.
    private static func isNumber(_ word: String, within number: [String]) -> Bool {
        guard number.count == 2, let first = Int(number[0]), let last = Int(number[1]),
            first < last, let house = Int(word), (first...last).contains(house)
        else { return false }
        return last % 2 != first % 2 || house % 2 == first % 2
    }

    static func words(of text: String?) -> [String] {
        guard let text else { return [] }
        var words: [String] = []
        for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            var rest = part
            while let first = rest.first {
                let word = rest.prefix { $0.isNumber == first.isNumber }
                words.append(String(word).folded)
                rest = rest.dropFirst(word.count)
            }
        }
        return words
    }

    // MARK: For the full-text index

    /// Questions to be asked one after another, until one finds something.
    var expressions: [String] {
        var all: [String] = []
        for expression in [allWords, names, joined] where !all.contains(expression) {
            all.append(expression)
        }
        return all
    }

    /// Finds addresses that have all the words just as they are written.
    private var allWords: String { Self.all(written) }

    /// Finds postcodes that are written without a blank, by such as have one: `1012 NP`.
    private var joined: String {
        var words: [String] = []
        for index in written.indices {
            let isSecond =
                index > 0 && isNumbered(index) && !written[index].contains(where: \.isNumber)
            if isSecond {
                words[words.count - 1] += written[index]
            } else {
                words.append(String(written[index]))
            }
        }
        return Self.all(words.map { $0[...] })
    }

    /// Finds addresses that have all the words without numbers, as numbers are written in many
    /// ways.
    private var names: String {
        let names = written.indices.filter { !isNumbered($0) }.map { written[$0] }
        guard names.isEmpty else { return Self.all(names) }
        return written.map {
            "(\"\($0)\" OR \"\(Self.words(of: String($0)).joined(separator: " "))\")"
        }
        .joined(separator: " AND ")
    }

    var anyWord: String { written.map { "\"\($0)\"" }.joined(separator: " OR ") }

    private static func all(_ words: [Substring]) -> String {
        words.map { "\"\($0)\"" }.joined(separator: " AND ")
    }

    /// `20A`, or the `NP` of `1012 NP`.
    private func isNumbered(_ index: Int) -> Bool {
        if written[index].contains(where: \.isNumber) { return true }
        return written[index].count <= 2 && index > 0
            && written[index - 1].contains(where: \.isNumber)
    }
}

/// Words that are still to be compared.
extension [String] {
    /// Takes all of `words` away, or nothing if one is missing; `false` for nothing, and for no
    /// words.
    fileprivate mutating func take(all words: [String]) -> Bool {
        var rest = self
        for word in words {
            guard let index = rest.firstIndex(of: word) else { return false }
            rest.remove(at: index)
        }
        self = rest
        return !words.isEmpty
    }

    fileprivate mutating func take(anyOf words: [String]) {
        for word in words {
            if let index = firstIndex(of: word) { remove(at: index) }
        }
    }
}
