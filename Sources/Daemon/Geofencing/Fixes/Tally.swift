/// One line of what a source counted, in the order to show it.
package struct Tally: Hashable, Sendable {
    /// As in a summary: `bad_checksums`.
    package var name: String
    package var count: Count

    package enum Count: Hashable, Sendable {
        case total(Int)
        /// As in sentences by type.
        case each([String: Int])
    }

    package init(_ name: String, _ total: Int) {
        self.name = name
        count = .total(total)
    }

    package init(_ name: String, each counts: [String: Int]) {
        self.name = name
        count = .each(counts)
    }
}

extension [Tally] {
    /// Both together, line by line.
    package func merged(with other: [Tally]) -> [Tally] {
        var merged = self
        for line in other {
            guard let index = merged.firstIndex(where: { $0.name == line.name }) else {
                merged.append(line)
                continue
            }
            switch (merged[index].count, line.count) {
            case (.total(let a), .total(let b)): merged[index].count = .total(a + b)
            case (.each(let a), .each(let b)):
                merged[index].count = .each(a.merging(b, uniquingKeysWith: +))
            default: break
            }
        }
        return merged
    }
}
