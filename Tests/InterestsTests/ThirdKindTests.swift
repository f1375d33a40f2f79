import Geofencing
import Places
import PlacesTestSupport
import Posix
import Testing

@testable import Interests

/// Another kind of regions is one file, and one word in the list.
@Suite struct ThirdKindTests {
    private let keeper = Caller(account: Account(uid: 1000), now: Timestamp(milliseconds: 0))

    @Test func `a third kind has tables, makes regions, and is told of`() async throws {
        let kinds = RegionKinds.all + [Lighthouse.self]
        let database = try PlaceDatabase(.temporary, kinds: kinds)
        try await database.with { store in
            _ = try Lighthouse.add(
                Lighthouse(name: "Marken", latitude: 52.46, longitude: 5.139, radius: 500),
                for: keeper, in: store)
            try store.add([Place("osm/node/1", "Starbucks", brand: "Starbucks")])
            _ = try Favourite.add(.init(text: "starbucks"), for: keeper, in: store)
        }
        let logbook = Logbook()
        let tracker = Tracker(
            regions: PlaceRegions(database, kinds: kinds), journal: logbook)
        try await tracker.run(Voyage())
        #expect(await logbook.told == ["lighthouse/1 lighthouse Marken 500.0 at 120 s"])
    }

    @Test func `a list of a kind is added whole, or not at all`() throws {
        let store = try PlaceStore(.temporary, kinds: RegionKinds.all + [Lighthouse.self])
        let marken = Lighthouse(name: "Marken", latitude: 52.46, longitude: 5.139, radius: 500)
        let added = try Lighthouse.add(Drafts([marken, marken]), for: keeper, in: store)
        #expect(added.map(\.item.id) == [1, 2])
        let texts = ["starbucks", "Starbuks", "Q37158", "", "osm/node/9"]
        let drafts = try Drafts(texts.map { Favourite.Draft(text: $0) })
        let refused = #expect(throws: RefusedDrafts.self) {
            try Favourite.add(drafts, for: keeper, in: store)
        }
        #expect(refused?.inOrder.map(\.index) == [1, 3, 4])
        #expect(refused?.refusals[3] == Refusal(.invalid, "text", "is empty: give it a text"))
        #expect(try Favourite.items(.init(), for: keeper, in: store).isEmpty)
        let whole = try Drafts([texts[0], texts[2]].map { Favourite.Draft(text: $0) })
        let favourites = try Favourite.add(whole, for: keeper, in: store)
        #expect(favourites.map(\.wasThere) == [false, true])
    }

    @Test(arguments: [(0, true), (1, false), (100, false), (101, true)])
    func `a list has one to a hundred`(count: Int, isRefused: Bool) {
        let drafts = [Favourite.Draft](repeating: .init(text: "x"), count: count)
        #expect((refusal { _ = try Drafts(drafts) } != nil) == isRefused)
    }

    @Test func `what is written of a kind is read again`() throws {
        let store = try PlaceStore(.temporary, kinds: [Lighthouse.self])
        var lighthouse = Lighthouse(name: "Marken", latitude: 52.46, longitude: 5.139, radius: 500)
        let added = try Lighthouse.add(lighthouse, for: keeper, in: store)
        lighthouse.id = 1
        #expect(added.item == lighthouse)
        try Lighthouse.remove(1, for: keeper, in: store)
        #expect(try Lighthouse.items(.init(query: [:]), for: keeper, in: store).isEmpty)
    }
}

/// Towards the lighthouse, from the south, at 10 m/s.
private struct Voyage: PositionSource {
    let isLive = false
    let tally: [Tally] = []
    private var seconds = 0.0

    mutating func next() async throws -> [Report]? {
        guard seconds < 300 else { return nil }
        defer { seconds += 10 }
        var fix = Fix(
            time: Timestamp(milliseconds: 1_777_626_000_000 + Int64(seconds * 1000)),
            coordinate: Coordinate(
                latitude: 52.46 - (1600 - 10 * seconds) / 111_250, longitude: 5.139))
        fix.accuracy = 5
        return [.fix(fix)]
    }
}

private actor Logbook: Journal {
    private(set) var told: [String] = []

    func append(_ transitions: [Transition], _ state: TrackerState) {
        for transition in transitions {
            let region = transition.region
            let seconds = (transition.time.milliseconds - 1_777_626_000_000) / 1000
            told.append(
                "\(region.id) \(region.kind) \(region.name) \(region.radius) at \(seconds) s")
        }
    }
}
