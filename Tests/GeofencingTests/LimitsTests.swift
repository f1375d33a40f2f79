import TestSupport
import Testing

@testable import Geofencing

struct LimitsTests {
    private func step(travelled: Double, seconds: Double) -> Step {
        let fix = Fix(
            time: Timestamp(seconds: seconds), coordinate: Coordinate(latitude: 0, longitude: 0))
        return Step(from: nil, to: fix, travelled: travelled, RegionRules())
    }

    @Test func `a limit is over when the device has gone further, or at its end`() {
        let limit = Lull.Limit(reach: 10, end: 5000)
        #expect(limit.covers(10, 4999))
        #expect(!limit.covers(10.1, 4999))
        #expect(!limit.covers(10, 5000))
        #expect(!Lull.Limit.past.covers(-1000, -1000))
        #expect(Lull.Limit.none.covers(1e9, 1e15))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `those that are over are found one after another, and what the rest have in common`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var limits = Limits()
        var all: [Lull.Limit] = []
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            let limit = Lull.Limit(
                reach: .random(in: 0...100, using: &random),
                end: .random(in: 0...100_000, using: &random))
            limits.append(limit)
            all.append(limit)
        }
        if !all.isEmpty {
            limits.remove(at: 0)
            all.swapAt(0, all.count - 1)
            all.removeLast()
        }
        let step = step(travelled: 30, seconds: 30)
        var (common, over) = (Lull.Limit.none, [Int]())
        var i = all.count
        while let next = limits.lastOver(before: i, step, &common) {
            over.append(next)
            i = next
        }
        #expect(over == all.indices.reversed().filter { !all[$0].covers(30, 30_000) })
        let rest = all.filter { $0.covers(30, 30_000) }
        #expect(common.reach == rest.map(\.reach).min() ?? .infinity)
        #expect(common.end == rest.map(\.end).min() ?? .infinity)
    }
}
