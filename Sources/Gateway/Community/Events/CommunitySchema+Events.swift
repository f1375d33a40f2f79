extension CommunitySchema {
    static let events = """
        CREATE TABLE event (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            uid TEXT NOT NULL UNIQUE,   -- by which calendars know it again
            what TEXT NOT NULL,
            starts INTEGER NOT NULL,    -- Unix seconds; of whole days: when the first begins
            ends INTEGER NOT NULL,      -- of whole days: when the last is over
            first_day INTEGER,          -- since 1970-01-01; NULL: it has times
            last_day INTEGER,
            zone TEXT NOT NULL,         -- of the tz database
            address TEXT,
            lat REAL,                   -- degrees; NULL: nowhere, or at the site
            lon REAL,
            radius REAL,                -- metres
            place TEXT,                 -- its id at the daemon
            site INTEGER REFERENCES site (id) ON DELETE SET NULL,
            note TEXT,
            author TEXT REFERENCES person (id) ON DELETE SET NULL,
            made INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            sequence INTEGER NOT NULL   -- how often it was changed
        ) STRICT;
        CREATE INDEX event_group ON event (group_id, ends);
        CREATE INDEX event_ends ON event (ends);
        CREATE INDEX event_author ON event (author);
        CREATE INDEX event_site ON event (site);

        -- Who takes part.
        CREATE TABLE event_person (
            event INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            PRIMARY KEY (event, person)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_person_person ON event_person (person);

        -- The links by which calendars read a group's events; they end with the membership.
        CREATE TABLE calendar (
            group_id TEXT NOT NULL,
            person TEXT NOT NULL,
            hash BLOB NOT NULL UNIQUE,  -- SHA-256 of the secret
            made INTEGER NOT NULL,
            PRIMARY KEY (group_id, person),
            FOREIGN KEY (group_id, person) REFERENCES member (group_id, person) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
