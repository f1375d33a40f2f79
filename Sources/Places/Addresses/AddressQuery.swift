/// An address as someone wrote it, in words that can be compared.
struct AddressQuery {
    /// As in `dam`, `20`, `a`, `1012`, `np`: without case and accents, digits by themselves.
    let words: [String]
    /// As they stand in the text, for the full-text index, which folds them by itself.
    private let written: [Substring]

    init(_ text: String) {
        let short = String(decoding: text.utf8.prefix(Limits.shortText), as: UTF8.self)
        written = short.split { !$0.isLetter && !$0.isNumber }
        words = Self.words(of: short)
    }

    /// What a place is known by where the address agrees with it; the later, the better.
    enum Match: Comparable {
        /// The text has no number, or the place has none.
        case street
        /// `20`, where the place is `20A`.
        case building
        /// `20`, where the place is `18-22`.
        case range
        case number

        /// Metres that places can be apart to be one address.
        var spread: Double { self == .street ? 300 : 150 }
    }

    /// `nil` if the text says anything that is not so at `address`, or too little.
    ///
    /// A street must be there in full, or else a postcode; a house number must be the same.
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

    /// Whether it is one that `18-22` stands for: mostly the houses on one side of the street.
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

    /// Addresses that have all the words, just as they are written.
    var allWords: String { Self.all(written) }

    /// Addresses that have all the names: numbers are written in many ways.
    var names: String {
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

/// Words of which none has been used yet.
extension [String] {
    /// Takes all of `words`, or nothing; `false` also if there are none.
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
