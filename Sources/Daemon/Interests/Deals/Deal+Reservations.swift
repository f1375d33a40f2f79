import Formats
package import Geofencing
package import Places
import Posix
import SQLite

/// Reservations: each owner can have one of a deal.
extension Deal {
    package static let actions = [reserve, release]

    package static let reserve = RegionAction<Deal>(
        name: "reserve", summary: "Takes one of a deal's places: one for each owner."
    ) { id, caller, store in
        try store.connection.transaction {
            let deal = try item(id, for: caller, in: store)
            if deal.ends <= caller.now {
                throw Refusal(.conflict, "deal \(id)", "ended at \(deal.ends)")
            }
            if deal.reservedByMe {
                throw Refusal(
                    .conflict, "deal \(id)", "is reserved for \(caller.owner) already: one for each"
                )
            }
            if deal.isFull {
                throw Refusal(
                    .conflict, "deal \(id)", "is full: all \(deal.reserved) are reserved")
            }
            try store.connection.run(
                "INSERT INTO reservation VALUES (:deal, :owner, :now)",
                [
                    "deal": .integer(id), "owner": .text(caller.owner.description),
                    "now": .integer(caller.now.milliseconds),
                ])
            return try counted(id, 1, for: caller, in: store)
        }
    }

    package static let release = RegionAction<Deal>(
        name: "release", summary: "Gives an owner's place of a deal back."
    ) { id, caller, store in
        try store.connection.transaction {
            let deal = try item(id, for: caller, in: store)
            if deal.reservedByMe {
                try store.connection.run(
                    "DELETE FROM reservation WHERE deal = :deal AND owner = :owner",
                    ["deal": .integer(id), "owner": .text(caller.owner.description)])
            } else if try !deal.mayReleaseNameless(caller, in: store) {
                throw Refusal(
                    .conflict, "deal \(id)", "nothing of it is reserved for \(caller.owner)")
            }
            return try counted(id, -1, for: caller, in: store)
        }
    }

    private static func counted(
        _ id: Int64, _ step: Int64, for caller: Caller, in store: PlaceStore
    ) throws -> Deal {
        try store.connection.run(
            "UPDATE deal SET reserved = reserved + :step WHERE id = :id",
            ["step": .integer(step), "id": .integer(id)])
        return try item(id, for: caller, in: store)
    }

    /// Whether there is a reservation without an owner, as of version 0.1.0, and the caller may
    /// give it back: the account that added the deal may, and root.
    private func mayReleaseNameless(_ caller: Caller, in store: PlaceStore) throws -> Bool {
        guard caller.named == nil, caller.account.mayChange(Account(uid: owner)) else {
            return false
        }
        let named = try store.connection.integer(
            "SELECT count(*) FROM reservation WHERE deal = :deal", ["deal": .integer(id)])
        return reserved > named ?? 0
    }
}

extension Deal {
    /// Who has reserved a deal, as it is told to who added it.
    package struct Reservations: Hashable, Codable, Sendable {
        /// How many in all: also those of version 0.1.0, which did not store whose they are.
        package var reserved: Int
        /// The earliest first.
        package var reservations: [Reservation]
    }

    package struct Reservation: Hashable, Codable, Sendable {
        /// An `Owner`, as in `person/anna`.
        package var owner: String
        package var time: Timestamp
    }

    /// Throws a `Refusal` if the caller may not change the deal.
    package static func reservations(
        of id: Int64, for caller: Caller, in store: PlaceStore
    ) throws -> Reservations {
        try store.connection.transaction {
            let deal = try own(id, for: caller, in: store)
            let reservations = try store.connection.rows(
                """
                SELECT owner, reserved_at FROM reservation WHERE deal = :deal
                ORDER BY reserved_at, owner
                """, ["deal": .integer(id)]
            ) { row in
                Reservation(
                    owner: row.text(0) ?? "", time: Timestamp(milliseconds: row.integer(1)))
            }
            return Reservations(reserved: deal.reserved, reservations: reservations)
        }
    }
}

extension PlaceStore {
    /// The ids of the deals that `owner` has reserved.
    func dealsReserved(by owner: Owner) throws -> Set<Int64> {
        Set(
            try connection.rows(
                "SELECT deal FROM reservation WHERE owner = :owner",
                ["owner": .text(owner.description)]
            ) { $0.integer(0) })
    }

    /// Whether `owner` has a reservation of the deal.
    func hasReserved(_ deal: Int64, _ owner: Owner) throws -> Bool {
        try connection.integer(
            "SELECT 1 FROM reservation WHERE deal = :deal AND owner = :owner",
            ["deal": .integer(deal), "owner": .text(owner.description)]) != nil
    }
}
