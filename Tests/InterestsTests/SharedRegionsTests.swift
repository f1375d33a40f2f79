import Geofencing
import Places
import PlacesTestSupport
import Posix
import TestSupport
import Testing

@testable import Interests

/// What is looked up for all devices is what each would find by itself.
@Suite(.timeLimit(.minutes(10)))
struct SharedRegionsTests {
    private static let ann = Caller(
        account: Account(uid: 1000), now: Timestamp(milliseconds: 0))
    private static let noon = Timestamp(iso8601: "2026-05-01T12:00:00Z")!

    private static let audiences = ["everyone", "group/7", "person/anna", "own"].map {
        Audience($0)!
    }

    /// In towns, at 180°, at the poles, and where the signs change.
    private static let centers = [
        (52.37, 4.89), (-16.8, 180), (-16.8, -180), (0, 0), (71.2, 179.99), (89.99, 30),
        (-89.995, -120), (90, 0), (-90, 0), (0.0135 * 100, 10),
    ].map { Coordinate(latitude: $0.0, longitude: $0.1) }

    /// Within some kilometres; at the poles, at any longitude.
    private static func point(
        around center: Coordinate, _ random: inout SplitMix64
    ) -> Coordinate {
        let latitude = center.latitude + .random(in: -0.05...0.05, using: &random)
        let isPolar = abs(center.latitude) > 89
        let width = isPolar ? 180 : 0.08
        var longitude = center.longitude + .random(in: -width...width, using: &random)
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return Coordinate(latitude: min(90, max(-90, latitude)), longitude: longitude)
    }

    private static func database(_ seed: UInt64) async throws -> PlaceDatabase {
        let database = try PlaceDatabase(.temporary)
        try await database.with { store in
            var random = SplitMix64(seed: seed)
            try fill(store, &random)
        }
        return database
    }

    private static func fill(_ store: PlaceStore, _ random: inout SplitMix64) throws {
        var places: [Place] = []
        for (i, center) in centers.enumerated() {
            for j in 0..<60 {
                var place = Place(
                    id: PlaceID(source: "test", key: "\(i)-\(j)"),
                    coordinate: point(around: center, &random))
                place.name = ["Hoppe", "De Zwart", "Karpershoek"].randomElement(using: &random)
                place.categories = [["amenity=cafe"], ["amenity=bar"]].randomElement(
                    using: &random)!
                places.append(place)
            }
        }
        try store.add(places)
        for (text, radius, audience) in [
            ("amenity=cafe", 200.0, 0), ("amenity=cafe", 50, 1), ("Hoppe", 300, 2),
            ("test/0-3", 70, 1), ("test/5-3", 70, 1), ("amenity=bar", 5000, 3),
            ("De Zwart", 100, 0),
        ] {
            let draft = Favourite.Draft(
                text: text, radius: radius, audience: audiences[audience])
            _ = try Favourite.add(draft, for: ann, in: store)
        }
        for center in centers {
            for _ in 0..<20 { try add(dealAt: point(around: center, &random), to: store, &random) }
        }
    }

    private static func add(
        dealAt point: Coordinate, to store: PlaceStore, _ random: inout SplitMix64
    ) throws {
        let start = noon + .random(in: -100_000...100_000, using: &random)
        var draft = Deal.Draft()
        (draft.name, draft.company, draft.category) = (.value("x"), .value("y"), .value("food"))
        (draft.latitude, draft.longitude) = (.value(point.latitude), .value(point.longitude))
        (draft.starts, draft.ends) = (.value(start), .value(start + 50_000))
        draft.radius = .value(.random(in: 10...2000, using: &random))
        draft.audience = .value(audiences.randomElement(using: &random)!)
        _ = try Deal.add(draft, for: ann, in: store)
    }

    /// The regions that are not over yet, in order.
    private static func lines(_ found: RegionSet, at time: Timestamp) -> [String] {
        found.regions.filter { $0.window?.end.map { $0 > time } ?? true }
            .map { "\($0.id) \($0.radius) \($0.audience) \($0.center)" }.sorted()
    }

    @Test func `around any point, for whomever, at any time`() async throws {
        var random = SplitMix64(seed: 11)
        let database = try await Self.database(21)
        let shared = SharedRegions(PlaceRegions(database), file: nil)
        var found = 0
        for _ in 0..<1000 {
            let center = Self.point(around: Self.centers.randomElement(using: &random)!, &random)
            let audiences = Set(Self.audiences.filter { _ in random.chance(0.5) })
            let time = Self.noon + .random(in: -100_000...150_000, using: &random)
            let reach = [3000.0, 500].randomElement(using: &random)!
            let own = try await PlaceRegions(database, for: audiences).regions(
                around: center, reach: reach, at: time)
            let all = try await shared.regions(
                around: center, reach: reach, at: time, for: audiences)
            let lines = Self.lines(own, at: time)
            #expect(Self.lines(all, at: time) == lines, "\(center) \(audiences)")
            #expect(all.reach == own.reach)
            #expect(Set(lines).count == lines.count)
            found += lines.count
        }
        #expect(found > 5000)
    }

    @Test func `neighbours share a look-up, until something changes`() async throws {
        let database = try await Self.database(12)
        let shared = SharedRegions(PlaceRegions(database), file: nil)
        func look(_ latitude: Double, at time: Timestamp = Self.noon) async throws {
            _ = try await shared.regions(
                around: Coordinate(latitude: latitude, longitude: 4.89), reach: 3000, at: time,
                for: [.everyone])
        }
        try await look(52.3700)
        let first = await shared.lookUps
        #expect(first > 0)
        for step in 0..<20 { try await look(52.3700 + Double(step) * 0.00005) }
        #expect(await shared.lookUps == first)
        try await look(52.3700, at: Self.noon + 86_400)
        #expect(await shared.lookUps == 2 * first)
        try await look(52.4700)
        #expect(await shared.lookUps == 3 * first)
        await shared.forget()
        try await look(52.3700)
        #expect(await shared.lookUps == 4 * first)
    }

    @Test func `many that ask for a cell at once share its look-up`() async throws {
        let database = try await Self.database(13)
        let shared = SharedRegions(PlaceRegions(database), file: nil)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await shared.regions(
                        around: Self.centers[0], reach: 3000, at: Self.noon, for: [.everyone]
                    ).regions.count
                }
            }
            var counts: Set<Int> = []
            for try await count in group { counts.insert(count) }
            #expect(counts.count == 1 && counts.first != 0)
        }
        #expect(await shared.lookUps == 2)
    }
}

@Suite struct RegionCellTests {
    @Test func `every point is within the radius of its cell, anywhere on Earth`() {
        var random = SplitMix64(seed: 5)
        var points = (0..<20_000).map { _ in
            Coordinate(
                latitude: .random(in: -90...90, using: &random),
                longitude: .random(in: -180...180, using: &random))
        }
        for latitude in [90.0, -90, 89.9999, -89.9999, 89.98, -89.98, 0, 0.0135, -0.0135] {
            for longitude in [-180.0, 180, 0, -179.99999, 179.99999, 90] {
                points.append(Coordinate(latitude: latitude, longitude: longitude))
            }
        }
        for point in points {
            let cell = RegionCell(of: point)
            #expect(cell.middle.isValid)
            #expect(cell.middle.distance(to: point) <= cell.radius, "\(point)")
            #expect(cell.radius < 2500, "\(point)")
        }
    }

    @Test func `neighbours are mostly in one cell`() {
        var random = SplitMix64(seed: 6)
        let same = (0..<1000).count { _ in
            let latitude = Double.random(in: -80...80, using: &random)
            let longitude = Double.random(in: -179...179, using: &random)
            return RegionCell(of: Coordinate(latitude: latitude, longitude: longitude))
                == RegionCell(of: Coordinate(latitude: latitude + 0.001, longitude: longitude))
        }
        #expect(same > 850)
    }
}
