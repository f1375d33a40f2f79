/// How many reports came, and what became of them.
package struct FixCounts: Hashable, Sendable {
    package private(set) var read = 0
    private var droppedByReason = [Int](repeating: 0, count: DropReason.allCases.count)

    package init() {}

    package mutating func count(_ reason: DropReason?) {
        read += 1
        if let reason { droppedByReason[reason.rawValue] += 1 }
    }

    /// `dropped`: how many were dropped, by reason.
    package init(accepted: Int, dropped: [DropReason: Int]) {
        read = accepted + dropped.values.reduce(0, +)
        for (reason, count) in dropped { droppedByReason[reason.rawValue] = count }
    }

    /// Counts what another has counted, too.
    package mutating func add(_ other: FixCounts) {
        read += other.read
        for i in droppedByReason.indices { droppedByReason[i] += other.droppedByReason[i] }
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
