import SQLite

/// The tables of messages, in the database that has the table `person`.
enum MessageSchema {
    static let schema = Schema(
        part: "messages", steps: [first, targets, items, ends, prefixes, fences, doubts])

    private static let first = """
        -- Where to go on reading the daemon's notices.
        CREATE TABLE notice_cursor (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            after INTEGER NOT NULL,    -- the number of the last notice that was dealt with
            log TEXT                   -- the id of its log
        ) STRICT;

        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            time INTEGER NOT NULL,     -- milliseconds since 1970 (UTC), by the clock of the fixes
            happened INTEGER NOT NULL, -- the same, by the system's clock: when it is late
            made INTEGER NOT NULL,     -- milliseconds since 1970 (UTC)
            title TEXT NOT NULL,
            lines TEXT NOT NULL,       -- JSON: [{"text","kind","region","transition"}]
            place TEXT,                -- JSON: what the notices say of it
            latitude REAL,             -- degrees, WGS 84
            longitude REAL,            -- degrees, WGS 84
            device TEXT,
            notices TEXT NOT NULL,     -- JSON: the CloudEvents ids
            is_late INTEGER NOT NULL,
            rings INTEGER NOT NULL,
            is_read INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX message_of_person ON message (person, id);

        -- What was told already, so that it is not told again at once.
        CREATE TABLE told (
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            notice TEXT NOT NULL,      -- its CloudEvents id
            message INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
            reason TEXT NOT NULL,      -- the region or the watch, the transition, and whose it is
            place TEXT,                -- the place's id
            latitude REAL NOT NULL,    -- degrees, WGS 84: the middle of the circle
            longitude REAL NOT NULL,
            time INTEGER NOT NULL,     -- milliseconds since 1970 (UTC), by the clock of the fixes
            PRIMARY KEY (person, notice)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX told_of_reason ON told (person, reason, time);
        CREATE INDEX told_in_message ON told (message);

        -- What is still to be delivered, in the order of the messages.
        CREATE TABLE delivery (
            way TEXT NOT NULL,         -- as in ntfy
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            message INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
            target TEXT NOT NULL,      -- where to, as the way knows it
            PRIMARY KEY (way, person, message)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_of_message ON delivery (message);
        CREATE INDEX delivery_of_person ON delivery (person);

        CREATE TABLE message_settings (
            person TEXT PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            settings TEXT NOT NULL     -- JSON, as /api/settings has it
        ) STRICT, WITHOUT ROWID;

        -- What a person does not want to hear of.
        CREATE TABLE mute (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            subject TEXT NOT NULL,     -- region, place or target
            value TEXT NOT NULL,       -- its id; of a target, a brand or a category
            title TEXT NOT NULL,
            UNIQUE (person, subject, value)
        ) STRICT;
        """

    private static let targets = """
        -- How far programs have been told.
        CREATE TABLE target (
            id TEXT PRIMARY KEY,       -- as in webhook/https://shop.example/hook
            after INTEGER NOT NULL,    -- the number of the last notice that it has acknowledged
            log TEXT,                  -- the id of its log
            moved INTEGER NOT NULL,    -- milliseconds since 1970 (UTC): when that was
            -- Where it was at least a minute earlier: from there on a broker that has lost its session
            -- is told again. NULL: nowhere.
            earlier_after INTEGER,
            earlier_log TEXT
        ) STRICT, WITHOUT ROWID;

        -- What was announced at the broker, where it stays until it is taken back.
        CREATE TABLE announced (
            device TEXT NOT NULL,
            region TEXT NOT NULL,      -- its id; empty: the device itself
            name TEXT NOT NULL,        -- the region's
            used INTEGER NOT NULL,     -- milliseconds since 1970 (UTC): when the device came there last
            PRIMARY KEY (device, region)
        ) STRICT, WITHOUT ROWID;
        """

    private static let items = """
        ALTER TABLE told ADD COLUMN items TEXT;  -- JSON: the ids of what was on the list; NULL: no list
        """

    private static let ends = """
        -- The hash of the settings of which the target has said that it wants nothing; NULL: it has not.
        ALTER TABLE target ADD COLUMN ended TEXT
        """

    private static let prefixes = """
        CREATE TABLE announced_with_prefix (
            device TEXT NOT NULL,
            region TEXT NOT NULL,      -- its id; empty: the device itself
            prefix TEXT NOT NULL,      -- of the discovery; empty: it is not told
            name TEXT NOT NULL,        -- the region's
            latitude REAL,             -- degrees, WGS 84: the middle of its circle; NULL: not known
            longitude REAL,
            used INTEGER NOT NULL,     -- milliseconds since 1970 (UTC): when the device was near last
            PRIMARY KEY (device, region, prefix)
        ) STRICT, WITHOUT ROWID;
        -- Nobody has written down the prefix: most have this one.
        INSERT INTO announced_with_prefix
        SELECT device, region, 'homeassistant', name, NULL, NULL, used FROM announced;
        DROP TABLE announced;
        ALTER TABLE announced_with_prefix RENAME TO announced
        """

    private static let fences = """
        -- Where phones were given regions to watch by themselves, which stay until they are taken back.
        CREATE TABLE fenced (
            topic TEXT PRIMARY KEY,    -- of MQTT: the phone's
            device TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """

    private static let doubts = """
        -- Milliseconds since 1970 (UTC): when the other side, which may lose it yet, has acknowledged it.
        -- NULL: it waits.
        ALTER TABLE delivery ADD COLUMN delivered INTEGER
        """
}
