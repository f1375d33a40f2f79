import Geofencing
import Places
import PlacesTestSupport
import SQLite
import Testing

@testable import Interests

@Suite struct DealTests {
    private typealias Examples = DealExamples
    private let store: PlaceStore
    private let ann = DealExamples.caller(1000)
    private let bob = DealExamples.caller(1001)

    init() throws {
        store = try PlaceStore(.temporary, kinds: [Deal.self])
    }

    @discardableResult
    private func add(
        _ change: (inout Deal.Draft) -> Void = { _ in }, by caller: Caller? = nil
    ) throws -> Deal {
        try Deal.add(Examples.draft(change), for: caller ?? ann, in: store).item
    }

    private func list(
        _ caller: Caller? = nil, _ change: (inout Deal.Filter) -> Void = { _ in }
    ) throws -> [Int64] {
        var filter = Deal.Filter()
        change(&filter)
        return try Deal.items(filter, for: caller ?? ann, in: store).map(\.id)
    }

    @Test func `a deal is kept as it was said`() throws {
        let deal = try add {
            $0.description = .value("Rolls\nand bread")
            $0.address = .value("Dam 20")
            $0.radius = .value(150.5)
            $0.capacity = .value(50)
            $0.website = .value("https://example.org/")
            $0.openingHours = .value("Mo-Fr 09:00-18:00")
            $0.reference = .value("group/acme/deal/1")
        }
        #expect(
            deal
                == Deal(
                    id: 1, name: "2 for 1", company: "Dam Bakers", category: "food",
                    description: "Rolls\nand bread", latitude: 52.3731, longitude: 4.8926,
                    address: "Dam 20", radius: 150.5, starts: Examples.time("2026-05-01T10:00Z"),
                    ends: Examples.time("2026-05-01T18:00Z"), capacity: 50, reserved: 0,
                    website: "https://example.org/", openingHours: "Mo-Fr 09:00-18:00",
                    reference: "group/acme/deal/1", owner: 1000, active: true, distance: nil))
        #expect(try Deal.item(1, for: ann, in: store) == deal)
        let near = Examples.caller(position: Coordinate(latitude: 52.3741, longitude: 4.8926))
        let distance = try #require(try Deal.item(1, for: near, in: store).distance)
        #expect(abs(distance - 111.27) < 0.1)
    }

    @Test func `with the reference of another deal of the account, it is that deal`() throws {
        let draft = Examples.draft { $0.reference = .value("spring") }
        let first = try Deal.add(draft, for: ann, in: store)
        var other = draft
        other.name = .value("3 for 2")
        let again = try Deal.add(other, for: ann, in: store)
        #expect(!first.wasThere && again.wasThere)
        #expect(again.item == first.item)
        // Another account calls its own so.
        #expect(try !Deal.add(draft, for: bob, in: store).wasThere)
        var change = Deal.Draft()
        change.reference = .value("summer")
        #expect(
            refusal { _ = try Deal.change(1, to: change, for: ann, in: store) }
                == Refusal(.invalid, "reference", "is of a new deal: it cannot change"))
        // Once it is removed, it can be added again.
        try Deal.remove(1, for: ann, in: store)
        #expect(try Deal.add(draft, for: ann, in: store).item.id == 3)
    }

    @Test func `a deal begins now if nothing else is said`() throws {
        #expect(try add { $0.starts = .absent }.starts == Examples.noon)
    }

    private static let longText = String(repeating: "x", count: 1_000_000)
    private static let faults: [(@Sendable (inout Deal.Draft) -> Void, String, String)] = [
        ({ $0.name = .absent }, "name", "is missing: it must be given"),
        ({ $0.name = .null }, "name", "cannot be taken away: change it instead"),
        ({ $0.name = .value(" \n") }, "name", "is empty: give it a text"),
        ({ $0.name = .value(longText) }, "name", "is 1000000 bytes long: use at most 1000"),
        ({ $0.name = .value("a\0b") }, "name", "has a NUL in it: leave it out"),
        ({ $0.company = .absent }, "company", "is missing: it must be given"),
        ({ $0.category = .absent }, "category", "is missing: it must be given"),
        ({ $0.category = .value("") }, "category", "is empty: give it a text"),
        ({ $0.ends = .absent }, "ends", "is missing: it must be given"),
        ({ $0.ends = .null }, "ends", "cannot be taken away: change it instead"),
        ({ $0.starts = .null }, "starts", "cannot be taken away: change it instead"),
        (
            { $0.ends = $0.starts }, "ends",
            "2026-05-01T10:00:00.000Z is not after the start, 2026-05-01T10:00:00.000Z"
        ),
        (
            { ($0.starts, $0.ends) = ($0.ends, $0.starts) }, "ends",
            "2026-05-01T10:00:00.000Z is not after the start, 2026-05-01T18:00:00.000Z"
        ),
        (
            { $0.ends = .value(Timestamp(milliseconds: .max)) }, "ends",
            "is not in the years 1 to 9999"
        ),
        ({ $0.longitude = .absent }, "lon", "is missing: give it together with lat"),
        ({ $0.latitude = .absent }, "lat", "is missing: give it together with lon"),
        ({ $0.latitude = .null }, "lat", "cannot be taken away: change it instead"),
        (
            { ($0.latitude, $0.longitude) = (.absent, .absent) }, "lat",
            "is missing: give lat and lon, or an address"
        ),
        (
            { ($0.latitude, $0.longitude, $0.address) = (.absent, .absent, .null) }, "lat",
            "is missing: give lat and lon, or an address"
        ),
        (
            { $0.latitude = .value(95.2) }, "latitude",
            "95.2 is not between -90 and 90: use degrees"
        ),
        (
            { $0.longitude = .value(.nan) }, "longitude",
            "nan is not between -180 and 180: use degrees"
        ),
        (
            { $0.radius = .value(0) }, "radius",
            "0.0 is not above 0 and at most 100000: use metres"
        ),
        (
            { $0.radius = .value(-1) }, "radius",
            "-1.0 is not above 0 and at most 100000: use metres"
        ),
        (
            { $0.radius = .value(100_000.5) }, "radius",
            "100000.5 is not above 0 and at most 100000: use metres"
        ),
        (
            { $0.radius = .value(.nan) }, "radius",
            "nan is not above 0 and at most 100000: use metres"
        ),
        ({ $0.capacity = .value(0) }, "capacity", "0 is not between 1 and 1000000000"),
        ({ $0.capacity = .value(-5) }, "capacity", "-5 is not between 1 and 1000000000"),
        ({ $0.capacity = .value(.max) }, "capacity", "\(Int.max) is not between 1 and 1000000000"),
        (
            { $0.description = .value(longText) }, "description",
            "is 1000000 bytes long: use at most 10000"
        ),
        ({ $0.website = .value("\0") }, "website", "has a NUL in it: leave it out"),
        ({ $0.openingHours = .value("") }, "opening_hours", "is empty: give it a text"),
        ({ $0.reference = .value(" ") }, "reference", "is empty: give it a text"),
    ]

    @Test(arguments: faults.indices)
    func `what cannot be is refused, and leaves nothing behind`(index: Int) throws {
        let (change, subject, words) = Self.faults[index]
        #expect(refusal { try add(change) } == Refusal(.invalid, subject, words))
        #expect(try list { $0.all = true }.isEmpty)
        #expect(try add().id == 1)
    }

    @Test(arguments: [
        "'; DROP TABLE deal; --", "NEAR(a b) OR * \"", "\u{1B}[2J\u{9B}31m", "a\nb\r\u{2028}c",
        "👩‍👩‍👧‍👦🍕", "\u{202E}drawkcab", "é e\u{301}", String(repeating: "ё", count: 500), "\u{FFFF}",
    ])
    func `hostile names are kept literally`(text: String) throws {
        try add {
            $0.name = .value(text)
            $0.company = .value(text)
            $0.category = .value(text)
            $0.description = .value(text)
        }
        let deal = try Deal.item(1, for: ann, in: store)
        #expect(Array(deal.name.utf8) == Array(text.utf8))
        #expect(deal.description.map { Array($0.utf8) } == Array(text.utf8))
        #expect(try list { $0.category = text } == [1])
        #expect(try list { $0.category = "other" } == [])
        let regions = try Deal.regions(
            around: Examples.dam, reach: 1, at: Examples.noon, radius: 200, for: nil, in: store)
        #expect(regions.map(\.name) == [text])
    }

    @Test(arguments: [
        ("2026-05-01T09:59:59.999Z", false), ("2026-05-01T10:00:00Z", true),
        ("2026-05-01T17:59:59.999Z", true), ("2026-05-01T18:00:00Z", false),
    ])
    func `a deal is active from its start until just before its end`(now: String, active: Bool)
        throws
    {
        try add()
        let caller = Examples.caller(at: Examples.time(now))
        #expect(try Deal.item(1, for: caller, in: store).active == active)
        #expect(try list(caller) == (active ? [1] : []))
        #expect(try list(caller) { $0.all = true } == [1])
    }

    @Test func `a deal may have ended before it is added`() throws {
        let deal = try add {
            $0.starts = .value(Examples.time("2020-01-01"))
            $0.ends = .value(Examples.time("2020-01-02"))
        }
        #expect(!deal.active)
    }

    @Test func `lists are of a category, of one's own, the next to end or the nearest first`()
        throws
    {
        try add { $0.ends = .value(Examples.time("2026-05-01T20:00Z")) }
        try add({ $0.category = .value("Party") }, by: bob)
        try add {
            $0.category = .value("FOOD")
            $0.latitude = .value(52.4)
            $0.ends = .value(Examples.time("2026-05-01T19:00Z"))
        }
        #expect(try list() == [2, 3, 1])
        #expect(try list { $0.category = " food " } == [3, 1])
        #expect(try list { $0.mine = true } == [3, 1])
        #expect(try list(bob) { $0.mine = true } == [2])
        #expect(try list(Examples.caller(position: Examples.dam)) == [1, 2, 3])
    }

    @Test func `only the owner and root change or remove a deal`() throws {
        try add()
        var draft = Deal.Draft()
        draft.name = .value("Other")
        let refused = Refusal(
            .forbidden, "deal 1",
            "belongs to uid 1000: only that account and root may change it")
        #expect(refusal { _ = try Deal.change(1, to: draft, for: bob, in: store) } == refused)
        #expect(refusal { try Deal.remove(1, for: bob, in: store) } == refused)
        #expect(try Deal.item(1, for: bob, in: store).name == "2 for 1")
        let root = Examples.caller(0)
        #expect(try Deal.change(1, to: draft, for: root, in: store).name == "Other")
        #expect(try Deal.item(1, for: bob, in: store).owner == 1000)
        try Deal.remove(1, for: ann, in: store)
        let gone = Refusal(.notFound, "deal 1", "there is none: list those there are")
        #expect(refusal { _ = try Deal.item(1, for: ann, in: store) } == gone)
        #expect(refusal { _ = try Deal.change(1, to: draft, for: ann, in: store) } == gone)
        #expect(refusal { try Deal.remove(1, for: root, in: store) } == gone)
        #expect(refusal { _ = try Deal.reserve.perform(1, ann, store) } == gone)
        #expect(try add().id == 2, "no number is given twice")
    }

    @Test func `a change leaves what it does not name`() throws {
        let before = try add {
            $0.description = .value("Bread")
            $0.address = .value("Dam 20")
            $0.radius = .value(100)
            $0.capacity = .value(5)
            $0.website = .value("w")
        }
        var draft = Deal.Draft()
        #expect(try Deal.change(1, to: draft, for: ann, in: store) == before)
        draft.description = .null
        draft.radius = .null
        draft.capacity = .null
        draft.website = .null
        draft.address = .null
        var expected = before
        (expected.description, expected.radius, expected.capacity) = (nil, nil, nil)
        (expected.website, expected.address) = (nil, nil)
        #expect(try Deal.change(1, to: draft, for: ann, in: store) == expected)
        #expect(try Deal.item(1, for: ann, in: store) == expected)
    }

    @Test func `a change that cannot be leaves all as it was`() throws {
        let before = try add()
        var draft = Deal.Draft()
        draft.name = .value("Other")
        draft.ends = .value(Examples.time("2026-05-01T10:00Z"))
        #expect(
            refusal { _ = try Deal.change(1, to: draft, for: ann, in: store) }?.subject == "ends")
        draft.ends = .absent
        draft.company = .null
        #expect(
            refusal { _ = try Deal.change(1, to: draft, for: ann, in: store) }?.subject
                == "company")
        #expect(try Deal.item(1, for: ann, in: store) == before)
    }

    @Test func `a deal that moves loses the address of where it was`() throws {
        try add { $0.address = .value("Dam 20") }
        var draft = Deal.Draft()
        draft.latitude = .value(52)
        draft.longitude = .value(4)
        let moved = try Deal.change(1, to: draft, for: ann, in: store)
        #expect(moved.coordinate == Coordinate(latitude: 52, longitude: 4))
        #expect(moved.address == nil)
    }

    @Test func `anyone reserves until a deal is full, and then it is not active`() throws {
        try add { $0.capacity = .value(2) }
        #expect(try Deal.reserve.perform(1, bob, store).reserved == 1)
        let full = try Deal.reserve.perform(1, ann, store)
        #expect(full.reserved == 2 && !full.active)
        #expect(
            refusal { _ = try Deal.reserve.perform(1, Examples.caller(1002), store) }
                == Refusal(.conflict, "deal 1", "is full: all 2 are reserved"))
        #expect(try list() == [])
        #expect(try list { $0.all = true } == [1])
        var draft = Deal.Draft()
        draft.capacity = .value(1)
        #expect(
            refusal { _ = try Deal.change(1, to: draft, for: ann, in: store) }
                == Refusal(.conflict, "capacity", "1 is less than the 2 reserved already"))
        draft.capacity = .value(3)
        #expect(try Deal.change(1, to: draft, for: ann, in: store).active)
        #expect(try Deal.release.perform(1, bob, store).reserved == 1)
        #expect(try Deal.release.perform(1, ann, store).reserved == 0)
    }

    @Test func `what has ended cannot be reserved, what is to come can`() throws {
        try add()
        let early = Examples.caller(at: Examples.time("2026-05-01T08:00Z"))
        let late = Examples.caller(at: Examples.time("2026-05-01T18:00Z"))
        #expect(try Deal.reserve.perform(1, early, store).reserved == 1)
        #expect(
            refusal { _ = try Deal.reserve.perform(1, late, store) }
                == Refusal(.conflict, "deal 1", "ended at 2026-05-01T18:00:00.000Z"))
        #expect(try Deal.release.perform(1, late, store).reserved == 0)
    }

    @Test(
        arguments: [
            ([:], []), (["category": "food", "other": "x"], ["category=food"]),
            (["mine": "true", "all": "true"], ["mine=true", "all=true"]), (["mine": "false"], []),
        ] as [([String: String], [String])])
    func `a filter is read from a query, and written as one`(
        query: [String: String], written: [String]
    ) throws {
        let filter = try Deal.Filter(query: query)
        #expect(filter.query.map { "\($0.name)=\($0.value)" } == written)
    }

    @Test(arguments: ["yes", "", "1"])
    func `a filter that makes no sense is refused`(all: String) {
        #expect(
            refusal { _ = try Deal.Filter(query: ["all": all]) }
                == Refusal(.invalid, "all", "'\(all)' is neither true nor false"))
    }

    @Test func `a deal is where its address is`() throws {
        try store.add([
            Place("Dam", "20A", "1012 NP", "Amsterdam", 52.3735, 4.8930),
            Place("Plein", "2", "2511 CR", "Den Haag", 52.0810, 4.3150),
        ])
        let draft = Examples.draft {
            ($0.latitude, $0.longitude) = (.absent, .absent)
            $0.address = .value("20a dam")
        }
        let deal = try Deal.add(draft, for: ann, in: store).item
        #expect(deal.coordinate == Coordinate(latitude: 52.3735, longitude: 4.8930))
        #expect(deal.address == "Dam 20A, 1012 NP Amsterdam")
        var change = Deal.Draft()
        change.address = .value("Plein 2")
        let moved = try Deal.change(deal.id, to: change, for: ann, in: store)
        #expect(moved.coordinate == Coordinate(latitude: 52.0810, longitude: 4.3150))
        change.address = .value("Plein 3")
        #expect(
            refusal { _ = try Deal.change(deal.id, to: change, for: ann, in: store) }?.subject
                == "address")
        #expect(try Deal.item(deal.id, for: ann, in: store) == moved)
    }
}
