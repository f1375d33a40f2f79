import TestSupport
import Testing

@testable import Geofencing

/// Ten thousand random walks among regions, with what was reported of them when this was written: a
/// change of the rules that is meant to change nothing changes none of these sums.
struct TenThousandWalksTests {
    @Test(arguments: Share.of(sums.enumerated(), 2))
    func `a thousand walks report what they always did`(_ group: Int, sum: UInt64) {
        var checksum = Checksum()
        for seed in UInt64(group * 1000)..<UInt64(group * 1000 + 1000) {
            let walk = RandomWalk(
                seed: seed, fixes: 40, clockSteps: seed.isMultiple(of: 3),
                speeds: [[1.5, 0, 0.3, 5, 14, 33, 70], [1.5, 0.3, 0]][Int(seed / 7 % 2)])
            var monitor = GeofenceMonitor()
            monitor.rules.passThrough.longestTime = seed.isMultiple(of: 5) ? 900 : 60
            for (i, fix) in walk.fixes.enumerated() {
                if i.isMultiple(of: 20) {
                    let found = walk.regions.prefix(8).filter { i == 0 || $0.radius > 50 }
                    let set = RegionSet(regions: found, reach: .infinity)
                    monitor.load(set, around: fix, cause: i == 0 ? .startup : .added)
                }
                let proven = i % 15 == 14 ? walk.fixes[i - 3] : nil
                checksum.add(monitor.transitions(at: fix, provenSince: proven))
                if i % 10 == 7 { checksum.add(monitor.transitions(until: fix.time + 0.7)) }
            }
        }
        #expect(checksum.sum == sum, "\(checksum.sum) of \(checksum.count) transitions")
    }

    private static let sums: [UInt64] = [
        13_873_114_961_783_195_091, 4_265_244_247_674_652_011, 1_017_310_017_644_697_379,
        7_806_397_471_165_999_296, 14_458_135_612_939_284_616, 8_585_440_274_235_163_019,
        17_949_241_900_420_179_511, 8_731_016_645_270_310_260, 10_747_525_698_259_877_499,
        13_988_616_241_066_560_785,
    ]
}

/// FNV-1a over what a listener would read of transitions.
private struct Checksum {
    private(set) var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    private(set) var count = 0

    mutating func add(_ transitions: [Transition]) {
        for transition in transitions {
            count += 1
            let words = [
                transition.kind.rawValue, transition.region.id, transition.rule.rawValue,
                transition.cause?.rawValue ?? "", "\(transition.time.milliseconds)",
            ]
            for byte in words.joined(separator: " ").utf8 {
                sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
    }
}
