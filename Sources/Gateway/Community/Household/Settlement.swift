/// The fewest payments that bring all balances to zero.
enum Settlement {
    struct Payment: Hashable {
        /// Indices of balances.
        var from: Int
        var to: Int
        /// Above zero.
        var amount: Int64
    }

    /// So many balances that are not zero are settled with as few payments as there can be; more take
    /// a few more at times, because the time doubles with each.
    static let mostExact = 14

    /// `balances`: their sum is zero.
    static func payments(of balances: [Int64]) -> [Payment] {
        let open = balances.indices.filter { balances[$0] != 0 }
        let groups = open.count <= mostExact ? parts(of: open, balances) : [open]
        return groups.flatMap { greedy($0, balances) }
            .sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    /// As many parts as there can be, each of which sums to zero: a part of n takes n - 1 payments.
    private static func parts(of open: [Int], _ balances: [Int64]) -> [[Int]] {
        let all = (1 << open.count) - 1
        // Of each subset: the sum; the most parts along any way of adding one after the other; and
        // which was added last on that way.
        var sums = [Int64](repeating: 0, count: all + 1)
        var most = [Int](repeating: 0, count: all + 1)
        var last = [Int](repeating: 0, count: all + 1)
        for subset in 1..<(all + 1) {
            let low = subset.trailingZeroBitCount
            sums[subset] = sums[subset & (subset - 1)] + balances[open[low]]
            var best = -1
            for bit in open.indices where subset & (1 << bit) != 0 {
                let before = most[subset & ~(1 << bit)]
                if before > best { (best, last[subset]) = (before, bit) }
            }
            most[subset] = best + (sums[subset] == 0 ? 1 : 0)
        }
        var (parts, part, subset) = ([[Int]](), [Int](), all)
        while subset != 0 {
            if sums[subset] == 0, !part.isEmpty {
                parts.append(part)
                part = []
            }
            part.append(open[last[subset]])
            subset &= ~(1 << last[subset])
        }
        return part.isEmpty ? parts : parts + [part]
    }

    /// Whoever owes most pays to whom most is owed: each payment settles one of the two.
    private static func greedy(_ group: [Int], _ balances: [Int64]) -> [Payment] {
        var left = group.map { (index: $0, balance: balances[$0]) }
        var payments: [Payment] = []
        while true {
            left.sort { ($0.balance, $0.index) < ($1.balance, $1.index) }
            left.removeAll { $0.balance == 0 }
            guard let debtor = left.first, debtor.balance < 0 else { return payments }
            // Whom exactly that is owed is settled together with them.
            let same = left.lastIndex { $0.balance == -debtor.balance }
            let creditor = same ?? left.count - 1
            let amount = min(-debtor.balance, left[creditor].balance)
            payments.append(
                Payment(from: debtor.index, to: left[creditor].index, amount: amount))
            left[0].balance += amount
            left[creditor].balance -= amount
        }
    }
}
