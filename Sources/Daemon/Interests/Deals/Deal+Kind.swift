import Geofencing
package import Places
import Posix
import SQLite

/// Deals, as a kind of regions.
extension Deal: RegionKind {
    package typealias Item = Deal

    package static let name = "deal"
    package static let collection = "deals"

    /// Sorted by distance if it is known where the device is, else by when they end.
    package static func items(
        _ filter: Filter, for caller: Caller, in store: PlaceStore
    ) throws -> [Deal] {
        var deals = try store.connection.rows(
            """
            SELECT \(columns) FROM deal
            WHERE (:owner IS NULL OR owner = :owner)
                AND (:all OR starts <= :now AND ends > :now AND \(notFull))
            ORDER BY ends, id
            """,
            [
                "owner": filter.mine ? .integer(Int64(caller.account.uid)) : nil,
                "all": filter.all ? 1 : 0, "now": .integer(caller.now.milliseconds),
            ], Deal.init)
        if let category = filter.category?.trimmed.lowercased() {
            deals.removeAll { $0.category.lowercased() != category }
        }
        if let audience = filter.audience { deals.removeAll { $0.audience != audience } }
        let reserved = try store.dealsReserved(by: caller.owner)
        for index in deals.indices {
            deals[index].reservedByMe = reserved.contains(deals[index].id)
            deals[index].see(as: caller)
        }
        if caller.position != nil {
            deals.sort { ($0.distance ?? 0, $0.id) < ($1.distance ?? 0, $1.id) }
        }
        return deals
    }

    package static func item(
        _ id: Int64, for caller: Caller, in store: PlaceStore
    ) throws -> Deal {
        let deal = try store.connection.first(
            "SELECT \(columns) FROM deal WHERE id = :id", ["id": .integer(id)], Deal.init)
        guard var deal else {
            throw Refusal(.notFound, "deal \(id)", "there is none: list those there are")
        }
        deal.reservedByMe = try store.hasReserved(id, caller.owner)
        deal.see(as: caller)
        return deal
    }

    package static func add(
        _ draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Added<Deal> {
        try store.connection.transaction {
            if let reference = draft.reference.given,
                let id = try store.deal(called: reference, by: caller.account)
            {
                return Added(try item(id, for: caller, in: store), wasThere: true)
            }
            let id = try Deal(draft, by: caller, in: store).write(to: store.connection)
            var deal = try item(id, for: caller, in: store)
            deal.compareClocks(of: caller)
            return Added(deal)
        }
    }

    package static func change(
        _ id: Int64, to draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Deal {
        try store.connection.transaction {
            var deal = try own(id, for: caller, in: store)
            guard draft.reference == .absent else {
                throw Refusal(.invalid, "reference", "is of a new deal: it cannot change")
            }
            try deal.apply(draft, in: store, from: caller.position)
            deal.see(as: caller)
            deal.compareClocks(of: caller)
            _ = try deal.write(to: store.connection)
            return deal
        }
    }

    package static func remove(_ id: Int64, for caller: Caller, in store: PlaceStore) throws {
        try store.connection.transaction {
            _ = try own(id, for: caller, in: store)
            try store.connection.run("DELETE FROM deal WHERE id = :id", ["id": .integer(id)])
        }
    }

    /// The deal with this id; throws a `Refusal` if the caller may not change it.
    static func own(
        _ id: Int64, for caller: Caller, in store: PlaceStore
    ) throws -> Deal {
        let deal = try item(id, for: caller, in: store)
        guard caller.account.mayChange(Account(uid: deal.owner)) else {
            throw Refusal(
                .forbidden, "deal \(id)",
                "belongs to uid \(deal.owner): only that account and root may change it")
        }
        return deal
    }
}

extension PlaceStore {
    /// The id of the deal that the account calls so.
    fileprivate func deal(called reference: String, by account: Account) throws -> Int64? {
        try connection.integer(
            "SELECT id FROM deal WHERE owner = :owner AND reference = :reference",
            ["owner": .integer(Int64(account.uid)), "reference": .text(reference)])
    }
}
