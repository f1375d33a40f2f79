import Posix
import SQLite

/// Tells from the row of a place where it has the words of a text.
///
/// That is faster than asking the full-text index about a place, which goes through all places with
/// a word.
struct WordsInPlace {
    /// Folded.
    private let words: [[UInt8]]
    /// Whether of the last word the beginning is enough.
    private let isBegun: Bool
    /// The whole text, folded.
    private let name: [UInt8]

    /// The columns in which all words are, the fewest: the later cases have those of the earlier.
    enum Reach: Int, CaseIterable, Comparable {
        case title, kind, facts, all

        var columns: [SearchExpression.Column] {
            switch self {
            case .title: SearchExpression.title
            case .kind: SearchExpression.kind
            case .facts: SearchExpression.facts
            case .all: SearchExpression.all
            }
        }

        /// How likely such a place is meant; 1 for the likeliest.
        var weight: Double {
            switch self {
            case .title: 0.7
            case .kind: 0.4
            case .facts: 0.2
            case .all: 0.1
            }
        }

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// As that of `Reach`, where the place's name is the text, and where it begins so.
    static let (weightOfName, weightOfBeginning) = (0.95, 0.8)

    init(_ words: ArraySlice<SearchText.Word>, of text: String) {
        self.words = words.map { Array($0.text.folded.utf8) }
        isBegun = words.last?.isEnoughToBegin ?? false
        name = Array(text.folded.utf8)
    }

    /// `nil` if the place does not have all words.
    func reach(_ row: Int64, in connection: Connection) throws -> Reach? {
        try read(row, in: connection) { statement in
            let all = (1 << words.count) - 1
            var found = 0
            for (columns, reach) in [
                (0..<3, Reach.title), (3..<4, .kind), (4..<8, .facts), (8..<9, .all),
            ] {
                for column in columns { found |= words(inColumn: Int32(column), of: statement) }
                if found == all { return reach }
            }
            return nil
        }
    }

    /// How likely the place is meant; `nil` if it does not have all words.
    func weight(_ row: Int64, in connection: Connection) throws -> Double? {
        guard let reach = try reach(row, in: connection) else { return nil }
        guard reach == .title else { return reach.weight }
        return try read(row, in: connection) { statement in
            statement.withBytes(1) { bytes in
                guard bytes.starts(with: name) else { return reach.weight }
                return bytes.count == name.count ? Self.weightOfName : Self.weightOfBeginning
            }
        }
    }

    private func read<Result>(
        _ row: Int64, in connection: Connection, _ body: (Statement) throws -> Result?
    ) throws -> Result? {
        let statement = try connection.kept(
            """
            SELECT name, folded, brand, categories, street, house_number, postcode, city,
                description
            FROM place WHERE id = ?1
            """)
        defer { statement.reset() }
        statement.bind(1, row)
        return try statement.step() ? try body(statement) : nil
    }

    /// A bit for each word.
    private func words(inColumn column: Int32, of statement: Statement) -> Int {
        statement.withBytes(column) { bytes in
            if bytes.isEmpty { return 0 }
            if bytes.allSatisfy({ $0 < 0x80 }) { return words(inASCII: bytes) }
            return words(in: String(decoding: bytes, as: UTF8.self))
        }
    }

    private func words(inASCII bytes: UnsafeRawBufferPointer) -> Int {
        var (found, start) = (0, 0)
        while start < bytes.count {
            guard bytes[start].isPartOfWord else {
                start += 1
                continue
            }
            var end = start + 1
            while end < bytes.count, bytes[end].isPartOfWord { end += 1 }
            let token = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            for (index, word) in words.enumerated() where isMeant(word, index, by: token) {
                found |= 1 << index
            }
            start = end + 1
        }
        return found
    }

    private func isMeant(_ word: [UInt8], _ index: Int, by token: UnsafeRawBufferPointer) -> Bool {
        let isEnough = isBegun && index == words.count - 1
        guard isEnough ? token.count >= word.count : token.count == word.count else { return false }
        return zip(word, token).allSatisfy { $0 == ($1 >= 0x41 && $1 <= 0x5A ? $1 | 0x20 : $1) }
    }

    private func words(in text: String) -> Int {
        var found = 0
        for part in text.unicodeScalars.split(whereSeparator: { !$0.isPartOfTypedWord }) {
            let token = Array(String(part).folded.utf8)
            token.withUnsafeBytes { token in
                for (index, word) in words.enumerated() where isMeant(word, index, by: token) {
                    found |= 1 << index
                }
            }
        }
        return found
    }
}

extension UInt8 {
    /// Whether a character of ASCII is a letter or a digit.
    fileprivate var isPartOfWord: Bool {
        self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26
    }
}
