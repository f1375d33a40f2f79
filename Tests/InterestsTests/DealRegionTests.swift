import Geofencing
import Places
import SQLite
import TestSupport
import Testing

@testable import Interests

@Suite struct DealRegionTests {
    private typealias Examples = DealExamples
    private let store: PlaceStore
    private let caller = DealExamples.caller()

    init() throws {
        store = try PlaceStore(.temporary, kinds: [Deal.self])
    }

    private func add(_ change: (inout Deal.Draft) -> Void = { _ in }) throws {
        _ = try Deal.add(Examples.draft(change), for: caller, in: store)
    }

    private func regions(
        around center: Coordinate = DealExamples.dam, reach: Double = 3000,
        at time: Timestamp = DealExamples.noon
    ) throws -> [Region] {
        try Deal.regions(around: center, reach: reach, at: time, radius: 200, for: nil, in: store)
    }

    @Test func `a deal is a region with its window and what a person wants to read`() throws {
        try add {
            $0.description = .value("Rolls")
            $0.address = .value("Dam 20")
            $0.website = .value("https://example.org/")
        }
        let (start, end) = ("2026-05-01T10:00:00.000Z", "2026-05-01T18:00:00.000Z")
        #expect(
            try regions() == [
                Region(
                    id: "deal/1", kind: "deal", name: "2 for 1", center: Examples.dam, radius: 200,
                    window: TimeWindow(start: Examples.time(start), end: Examples.time(end)),
                    details: Region.Details(
                        title: "deal",
                        fields: [
                            Region.Field("company", "Dam Bakers"),
                            Region.Field("category", "food"),
                            Region.Field("description", "Rolls"), Region.Field("starts", start),
                            Region.Field("ends", end),
                            Region.Field("website", "https://example.org/"),
                            Region.Field("address", "Dam 20"),
                        ]))
            ])
    }

    @Test func `a large deal widens the search until it is over`() throws {
        #expect(try Deal.largestRadius(at: Examples.noon, in: store) == 0)
        try add { $0.radius = .value(500) }
        try add {
            $0.radius = .value(90_000)
            $0.ends = .value(Examples.noon)
        }
        #expect(try Deal.largestRadius(at: Examples.noon + -0.001, in: store) == 90_000)
        #expect(try Deal.largestRadius(at: Examples.noon, in: store) == 500)
    }

    @Test(arguments: [
        ("2026-04-01T00:00:00Z", 1), ("2026-05-01T17:59:59.999Z", 1), ("2026-05-01T18:00:00Z", 0),
    ])
    func `deals to come are regions, those that have ended are not`(time: String, count: Int)
        throws
    {
        try add()
        #expect(try regions(at: Examples.time(time)).count == count)
    }

    @Test func `a full deal is no region, and changes nothing any more`() throws {
        try add { $0.capacity = .value(1) }
        _ = try Deal.reserve.perform(1, caller, store)
        #expect(try regions().isEmpty)
        #expect(try Deal.nextChange(after: Examples.noon, in: store) == nil)
        _ = try Deal.release.perform(1, caller, store)
        #expect(try regions().count == 1)
    }

    @Test func `a circle that comes within reach is found, one that does not is not`() throws {
        // 1112.7 m north of Dam.
        try add { $0.latitude = .value(52.3831) }
        try add {
            $0.latitude = .value(52.3831)
            $0.radius = .value(600)
        }
        #expect(try regions(reach: 912).map(\.id) == ["deal/2"])
        #expect(try regions(reach: 914).map(\.id) == ["deal/1", "deal/2"])
        #expect(try regions(reach: 512).map(\.id) == [])
        #expect(try regions(reach: 514).map(\.id) == ["deal/2"])
    }

    @Test(arguments: [
        (52.0, 179.9999, 52.0, -179.9999), (52.0, -180.0, 52.0, 180.0), (89.9999, 0, 89.9999, 180),
        (-90, 0, -89.999, 77),
    ])
    func `deals are found across the date line and at the poles`(
        latitude: Double, longitude: Double, fromLatitude: Double, fromLongitude: Double
    ) throws {
        try add {
            $0.latitude = .value(latitude)
            $0.longitude = .value(longitude)
        }
        let here = Coordinate(latitude: fromLatitude, longitude: fromLongitude)
        #expect(try regions(around: here, reach: 300).count == 1)
    }

    @Test func `the regions are just those that a look at every deal finds`() throws {
        var random = SplitMix64(seed: 42)
        var centers: [(Coordinate, Double?)] = []
        for index in 0..<400 {
            let center = Coordinate(
                latitude: .random(in: 52...53, using: &random),
                longitude: .random(in: 4...6, using: &random))
            let radius = index % 3 == 0 ? Double.random(in: 1...20_000, using: &random) : nil
            centers.append((center, radius))
            try add {
                $0.latitude = .value(center.latitude)
                $0.longitude = .value(center.longitude)
                $0.radius = Patch(radius)
            }
        }
        for _ in 0..<20 {
            let here = Coordinate(
                latitude: .random(in: 52...53, using: &random),
                longitude: .random(in: 4...6, using: &random))
            let expected = centers.enumerated().filter {
                here.distance(to: $0.element.0) <= 3000 + ($0.element.1 ?? 200)
            }.map { "deal/\($0.offset + 1)" }
            #expect(try regions(around: here).map(\.id) == expected)
        }
    }

    @Test(arguments: [
        ("2026-05-01T00:00:00Z", "2026-05-01T10:00:00.000Z"),
        ("2026-05-01T10:00:00Z", "2026-05-01T14:00:00.000Z"),
        ("2026-05-01T13:00:00Z", "2026-05-01T14:00:00.000Z"),
        ("2026-05-01T14:00:00Z", "2026-05-01T15:00:00.000Z"),
        ("2026-05-01T15:00:00Z", "2026-05-01T18:00:00.000Z"),
        ("2026-05-01T18:00:00Z", nil),
    ])
    func `the next change is the next start or end`(time: String, change: String?) throws {
        try add()
        try add {
            $0.starts = .value(Examples.time("2026-05-01T14:00Z"))
            $0.ends = .value(Examples.time("2026-05-01T15:00Z"))
        }
        #expect(
            try Deal.nextChange(after: Examples.time(time), in: store)
                == change.map { Examples.time($0) })
    }

    @Test func `look-ups read an index`() throws {
        let plans = try [
            "SELECT id FROM deal WHERE latitude BETWEEN 1 AND 2 AND longitude BETWEEN 1 AND 2",
            "SELECT starts FROM deal WHERE starts > 1 AND \(Deal.notFull) ORDER BY starts LIMIT 1",
            "SELECT ends FROM deal WHERE ends > 1 AND \(Deal.notFull) ORDER BY ends LIMIT 1",
            "SELECT max(radius) FROM deal",
        ].map { query in
            try store.connection.rows("EXPLAIN QUERY PLAN \(query)") { $0.text(3) ?? "" }.joined()
        }
        for plan in plans {
            #expect(plan.hasPrefix("SEARCH deal USING"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }
}
