import SQLite

/// The tables of devices, in the database of notices: what is known of a device changes together
/// with what is told of it.
enum DeviceSchema {
    static let schema = Schema(part: "devices", steps: [first])

    private static let first = """
        CREATE TABLE device (
            number INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given to another
            id TEXT NOT NULL UNIQUE,
            -- 1: it is gone; the row stays as long as there are positions of it.
            removed INTEGER NOT NULL DEFAULT 0,
            -- As people set it up.
            name TEXT,
            follows TEXT NOT NULL,      -- audiences, with blanks between them
            max_accuracy REAL,          -- metres; NULL: as for all
            -- What is known of it; NULL before its first position.
            memory BLOB,                -- of the rules, in their own form
            inside TEXT,                -- the ids of the regions that it is in, a line each
            regions INTEGER,            -- which regions it was judged by
            accepted INTEGER NOT NULL DEFAULT 0,   -- positions
            dropped TEXT NOT NULL DEFAULT '',      -- positions by reason, as in accuracy=3 jump=1
            -- The last position that was used.
            time INTEGER,               -- milliseconds since 1970 (UTC), by the device's clock
            lat REAL,
            lon REAL,
            accuracy REAL,              -- metres
            speed REAL,                 -- metres per second
            track REAL,                 -- degrees from true north
            altitude REAL               -- metres above mean sea level
        ) STRICT;
        CREATE INDEX device_removed ON device (number) WHERE removed;

        -- The positions that are kept, of the own source as well.
        CREATE TABLE position (
            device INTEGER NOT NULL,    -- its number
            time INTEGER NOT NULL,      -- milliseconds since 1970 (UTC), by the device's clock
            lat REAL NOT NULL,
            lon REAL NOT NULL,
            accuracy REAL,
            speed REAL,
            track REAL,
            altitude REAL,
            recorded INTEGER NOT NULL,  -- milliseconds since 1970 (UTC), by the system's clock
            PRIMARY KEY (device, time)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX position_recorded ON position (recorded);
        """
}
