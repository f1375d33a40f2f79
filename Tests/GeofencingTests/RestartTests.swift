import TestSupport
import Testing

@testable import Geofencing

/// A tracker that goes on from what another one knew.
struct RestartTests {
    private func tracker(_ atlas: any RegionSource, _ notebook: Notebook) -> Tracker {
        Tracker(
            regions: atlas, journal: notebook, reporting: Set(Transition.Kind.allCases))
    }

    /// Follows the fixes with another tracker after each `length` of them, which goes on where the
    /// state was written down.
    private func toldInPieces(
        _ fixes: [Fix], _ length: Int, _ atlas: any RegionSource
    ) async throws -> [Transition] {
        var state: TrackerState?
        var told: [Transition] = []
        for end in stride(from: length, to: fixes.count + length, by: length) {
            let notebook = Notebook(isThorough: true)
            let tracker = tracker(atlas, notebook)
            if let state { try await tracker.resume(state, isSameJourney: true) }
            let start = state?.resumePoint?.reports ?? 0
            let piece = Array(fixes[start..<min(end, fixes.count)])
            try await tracker.run(Tape(piece, batch: 1, start: start))
            told += await notebook.transitions
            state = await notebook.states.last ?? state
        }
        return told
    }

    @Test(arguments: Share.of([1 as UInt64, 2, 3, 4, 5, 6], 1), [1, 7])
    func `however often it begins again, it tells the same`(
        seed: UInt64, length: Int
    ) async throws {
        let walk = RandomWalk(seed: seed, fixes: 500, clockSteps: seed.isMultiple(of: 2))
        let atlas = Atlas(walk.regions, isWhole: seed == 3)
        let undisturbed = Notebook()
        try await tracker(atlas, undisturbed).run(Tape(walk.fixes))
        let expected = await undisturbed.transitions
        #expect(expected.count > 10)
        let told = try await toldInPieces(walk.fixes, length, atlas)
        #expect(told == expected)
    }

    /// North of the middle of the only region, so many metres and seconds.
    private func fix(_ metres: Double, at seconds: Double) -> Fix {
        var fix = Fix(
            time: Walk.noon + seconds,
            coordinate: Coordinate(latitude: 52 + metres / 111_267, longitude: 5))
        fix.accuracy = 3
        return fix
    }

    private let region = Region(
        id: "cafe", kind: "favourite", name: "",
        center: Coordinate(latitude: 52, longitude: 5))

    /// What is told of `fixes` by a tracker that goes on after one in the region.
    private func told(
        _ fixes: [Fix], isSameJourney: Bool, _ regions: [Region]? = nil,
        memory: ([UInt8]) -> [UInt8] = { $0 }
    ) async throws -> [String] {
        let before = Notebook()
        try await tracker(Atlas([region]), before).run(Tape([fix(0, at: 0)]))
        var state = try #require(await before.states.last)
        #expect(state.inside == ["cafe"])
        state.memory = memory(state.memory)
        let notebook = Notebook()
        let tracker = tracker(Atlas(regions ?? [region]), notebook)
        do {
            try await tracker.resume(state, isSameJourney: isSameJourney)
        } catch {
            #expect(memory([]) != [] || state.memory.count < 100)
        }
        try await tracker.run(Tape(fixes))
        return await notebook.transitions.map { "\($0.kind) \($0.rule)" }
    }

    @Test func `who is still there is not told again`() async throws {
        #expect(try await told([fix(5, at: 60), fix(9, at: 61)], isSameJourney: true) == [])
    }

    @Test func `who has gone meanwhile has left`() async throws {
        #expect(try await told([fix(300, at: 7200)], isSameJourney: true) == ["exit gap"])
    }

    @Test func `a region that was removed meanwhile is left`() async throws {
        #expect(try await told([fix(5, at: 60)], isSameJourney: true, []) == ["exit closed"])
    }

    @Test func `another journey may begin before, and does not enter twice`() async throws {
        let earlier = [fix(1, at: -9000), fix(2, at: -8999), fix(3, at: -8998)]
        #expect(try await told(earlier, isSameJourney: false) == [])
        let elsewhere = [fix(5000, at: -9000), fix(5001, at: -8999), fix(0, at: -7000)]
        #expect(
            try await told(elsewhere, isSameJourney: false) == ["exit far", "enter accurate"])
    }

    @Test(arguments: [0, 1, 7, 8, 40, 99])
    func `with a state that cannot be read, it does not enter twice`(_ length: Int) async throws {
        let cut: ([UInt8]) -> [UInt8] = { Array($0.prefix(length)) }
        #expect(try await told([fix(5, at: 60)], isSameJourney: true, memory: cut) == [])
        #expect(
            try await told([fix(500, at: 60)], isSameJourney: true, memory: cut) == ["exit far"])
    }

    @Test func `in a state of the fourth version, whoever was out was far enough away`() throws {
        var bytes = StateWriter()
        bytes.put(Walk.noon)
        var reader = StateReader(bytes.bytes)
        reader.version = 4
        let absence: Absence = try reader.take()
        #expect(!absence.isOver(at: Walk.noon + 149, CooldownRule()))
        #expect(absence.isOver(at: Walk.noon + 150, CooldownRule()))
    }

    @Test func `a state of another version is refused`() async throws {
        let tracker = tracker(Atlas([]), Notebook())
        var memory = StateWriter()
        memory.put(99)
        let state = TrackerState(memory: memory.bytes, inside: [], resumePoint: nil)
        await #expect(throws: StateError.otherVersion(99)) {
            try await tracker.resume(state, isSameJourney: true)
        }
    }
}
