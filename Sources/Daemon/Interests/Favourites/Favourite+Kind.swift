import Geofencing
package import Places
import Posix
package import SQLite

/// Favourites, as a kind of regions.
extension Favourite: RegionKind {
    package typealias Item = Favourite

    package static let name = "favourite"
    package static let collection = "favourites"
    package static let schema = Schema(part: "favourites", steps: [tables, audiences])

    /// In the order in which they were added.
    package static func items(
        _ filter: Filter, for caller: Caller, in store: PlaceStore
    ) throws -> [Favourite] {
        let near = try filter.near.map { try store.geocode($0, from: caller.position).coordinate }
        let position = near ?? caller.position
        let wanted = try store.favourites().filter {
            filter.audience == nil || $0.audience == filter.audience
        }
        return try wanted.map { try store.shown($0, from: position) }
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
        let audience = draft.audience.given ?? .own
        return try store.connection.transaction {
            let wanted = try store.wanted(draft)
            let known = try store.favourite(
                [wanted.target] + wanted.otherTargets, for: audience)
            if let known {
                return Added(try store.shown(known, from: caller.position), wasThere: true)
            }
            let id = try store.connection.table("favourite").insert([
                "match": .text(wanted.target.match.rawValue), "key": .text(wanted.target.key),
                "name": .text(wanted.name), "radius": SQLValue(radius),
                "added": .integer(caller.now.milliseconds),
                "owner": .integer(Int64(caller.account.uid)),
                "audience": .text(audience.description),
            ])
            return Added(try item(id, for: caller, in: store))
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
            let audience =
                draft.audience == .absent ? old.audience : draft.audience.given ?? .own
            try refuseSecond(of: id, for: audience, in: store)
            try store.connection.table("favourite").update([
                "id": .integer(id), "radius": SQLValue(radius),
                "audience": .text(audience.description),
            ])
            return try item(id, for: caller, in: store)
        }
    }

    /// Throws if another favourite of the same target is for `audience`.
    private static func refuseSecond(
        of id: Int64, for audience: Audience, in store: PlaceStore
    ) throws {
        let other = try store.connection.integer(
            """
            SELECT other.id FROM favourite AS one JOIN favourite AS other USING (match, key)
            WHERE one.id = :id AND other.id <> :id AND other.audience = :audience
            """, ["id": .integer(id), "audience": .text(audience.description)])
        guard let other else { return }
        throw Refusal(
            .conflict, "audience",
            "\(audience) has it already, as favourite \(other): change or remove one of them")
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
