import Geofencing
import Places
import PlacesTestSupport
import SQLite
import TestSupport
import Testing

@testable import Interests

/// Who has reserved a deal.
@Suite struct DealReservationTests {
    private typealias Examples = DealExamples
    private let store: PlaceStore
    private let ann = DealExamples.caller(1000)
    private let bob = DealExamples.caller(1001)

    init() throws {
        store = try PlaceStore(.temporary, kinds: [Deal.self])
        let draft = DealExamples.draft { $0.capacity = .value(5) }
        _ = try Deal.add(draft, for: ann, in: store)
    }

    private func reserved(_ caller: Caller) throws -> (count: Int, byMe: Bool) {
        let deal = try Deal.item(1, for: caller, in: store)
        let listed = try Deal.items(Deal.Filter(), for: caller, in: store)
        #expect(listed == [deal])
        return (deal.reserved, deal.reservedByMe)
    }

    @Test func `each reserves one, and gives back only that`() throws {
        #expect(try Deal.reserve.perform(1, bob, store).reservedByMe)
        #expect(
            refusal { _ = try Deal.reserve.perform(1, bob, store) }
                == Refusal(.conflict, "deal 1", "is reserved for uid/1001 already: one for each"))
        #expect(try reserved(bob) == (1, true))
        #expect(try reserved(ann) == (1, false))
        #expect(
            refusal { _ = try Deal.release.perform(1, ann, store) }
                == Refusal(.conflict, "deal 1", "nothing of it is reserved for uid/1000"))
        #expect(try reserved(bob) == (1, true))
        #expect(try !Deal.release.perform(1, bob, store).reservedByMe)
        #expect(try reserved(bob) == (0, false))
        #expect(refusal { _ = try Deal.release.perform(1, bob, store) }?.reason == .conflict)
        #expect(try Deal.reserve.perform(1, bob, store).reserved == 1)
    }

    @Test func `a caller reserves for whom it names`() throws {
        let anna = bob.acting(for: try Owner("person/anna"))
        let ben = bob.acting(for: try Owner("person/ben"))
        #expect(try Deal.reserve.perform(1, anna, store).reservedByMe)
        #expect(try Deal.reserve.perform(1, ben, store).reserved == 2)
        #expect(try Deal.reserve.perform(1, bob, store).reserved == 3)
        #expect(refusal { _ = try Deal.reserve.perform(1, anna, store) }?.reason == .conflict)
        #expect(try Deal.release.perform(1, anna, store).reserved == 2)
        #expect(try reserved(bob) == (2, true))
        #expect(try reserved(ben) == (2, true))
        // Also from another account, and by the account's own name.
        #expect(
            try Deal.release.perform(1, ann.acting(for: Owner("person/ben")), store).reserved == 1)
        #expect(
            try Deal.release.perform(1, ann.acting(for: Owner("uid/1001")), store).reserved == 0)
    }

    @Test func `reservations go with their deal, and stay when it is changed`() throws {
        _ = try Deal.reserve.perform(1, bob, store)
        var draft = Deal.Draft()
        draft.name = .value("3 for 2")
        #expect(try Deal.change(1, to: draft, for: ann, in: store).reserved == 1)
        #expect(try reserved(bob) == (1, true))
        try Deal.remove(1, for: ann, in: store)
        #expect(try store.connection.integer("SELECT count(*) FROM reservation") == 0)
    }

    @Test func `who has reserved is known to whoever added the deal, and to root`() throws {
        _ = try Deal.reserve.perform(1, bob, store)
        let anna = DealExamples.caller(1001, at: DealExamples.time("2026-05-01T11:00:00Z"))
        _ = try Deal.reserve.perform(1, anna.acting(for: try Owner("person/anna")), store)
        for caller in [ann, DealExamples.caller(0)] {
            let found = try Deal.reservations(of: 1, for: caller, in: store)
            #expect(found.reserved == 2)
            #expect(found.reservations.map(\.owner) == ["person/anna", "uid/1001"])
            #expect(found.reservations[1].time == DealExamples.noon)
        }
        #expect(
            refusal { _ = try Deal.reservations(of: 1, for: bob, in: store) }
                == Refusal(
                    .forbidden, "deal 1",
                    "belongs to uid 1000: only that account and root may change it"))
        #expect(
            refusal { _ = try Deal.reservations(of: 9, for: ann, in: store) }?.reason == .notFound)
    }

    @Test(arguments: [
        ("person/anna", true), ("a", true), ("0.9_x/-", true),
        (String(repeating: "a", count: 128), true),
        ("", false), ("Anna", false), ("a b", false), ("ä", false), ("a\0", false), ("a\n", false),
        (String(repeating: "a", count: 129), false),
    ])
    func `an owner is a short word of few letters`(text: String, isOne: Bool) {
        #expect((refusal { _ = try Owner(text) } == nil) == isOne)
    }

    /// As version 0.1.0 left it: two reservations of deal 1, and nobody knows whose.
    private func oldDatabase(_ path: String) throws -> PlaceStore {
        do {
            let store = try PlaceStore(.file(path), kinds: [Deal.self])
            let draft = Examples.draft { $0.capacity = .value(5) }
            _ = try Deal.add(draft, for: ann, in: store)
            try store.connection.execute(
                """
                DROP TABLE reservation;
                ALTER TABLE deal DROP COLUMN audience;
                DROP INDEX deal_reference;
                ALTER TABLE deal DROP COLUMN reference;
                ALTER TABLE deal DROP COLUMN opening_hours;
                UPDATE deal SET reserved = 2;
                UPDATE schema_part SET steps = 1 WHERE name = 'deals'
                """)
        }
        return try PlaceStore(.file(path), kinds: [Deal.self])
    }

    @Test func `reservations of version 0.1.0 count, and who added the deal gives them back`()
        throws
    {
        let file = TemporaryFile("")
        let store = try oldDatabase(file.path)
        #expect(try Deal.item(1, for: ann, in: store).reserved == 2)
        #expect(try !Deal.item(1, for: ann, in: store).reservedByMe)
        #expect(try Deal.reserve.perform(1, bob, store).reserved == 3)
        #expect(try Deal.reserve.perform(1, ann, store).reserved == 4)
        let gateway = ann.acting(for: try Owner("person/anna"))
        for other in [Examples.caller(1002), gateway] {
            #expect(refusal { _ = try Deal.release.perform(1, other, store) }?.reason == .conflict)
        }
        // One's own goes first.
        for left in [3, 2] {
            let deal = try Deal.release.perform(1, ann, store)
            #expect(deal.reserved == left && !deal.reservedByMe)
        }
        #expect(try Deal.release.perform(1, Examples.caller(0), store).reserved == 1)
        #expect(refusal { _ = try Deal.release.perform(1, ann, store) }?.reason == .conflict)
        #expect(try Deal.item(1, for: bob, in: store).reservedByMe)
    }
}
