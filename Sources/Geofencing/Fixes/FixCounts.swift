/// How many reports came, and what became of them.
package struct FixCounts: Hashable, Sendable {
    package private(set) var read = 0
    private var droppedByReason = [Int](repeating: 0, count: DropReason.allCases.count)

    package init() {}

    package mutating func count(_ reason: DropReason?) {
        read += 1
        if let reason { droppedByReason[reason.rawValue] += 1 }
    }

    package var accepted: Int { read - droppedByReason.reduce(0, +) }

    package func dropped(for reason: DropReason) -> Int { droppedByReason[reason.rawValue] }

    /// The reasons that occurred, most frequent first.
    package var dropped: [(reason: DropReason, count: Int)] {
        DropReason.allCases.map { ($0, dropped(for: $0)) }
            .filter { $0.1 > 0 }
            .sorted { ($0.1, $1.0.rawValue) > ($1.1, $0.0.rawValue) }
    }
}
