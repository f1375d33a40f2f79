import Geofencing
import Posix
import SQLite

/// Writes the towns and quarters of an import into their table, in a transaction of its caller.
final class AreaWriter {
    private let connection: Connection
    private let insert: Statement

    /// Makes the table if an earlier version has left none.
    init(_ connection: Connection) throws {
        self.connection = connection
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS area (
                source TEXT NOT NULL,
                key TEXT NOT NULL,         -- what the source calls it, as in node/123
                edition INTEGER NOT NULL,  -- as in place; 0 during an import
                kind TEXT NOT NULL,        -- as OpenStreetMap has it: town, quarter
                name TEXT NOT NULL,
                folded TEXT NOT NULL,      -- the name as names are compared
                latitude REAL NOT NULL,    -- degrees, WGS 84
                longitude REAL NOT NULL,   -- degrees, WGS 84
                PRIMARY KEY (source, key)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX IF NOT EXISTS area_by_name ON area (folded)
            """)
        insert = try connection.prepare(
            "INSERT OR REPLACE INTO area VALUES (?, ?, 0, ?, ?, ?, ?, ?)")
    }

    func add(_ area: Area) throws {
        insert.clear()
        insert.bind(1, area.id.source)
        insert.bind(2, area.id.key)
        insert.bind(3, area.kind)
        insert.bind(4, area.name)
        insert.bind(5, area.name.folded)
        insert.bind(6, area.coordinate.latitude)
        insert.bind(7, area.coordinate.longitude)
        try insert.run()
    }

    /// To be called at the end: what was read takes the place of that of earlier snapshots.
    func replace(
        _ earlier: some Sequence<Int64>, of source: String, by snapshot: Int64
    ) throws {
        for number in earlier {
            try connection.run(
                "DELETE FROM area WHERE edition = :number AND source = :source",
                ["number": .integer(number), "source": .text(source)])
        }
        try connection.run(
            "UPDATE area SET edition = :snapshot WHERE edition = 0 AND source = :source",
            ["snapshot": .integer(snapshot), "source": .text(source)])
    }
}
