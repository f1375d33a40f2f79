import Community
import Geofencing
import Posix
import SQLite

/// What is known of the cells of servers elsewhere, so that a restart asks for none of them again.
package actor CellStore {
    private let queue = DatabaseQueue(label: "cells")
    private let path: String
    private var opened: Connection?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    private static let schema = Schema(
        part: "providers",
        steps: [
            """
            -- Servers of places and deals elsewhere.
            CREATE TABLE provider (
                name TEXT PRIMARY KEY,
                identity TEXT NOT NULL,    -- another text: what it answers may be something else
                daemon TEXT NOT NULL,      -- the id of the daemon's log: who has its cells
                credit TEXT                -- whose data it has, as it says
            ) STRICT, WITHOUT ROWID;

            -- What the daemon has of them.
            CREATE TABLE provider_cell (
                provider TEXT NOT NULL REFERENCES provider (name) ON DELETE CASCADE,
                cell TEXT NOT NULL,        -- as in 1047_97
                fetched INTEGER NOT NULL,  -- milliseconds since 1970 (UTC)
                count INTEGER NOT NULL,    -- features
                etag TEXT,
                modified TEXT,             -- as the server writes it
                wanted INTEGER NOT NULL,   -- milliseconds since 1970 (UTC): the day a device was last near
                doubted INTEGER,           -- features of an answer that is not believed yet
                PRIMARY KEY (provider, cell)
            ) STRICT, WITHOUT ROWID;
            """
        ])

    /// `path`: of the gateway's database, which is opened when it is first needed.
    package init(path: String) { self.path = path }

    private var connection: Connection {
        get throws {
            if let opened { return opened }
            let connection = try GatewayDatabase.open(path, schemas: [Self.schema])
            opened = connection
            return connection
        }
    }

    /// What is here of a server's cells: none if it is another server now, or another daemon. `daemon`:
    /// the id of its log.
    func cells(
        of provider: Provider, for daemon: String
    ) throws -> (cells: [PlaceCell: CellBook.Kept], credit: String?) {
        let connection = try connection
        return try connection.transaction {
            let name = SQLValue.text(provider.name)
            let credit = try connection.first(
                """
                SELECT credit FROM provider
                WHERE name = :name AND identity = :identity AND daemon = :daemon
                """,
                ["name": name, "identity": .text(provider.identity), "daemon": .text(daemon)]
            ) { $0.text(0) }
            guard let credit else {
                try connection.run("DELETE FROM provider WHERE name = :name", ["name": name])
                try connection.table("provider").insert([
                    "name": name, "identity": .text(provider.identity), "daemon": .text(daemon),
                ])
                return ([:], nil)
            }
            let rows = try connection.rows(
                """
                SELECT cell, fetched, count, etag, modified, wanted, doubted FROM provider_cell
                WHERE provider = :name
                """, ["name": name]
            ) { row in (PlaceCell(row.text(0) ?? ""), CellBook.Kept(row)) }
            let cells = rows.compactMap { cell, kept in cell.map { ($0, kept) } }
            return (Dictionary(uniqueKeysWithValues: cells), credit)
        }
    }

    func keep(_ kept: CellBook.Kept, of cell: PlaceCell, _ provider: String) throws {
        try connection.table("provider_cell").replace([
            "provider": .text(provider), "cell": .text(cell.description),
            "fetched": .integer(kept.fetched.milliseconds), "count": SQLValue(kept.count),
            "etag": SQLValue(kept.validators?.etag),
            "modified": SQLValue(kept.validators?.lastModified),
            "wanted": .integer(kept.wanted.milliseconds), "doubted": SQLValue(kept.doubted),
        ])
    }

    func drop(_ cell: PlaceCell, _ provider: String) throws {
        try connection.table("provider_cell").remove([
            "provider": .text(provider), "cell": .text(cell.description),
        ])
    }

    func note(credit: String, of provider: String) throws {
        try connection.run(
            "UPDATE provider SET credit = :credit WHERE name = :name",
            ["credit": .text(credit), "name": .text(provider)])
    }
}

extension CellBook.Kept {
    fileprivate init(_ row: Statement) {
        self.init(
            fetched: Timestamp(milliseconds: row.integer(1)), count: Int(row.integer(2)),
            validators: CellValidators(etag: row.text(3), lastModified: row.text(4)),
            wanted: Timestamp(milliseconds: row.integer(5)),
            doubted: row.integerIfAny(6).map { Int($0) })
    }
}
