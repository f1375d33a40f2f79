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
        8_897_548_450_228_933_331, 9_157_150_366_471_916_590, 258_721_762_717_956_820,
        9_534_704_888_180_124_898, 11_776_408_397_228_880_456, 4_154_504_281_087_721_889,
        12_408_357_318_631_155_150, 6_397_239_698_688_669_956, 14_550_140_625_255_934_272,
        16_978_931_667_478_116_320,
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
