import TestSupport
import Testing

@testable import Community

/// The fewest payments that settle balances.
@Suite struct SettlementTests {
    /// Balances, and how few payments settle them.
    @Test(
        arguments: [
            ([], 0), ([0], 0), ([0, 0, 0], 0), ([5, -5], 1), ([10, -4, -6], 2),
            // Who pays most first takes one payment more here.
            ([7, 5, -6, -6], 3), ([6, 6, -4, -8], 3), ([6, -6, 4, -4], 2),
            ([9, -4, -5, 7, -3, -4], 4), ([1, 2, 3, -1, -2, -3], 3),
            ([10, 10, 10, -15, -15], 4), ([4, 5, 6, -7, -8], 4),
            ([3, 3, -2, -4, 5, -5], 4), ([Int64.max / 4, -Int64.max / 4], 1),
        ] as [([Int64], Int)])
    func `as few as there can be`(_ balances: [Int64], _ count: Int) {
        #expect(settled(balances) == count)
    }

    @Test func `no other way takes fewer`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let balances = Self.balances(Int.random(in: 2...6, using: &random), 6, &random)
            #expect(settled(balances) == Self.fewest(balances), "\(balances)")
        }
    }

    @Test(arguments: [10, 14, 15, 40, 100])
    func `each payment settles somebody, however many there are`(_ people: Int) {
        var random = SplitMix64(seed: UInt64(people))
        for _ in 0..<(people < 20 ? 3 : 20) {
            let balances = Self.balances(people, 100_000, &random)
            let open = balances.count { $0 != 0 }
            #expect(settled(balances) <= max(0, open - 1))
        }
    }

    /// How many payments there are; expects that they settle all.
    private func settled(_ balances: [Int64]) -> Int {
        let payments = Settlement.payments(of: balances)
        var left = balances
        for payment in payments {
            #expect(payment.amount > 0)
            left[payment.from] += payment.amount
            left[payment.to] -= payment.amount
        }
        #expect(left.allSatisfy { $0 == 0 }, "\(balances)")
        return payments.count
    }

    private static func balances(
        _ count: Int, _ largest: Int64, _ random: inout SplitMix64
    ) -> [Int64] {
        var balances = (1..<count).map { _ in Int64.random(in: -largest...largest, using: &random) }
        balances.append(-balances.reduce(0, +))
        return balances
    }

    /// By trying all ways in which one settles with another.
    private static func fewest(_ balances: [Int64]) -> Int {
        let open = balances.filter { $0 != 0 }
        guard let first = open.first else { return 0 }
        var best = open.count
        for other in open.indices.dropFirst() where (open[other] > 0) != (first > 0) {
            var rest = open
            rest[other] += first
            rest.removeFirst()
            best = min(best, 1 + fewest(rest))
        }
        return best
    }
}
