import SQLite

/// The tables of `notifications.sqlite`.
enum NoticeSchema {
    /// "geon" in ASCII: `file` and `PRAGMA application_id` know the database by it.
    static let application: Int32 = 0x67_65_6F_6E

    static let schemas = [
        Schema(part: "notices", steps: [first, second]),
        Schema(part: "forgetting", steps: [forgetting]),
        Schema(part: "visits", steps: [exits]),
        DeviceSchema.schema,
    ]

    private static let first = """
        -- Unbroken sequences of notices; the last row is the one that goes on.
        CREATE TABLE log (
            first INTEGER PRIMARY KEY,  -- the number of its first notice
            id TEXT NOT NULL UNIQUE,    -- as in the ids of its notices
            began INTEGER NOT NULL,     -- milliseconds since 1970 (UTC), by the system's clock
            opened INTEGER NOT NULL     -- when the daemon last went on with it
        ) STRICT;

        CREATE TABLE notice (
            sequence INTEGER PRIMARY KEY,
            recorded INTEGER NOT NULL,  -- milliseconds since 1970 (UTC), by the system's clock
            time INTEGER NOT NULL,      -- milliseconds since 1970 (UTC), by the clock of the fixes
            transition TEXT NOT NULL,   -- enter, dwell, exit
            kind TEXT NOT NULL,         -- of the region, as in favourite
            line TEXT NOT NULL          -- the CloudEvent as it was told, in JSON
        ) STRICT;
        CREATE INDEX notice_recorded ON notice (recorded);
        CREATE INDEX notice_time ON notice (time, kind, transition);

        -- What the tracker goes on from: written together with the notices that led to it.
        CREATE TABLE tracker (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            journey TEXT,               -- which trace; NULL if it can be read only once
            reports INTEGER,            -- so many of it have been judged; NULL for a receiver
            shift REAL,                 -- seconds that its times are put forward
            memory BLOB NOT NULL,       -- of the rules, in the tracker's own form
            written INTEGER NOT NULL    -- milliseconds since 1970 (UTC), by the system's clock
        ) STRICT;

        -- Where listeners know the device to be.
        CREATE TABLE inside (
            region TEXT PRIMARY KEY     -- its id
        ) STRICT, WITHOUT ROWID;
        """

    private static let second = """
        -- Whose it is; NULL: the own source's, of before there were other devices.
        ALTER TABLE notice ADD COLUMN device TEXT;
        CREATE INDEX notice_of_device ON notice (device, sequence, time);
        """

    private static let exits = """
        -- Exits that nobody was told: the ends of visits of which the enter was told. A row stays as
        -- long as the notice before it.
        CREATE TABLE untold_exit (
            -- The key comes first: quick_check of SQLite 3.40 takes others for columns without a value.
            after INTEGER NOT NULL,     -- the number of the last notice before it
            line TEXT NOT NULL,         -- as that of a notice, without a number
            recorded INTEGER NOT NULL,  -- milliseconds since 1970 (UTC), by the system's clock
            time INTEGER NOT NULL,      -- milliseconds since 1970 (UTC), by the clock of the fixes
            kind TEXT NOT NULL,         -- of the region
            device TEXT NOT NULL,       -- whose it is
            PRIMARY KEY (after, line)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX untold_exit_of_device ON untold_exit (device, after);
        """

    /// A row of `notice` that is forgotten has an empty device, and the beginning of the day for both
    /// times.
    private static let forgetting = """
        -- Whose notices and positions are being forgotten. A row stays until nothing is left of them in
        -- the file.
        CREATE TABLE forgetting (
            device TEXT,                -- as in its notices
            number INTEGER,             -- as in its positions; NULL if there are none
            last INTEGER NOT NULL       -- the number of the last that is forgotten
        ) STRICT;
        """
}
