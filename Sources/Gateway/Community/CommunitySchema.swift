import SQLite

/// The tables of people, groups and phones. All times are Unix seconds by the system's clock.
enum CommunitySchema {
    static let schema = Schema(
        part: "community",
        steps: [
            people, groups, phones, tips, phoneAccess, arrivals,
            households,
            organisations,
            events,
            consent, origins,
            refunds, movedSites, things, servers, restoring,
        ])

    private static let people = """
        CREATE TABLE person (
            number INTEGER PRIMARY KEY AUTOINCREMENT,  -- in the order in which they came
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,       -- the name as it is compared
            admin INTEGER NOT NULL,
            added INTEGER NOT NULL,
            uid INTEGER UNIQUE,         -- of their account on this machine, if it is known
            account TEXT                -- its user name
        ) STRICT;
        CREATE INDEX person_folded ON person (folded);

        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            hash BLOB NOT NULL UNIQUE,  -- SHA-256 of the secret
            device TEXT NOT NULL,
            began INTEGER NOT NULL,
            last_used INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX session_person ON session (person);

        -- Devices and people who wait to be let in.
        CREATE TABLE newcomer (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash BLOB NOT NULL UNIQUE,  -- SHA-256 of the secret
            code BLOB UNIQUE,           -- SHA-256 of the letters that are shown; NULL: a sign-up
            name TEXT,                  -- of a sign-up
            device TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            -- As whom they come in; NULL: nobody has said so yet.
            person TEXT REFERENCES person (id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX newcomer_person ON newcomer (person);

        -- Ids that were given to somebody or something, and are not given again.
        CREATE TABLE taken (
            hash BLOB PRIMARY KEY       -- SHA-256, so that no name is left
        ) STRICT, WITHOUT ROWID;

        -- When the system's clock was looked at last.
        CREATE TABLE clock (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            time INTEGER NOT NULL,
            uptime REAL NOT NULL,       -- seconds since the machine was switched on
            boot TEXT NOT NULL          -- what the kernel calls that
        ) STRICT;

        -- Has a row while something that was removed may be left in the file's gaps.
        CREATE TABLE forgetting (
            one INTEGER PRIMARY KEY CHECK (one = 1)
        ) STRICT;
        """

    private static let groups = """
        CREATE TABLE "group" (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,         -- household or organisation
            name TEXT NOT NULL,
            only TEXT UNIQUE,           -- of an organisation: the name as it is compared
            currency TEXT,
            created INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE member (
            number INTEGER PRIMARY KEY AUTOINCREMENT,  -- in the order in which they came
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            role TEXT NOT NULL,         -- member or admin
            joined INTEGER NOT NULL,
            nick_name TEXT,
            staff_number TEXT,
            UNIQUE (group_id, person)
        ) STRICT;
        CREATE INDEX member_person ON member (person);

        CREATE TABLE site (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            address TEXT,
            lat REAL NOT NULL,          -- degrees
            lon REAL NOT NULL,
            radius REAL NOT NULL        -- metres
        ) STRICT;
        CREATE INDEX site_group ON site (group_id);

        CREATE TABLE member_site (
            group_id TEXT NOT NULL,
            person TEXT NOT NULL,
            site INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
            PRIMARY KEY (group_id, person, site),
            FOREIGN KEY (group_id, person) REFERENCES member (group_id, person) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX member_site_site ON member_site (site);

        CREATE TABLE group_place (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            lat REAL NOT NULL,          -- degrees
            lon REAL NOT NULL,
            radius REAL NOT NULL        -- metres
        ) STRICT;
        CREATE INDEX group_place_group ON group_place (group_id);

        CREATE TABLE link (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash BLOB NOT NULL UNIQUE,  -- SHA-256 of the secret
            -- One of the two: whom it signs in, or what it invites to.
            person TEXT REFERENCES person (id) ON DELETE CASCADE,
            group_id TEXT REFERENCES "group" (id) ON DELETE CASCADE,
            inviter TEXT,               -- NULL: this machine
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            CHECK ((person IS NULL) <> (group_id IS NULL)),
            FOREIGN KEY (group_id, inviter) REFERENCES member (group_id, person) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX link_person ON link (person);
        CREATE INDEX link_group ON link (group_id, inviter);

        -- Households that ask people, and people who ask organisations.
        CREATE TABLE request (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,         -- asks_person or asks_group
            -- Who would become a member; NULL: the household asked for a name that nobody has.
            person TEXT REFERENCES person (id) ON DELETE CASCADE,
            name TEXT,                  -- as it was written; NULL once it is closed
            name_hash BLOB,             -- SHA-256 of the folded name, so that nobody is asked twice
            asker TEXT REFERENCES person (id) ON DELETE SET NULL,
            site INTEGER REFERENCES site (id) ON DELETE SET NULL,
            asked INTEGER NOT NULL,
            state TEXT NOT NULL,        -- open, declined (by the person), closed
            UNIQUE (group_id, name_hash),
            UNIQUE (group_id, person)
        ) STRICT;
        CREATE INDEX request_person ON request (person);
        CREATE INDEX request_asker ON request (asker);
        CREATE INDEX request_site ON request (site);
        """

    private static let phones = """
        CREATE TABLE phone (
            device TEXT PRIMARY KEY,    -- its id at the daemon
            name TEXT NOT NULL,
            owner TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            added INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX phone_owner ON phone (owner);

        -- Ends with the owner's membership.
        CREATE TABLE sharing (
            device TEXT NOT NULL REFERENCES phone (device) ON DELETE CASCADE,
            group_id TEXT NOT NULL,
            owner TEXT NOT NULL,
            level TEXT NOT NULL,        -- arrivals or position
            until INTEGER,              -- NULL: until the owner ends it
            PRIMARY KEY (device, group_id),
            FOREIGN KEY (group_id, owner) REFERENCES member (group_id, person) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sharing_member ON sharing (group_id, owner);

        CREATE TABLE own_source (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            owner TEXT REFERENCES person (id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX own_source_owner ON own_source (owner);
        """

    private static let tips = """
        -- What people say of places: one thing each of each.
        CREATE TABLE tip (
            place TEXT NOT NULL,        -- its id at the daemon
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            rating INTEGER,             -- 1 to 5; NULL: none
            text TEXT,
            written INTEGER NOT NULL,
            PRIMARY KEY (place, person)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tip_person ON tip (person, written);
        """

    private static let phoneAccess = """
        ALTER TABLE phone ADD COLUMN token BLOB;   -- SHA-256 of what it signs in with; NULL: none
        ALTER TABLE phone ADD COLUMN topic TEXT;   -- of MQTT, where it publishes; NULL: nowhere
        CREATE UNIQUE INDEX phone_token ON phone (token);
        CREATE UNIQUE INDEX phone_topic ON phone (topic);

        -- What programs read figures with.
        CREATE TABLE metrics_token (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            hash BLOB NOT NULL          -- SHA-256
        ) STRICT;
        """

    private static let arrivals = """
        -- "Tell me when Ben gets home".
        CREATE TABLE arrival (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL,
            place INTEGER NOT NULL REFERENCES group_place (id) ON DELETE CASCADE,
            asker TEXT NOT NULL,        -- who is told
            person TEXT NOT NULL,       -- who comes or goes
            transition TEXT NOT NULL,   -- enter or exit
            asked INTEGER NOT NULL,
            state TEXT NOT NULL,        -- waits (for the person), allowed, ended (by the person)
            -- Whether the person has ended it, and not allowed it since: asking again waits.
            ended INTEGER NOT NULL,
            UNIQUE (place, asker, person, transition),
            FOREIGN KEY (group_id, asker) REFERENCES member (group_id, person) ON DELETE CASCADE,
            FOREIGN KEY (group_id, person) REFERENCES member (group_id, person) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX arrival_asker ON arrival (group_id, asker);
        CREATE INDEX arrival_person ON arrival (group_id, person);
        """

    private static let origins = """
        -- In which session it was made or approved: what ends that, ends this.
        ALTER TABLE link ADD COLUMN session INTEGER REFERENCES session (id) ON DELETE CASCADE;
        CREATE INDEX link_session ON link (session);
        ALTER TABLE newcomer ADD COLUMN session INTEGER REFERENCES session (id) ON DELETE CASCADE;
        CREATE INDEX newcomer_session ON newcomer (session);
        ALTER TABLE newcomer ADD COLUMN origin BLOB;   -- of which network; NULL: of this machine
        -- Whether its token was in an address, where others may have read it.
        ALTER TABLE phone ADD COLUMN in_address INTEGER NOT NULL DEFAULT 0;
        """

    private static let servers = """
        -- Whether servers of places may be asked for what is around it.
        ALTER TABLE phone ADD COLUMN asks_servers INTEGER NOT NULL DEFAULT 1;
        """

    private static let restoring = """
        -- Of a backup that is restored in part: the groups that stay. Has rows until the rest is gone.
        -- geofencectl has made it in a file of an earlier version.
        CREATE TABLE IF NOT EXISTS kept_group (
            id TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;

        -- People and groups that went with the rest, until the daemon has forgotten them too.
        CREATE TABLE forgotten (
            audience TEXT PRIMARY KEY   -- as in person/anna
        ) STRICT, WITHOUT ROWID;
        """

    private static let consent = """
        -- Of what has happened before, nobody is told.
        ALTER TABLE sharing ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE arrival ADD COLUMN since INTEGER NOT NULL DEFAULT 0;   -- when it was allowed
        """
}
