/// The best places that have been found so far.
struct Ranking {
    struct Entry {
        var row: Int64
        /// Metres; 0 if the search has no middle.
        var distance: Double
        var score: Double
    }

    /// Metres at which the score of a place is half: it equals a place here that is half as likely
    /// meant.
    private static let half = 1000.0

    private let limit: Int
    /// The best first.
    private(set) var best: [Entry] = []

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { best.isEmpty }

    /// How far away, in metres, a place with this weight could be and still be among the best;
    /// `nil` if none could.
    func reach(of weight: Double) -> Double? {
        guard best.count == limit, let last = best.last else { return .infinity }
        let reach = Self.half * (weight / last.score - 1)
        return reach > 0 ? reach : nil
    }

    /// How far away, in metres, a place could be and still be among the nearest.
    var farthest: Double? { best.count == limit ? best.last?.distance : .infinity }

    mutating func add(_ found: [Found], weight: Double) {
        if found.isEmpty { return }
        let known = Set(best.map(\.row))
        best += found.filter { !known.contains($0.row) }.map {
            Entry(
                row: $0.row, distance: $0.distance,
                score: weight / (1 + $0.distance / Self.half))
        }
        best.sort { ($0.score, $1.distance, $1.row) > ($1.score, $0.distance, $0.row) }
        best = Array(best.prefix(limit))
    }
}
