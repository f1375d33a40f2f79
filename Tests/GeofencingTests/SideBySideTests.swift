import TestSupport
import Testing

@testable import Geofencing

/// Many devices in one loop: what each knows is a value.
struct SideBySideTests {
    /// What `devices` report of their own walks, taking turns at every fix.
    private func transitions(
        _ devices: inout [TrackedDevice], _ walks: [RandomWalk]
    ) -> [[Transition]] {
        var reported = [[Transition]](repeating: [], count: devices.count)
        for step in 0..<(walks.map(\.fixes.count).max() ?? 0) {
            for i in devices.indices where step < walks[i % walks.count].fixes.count {
                let walk = walks[i % walks.count]
                var fix = walk.fixes[step]
                if devices[i].dropReason(for: &fix) != nil { continue }
                if devices[i].needsRegions(at: fix) {
                    devices[i].load(
                        RegionSet(regions: walk.regions, reach: .infinity), around: fix)
                }
                reported[i] += devices[i].transitions(at: fix)
            }
        }
        return reported
    }

    @Test func `a thousand devices side by side decide as each does alone`() async throws {
        let walks = (1...4 as ClosedRange<UInt64>).map { RandomWalk(seed: $0, fixes: 60) }
        var devices = [TrackedDevice](repeating: TrackedDevice(), count: 1000)
        let reported = transitions(&devices, walks)
        for (i, walk) in walks.enumerated() {
            let notebook = Notebook()
            let tracker = Tracker(
                regions: Atlas(walk.regions, isWhole: true), journal: notebook,
                reporting: Set(Transition.Kind.allCases))
            try await tracker.run(Tape(walk.fixes))
            let alone = await notebook.transitions
            #expect(!alone.isEmpty)
            let others = stride(from: i, to: devices.count, by: walks.count)
            #expect(others.allSatisfy { reported[$0] == alone })
            #expect(devices[i].inside == (await tracker.device.inside))
            #expect(devices[i].memory == (await tracker.device.memory))
        }
    }

    @Test func `a device that is put away and taken out again goes on as if it had not been`()
        throws
    {
        let walk = RandomWalk(seed: 5, fixes: 600)
        var device = TrackedDevice()
        let whole = transitions(&device, walk, walk.fixes[...])
        var half = TrackedDevice()
        var reported = transitions(&half, walk, walk.fixes.prefix(300))
        let state = half.state(resumingAt: nil)
        var other = TrackedDevice()
        try other.resume(state, isSameJourney: true)
        other.reload(RegionSet(regions: walk.regions, reach: .infinity))
        reported += transitions(&other, walk, walk.fixes.dropFirst(300))
        #expect(reported == whole)
        #expect(other.memory == device.memory)
    }

    private func transitions(
        _ device: inout TrackedDevice, _ walk: RandomWalk, _ fixes: ArraySlice<Fix>
    ) -> [Transition] {
        var part = walk
        part.fixes = Array(fixes)
        var devices = [device]
        let reported = transitions(&devices, [part])
        device = devices[0]
        return reported[0]
    }
}
