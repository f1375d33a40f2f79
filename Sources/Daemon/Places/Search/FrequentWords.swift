import Posix
import SQLite

/// How often a word, or words with a beginning, are in places; known only of those that are frequent.
struct WordCount: Hashable {
    /// The word, or the most frequent one that begins so.
    var word: String
    /// In names and brands; in these or categories; in these or addresses; anywhere.
    var (titles, kinds, facts, all): (Int, Int, Int, Int)

    /// What is less frequent is not counted.
    static let least = 50_000
    /// Of fewer places, all can be looked at for each key that is typed.
    private static let many = 120_000

    var isFrequent: Bool { all > Self.many }

    func count(in reach: WordsInPlace.Reach) -> Int {
        switch reach {
        case .title: titles
        case .kind: kinds
        case .facts: facts
        case .all: all
        }
    }
}

extension PlaceStore {
    /// `nil` if it is not frequent. `isBegun`: of all words that begin so.
    func count(ofWord word: SearchText.Word, isBegun: Bool) throws -> WordCount? {
        guard hasLookUps else { return nil }
        return try connection.first(
            "SELECT word, titles, kinds, facts, count FROM beginning WHERE text = :text",
            ["text": .text(word.text.folded + (isBegun && word.isEnoughToBegin ? "*" : ""))]
        ) { row in
            WordCount(
                word: row.text(0) ?? "", titles: Int(row.integer(1)), kinds: Int(row.integer(2)),
                facts: Int(row.integer(3)), all: Int(row.integer(4)))
        }
    }
}

/// Counts the frequent words of a file of places, and their beginnings.
struct WordCounter {
    private let connection: Connection
    private let insert: Statement
    /// What is less frequent is not written.
    private let least: Int
    /// The word that is counted, and before it, the counts of all of its beginnings, by their length
    /// in bytes.
    private var word: [UInt8] = []
    private var beginnings: [Beginning] = []

    private struct Beginning {
        var counts = [0, 0, 0, 0]
        var (word, most): ([UInt8], Int) = ([], 0)

        mutating func add(_ more: [Int], _ other: [UInt8], _ count: Int) {
            for index in counts.indices { counts[index] += more[index] }
            if count > most { (word, most) = (other, count) }
        }
    }

    /// `least`: what is less frequent is left out. Writes the table anew; in a transaction of the caller.
    static func run(_ connection: Connection, least: Int = WordCount.least) throws {
        try connection.execute(
            """
            DELETE FROM beginning;
            CREATE VIRTUAL TABLE temp.place_word USING fts5vocab(main, place_search, col)
            """)
        var counter = try WordCounter(connection, least: least)
        try counter.count()
        try connection.execute("DROP TABLE temp.place_word")
    }

    private init(_ connection: Connection, least: Int) throws {
        (self.connection, self.least) = (connection, least)
        insert = try connection.prepare("INSERT INTO beginning VALUES (?, ?, ?, ?, ?, ?)")
    }

    /// Words come in order, column by column.
    private mutating func count() throws {
        let words = try connection.prepare("SELECT term, col, doc FROM temp.place_word")
        var counts = [0, 0, 0, 0]
        while try words.step() {
            let isSame = words.withBytes(0) { $0.elementsEqual(word) }
            if !isSame {
                try add(counts)
                try begin(words)
                counts = [0, 0, 0, 0]
            }
            let first = words.withBytes(1) { $0.first }
            let reach: WordsInPlace.Reach =
                switch first {
                case UInt8(ascii: "c"): .kind
                case UInt8(ascii: "a"): .facts
                case UInt8(ascii: "d"): .all
                default: .title
                }
            for index in reach.rawValue..<4 { counts[index] += Int(words.integer(2)) }
        }
        try add(counts)
        try end(0)
    }

    private mutating func begin(_ words: Statement) throws {
        let new = words.withBytes(0) { Array($0) }
        let shared = zip(new, word).prefix { $0 == $1 }.count
        try end(shared)
        word = new
        while beginnings.count < word.count { beginnings.append(Beginning()) }
    }

    /// Adds a word that has been counted to its last beginning.
    private mutating func add(_ counts: [Int]) throws {
        guard let last = beginnings.indices.last else { return }
        beginnings[last].add(counts, word, counts[3])
        if counts[3] >= least { try write(word, word, counts) }
    }

    /// Goes back to a beginning of `length` bytes; longer ones have been counted.
    private mutating func end(_ length: Int) throws {
        while beginnings.count > length {
            let count = beginnings.count
            let ended = beginnings.removeLast()
            if ended.counts[3] >= least, isWhole(count) {
                try write(word.prefix(count) + [UInt8(ascii: "*")], ended.word, ended.counts)
            }
            if let last = beginnings.indices.last {
                beginnings[last].add(ended.counts, ended.word, ended.most)
            }
        }
    }

    /// Whether the first bytes of the word are whole characters.
    private func isWhole(_ count: Int) -> Bool { count == word.count || word[count] & 0xC0 != 0x80 }

    private func write(_ text: [UInt8], _ word: [UInt8], _ counts: [Int]) throws {
        insert.bind(1, String(decoding: text, as: UTF8.self))
        insert.bind(2, String(decoding: word, as: UTF8.self))
        for (index, count) in counts.enumerated() { insert.bind(Int32(index) + 3, Int64(count)) }
        try insert.run()
    }
}
