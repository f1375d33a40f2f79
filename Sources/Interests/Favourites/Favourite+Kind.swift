import Geofencing
package import Places
import Posix
package import SQLite

/// Favourites, as a kind of regions.
extension Favourite: RegionKind {
    package typealias Item = Favourite

    package static let name = "favourite"
    package static let collection = "favourites"
    package static let schema = Schema(part: "favourites", steps: [tables])

    /// In the order in which they were added.
    package static func items(
        _ filter: Filter, for caller: Caller, in store: PlaceStore
    ) throws -> [Favourite] {
        let near = try filter.near.map { try store.geocode($0, from: caller.position).coordinate }
        let position = near ?? caller.position
        return try store.favourites().map { try store.shown($0, from: position) }
    }

    package static func item(
        _ id: Int64, for caller: Caller, in store: PlaceStore
    ) throws -> Favourite {
        let stored = try store.connection.first(
            "SELECT \(StoredFavourite.columns) FROM favourite WHERE id = :id",
            ["id": .integer(id)], StoredFavourite.init)
        guard let stored else { throw noFavourite(id) }
        return try store.shown(stored, from: caller.position)
    }

    package static func add(
        _ draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Added<Favourite> {
        let radius = try draft.radius.given.map { try Limits.radius($0) }
        return try store.connection.transaction {
            let wanted = try store.wanted(draft)
            if let known = try store.favourite([wanted.target] + wanted.otherTargets) {
                return Added(try store.shown(known, from: caller.position), wasThere: true)
            }
            try store.connection.run(
                """
                INSERT INTO favourite (match, key, name, radius, added, owner)
                VALUES (:match, :key, :name, :radius, :added, :owner)
                """,
                [
                    "match": .text(wanted.target.match.rawValue), "key": .text(wanted.target.key),
                    "name": .text(wanted.name), "radius": SQLValue(radius),
                    "added": .integer(caller.now.milliseconds),
                    "owner": .integer(Int64(caller.account.uid)),
                ])
            return Added(try item(store.connection.lastRow, for: caller, in: store))
        }
    }

    package static func change(
        _ id: Int64, to draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Favourite {
        if let said = draft.said.first {
            throw Refusal(
                .invalid, said.field, "cannot be changed: add another favourite, and remove this")
        }
        return try store.connection.transaction {
            let old = try item(id, for: caller, in: store)
            let radius = try draft.radius.applied(to: old.radius).map { try Limits.radius($0) }
            try store.connection.run(
                "UPDATE favourite SET radius = :radius WHERE id = :id",
                ["radius": SQLValue(radius), "id": .integer(id)])
            return try item(id, for: caller, in: store)
        }
    }

    package static func remove(_ id: Int64, for caller: Caller, in store: PlaceStore) throws {
        let count = try store.connection.run(
            "DELETE FROM favourite WHERE id = :id", ["id": .integer(id)])
        guard count > 0 else { throw noFavourite(id) }
    }

    private static func noFavourite(_ id: Int64) -> Refusal {
        Refusal(.notFound, "favourite \(id)", "there is none: list those there are")
    }
}
