import Geofencing
import Places
import PlacesTestSupport
import Posix
import TestSupport
import Testing

@testable import Interests

/// Regions are looked up around a fast car, and none is missed.
struct RefreshCoverageTests {
    private static let start = Timestamp(milliseconds: 1_777_636_800_000)
    /// Metres per second: 252 km/h.
    private static let speed = 70.0
    /// Metres.
    private static let length = 60_000.0

    /// A straight road to the east of Dam, a fix each `seconds`.
    private static func drive(every seconds: Double) -> [Fix] {
        stride(from: 0, through: length / speed, by: seconds).map { time in
            var fix = Fix(
                time: start + time, coordinate: Place("", nil, east: time * speed).coordinate)
            fix.accuracy = 12
            fix.speed = speed
            return fix
        }
    }

    /// Cafés up to 400 m beside the road, and deals that come and go along it.
    private static func fill(_ store: PlaceStore) throws {
        var random = SplitMix64(seed: 70)
        try store.add(
            (0..<600).map { number in
                Place(
                    "osm/node/\(number)", "Café \(number)", "amenity=cafe",
                    east: .random(in: 0...length, using: &random),
                    north: .random(in: -400...400, using: &random))
            })
        let caller = Caller(account: .root, now: start)
        _ = try Favourite.add(Favourite.Draft(text: "amenity=cafe"), for: caller, in: store)
        for number in 0..<60 {
            let east = Double(number) * 1000
            let point = Place("", nil, east: east).coordinate
            var draft = Deal.Draft()
            draft.name = .value("Deal \(number)")
            draft.company = .value("Company")
            draft.category = .value("food")
            draft.latitude = .value(point.latitude)
            draft.longitude = .value(point.longitude)
            // One begins while the car is in it, the next has ended just then, …
            draft.starts = .value(start + (east / speed - Double(number % 3 * 600)))
            draft.ends = .value(start + (east / speed + Double(number % 5 * 2)) + 0.5)
            _ = try Deal.add(draft, for: caller, in: store)
        }
    }

    private actor Notebook: Journal {
        private(set) var told: [String] = []

        func append(_ transitions: [Transition], _ state: TrackerState) {
            told += transitions.map { "\($0.time) \($0.kind) \($0.region.id)" }
        }
    }

    private struct Tape: PositionSource {
        var isLive: Bool { false }
        var tally: [Tally] { [] }
        var fixes: [Fix]

        mutating func next() -> [Report]? {
            defer { fixes = [] }
            return fixes.isEmpty ? nil : fixes.map { .fix($0) }
        }
    }

    /// All that there is anywhere, at once.
    private struct Everything: RegionSource {
        let regions: [Region]

        func regions(around: Coordinate, reach: Double, at time: Timestamp) -> RegionSet {
            RegionSet(regions: regions, reach: .infinity)
        }
    }

    private func told(
        _ fixes: [Fix], _ regions: any RegionSource
    ) async throws -> (told: [String], lookups: Int) {
        let notebook = Notebook()
        let tracker = Tracker(
            regions: regions, journal: notebook, reporting: Set(Transition.Kind.allCases))
        try await tracker.run(Tape(fixes: fixes))
        return (await notebook.told, await tracker.observer.lookUps)
    }

    @Test(arguments: [1.0, 2, 5, 9, 13])
    func `at 70 m/s nothing is missed, however rare the fixes`(seconds: Double) async throws {
        let fixes = Self.drive(every: seconds)
        let all = try PlaceStore(.temporary)
        try Self.fill(all)
        let everything = try RegionKinds.all.flatMap { kind in
            try kind.regions(
                around: fixes[0].coordinate, reach: 2 * Self.length, at: Self.start,
                radius: Region.defaultRadius, for: nil, in: all)
        }
        let database = try PlaceDatabase(.temporary)
        try await database.with { try Self.fill($0) }
        let near = try await told(fixes, PlaceRegions(database))
        let whole = try await told(fixes, Everything(regions: everything))
        #expect(near.told == whole.told)
        #expect(Set(near.told).count == near.told.count)
        #expect(near.told.count > 400)
        // 60 km, looked up again at the first fix that is 1500 m further, and for each start and
        // end of a deal between.
        let steps = (1500 / (seconds * Self.speed)).rounded(.up) * seconds * Self.speed
        #expect(near.lookups >= Int(Self.length / steps))
    }

    @Test func `without deals a look-up comes every 1500 m`() async throws {
        let kinds: [any RegionKind.Type] = [Favourite.self]
        let database = try PlaceDatabase(.temporary, kinds: kinds)
        // 22 fixes are 1540 m.
        let result = try await told(
            Self.drive(every: 1), PlaceRegions(database, kinds: kinds))
        #expect(result.lookups == 1 + (Self.drive(every: 1).count - 1) / 22)
    }
}
