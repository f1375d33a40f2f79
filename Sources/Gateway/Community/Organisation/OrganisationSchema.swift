/// The tables of what organisations have. All times are Unix seconds by the system's clock.
extension CommunitySchema {
    static let movedSites = """
        -- Where a site was before, as long as deals may still be there at the daemon.
        CREATE TABLE site_left (
            site INTEGER NOT NULL REFERENCES site (id) ON DELETE CASCADE,
            lat REAL NOT NULL,          -- degrees
            lon REAL NOT NULL,
            PRIMARY KEY (site, lat, lon)
        ) STRICT, WITHOUT ROWID;
        """

    static let organisations = """
        -- JPEG, as the gateway has made them of what people sent.
        CREATE TABLE picture (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE INDEX picture_group ON picture (group_id);

        CREATE TABLE bulletin (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            site INTEGER REFERENCES site (id) ON DELETE CASCADE,  -- NULL: all
            author TEXT REFERENCES person (id) ON DELETE SET NULL,
            title TEXT NOT NULL,
            text TEXT NOT NULL,
            starts INTEGER NOT NULL,
            ends INTEGER,               -- NULL: never
            made INTEGER NOT NULL,
            picture INTEGER REFERENCES picture (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX bulletin_group ON bulletin (group_id);
        CREATE INDEX bulletin_site ON bulletin (site);
        CREATE INDEX bulletin_author ON bulletin (author);
        CREATE INDEX bulletin_picture ON bulletin (picture);
        CREATE TRIGGER bulletin_picture_removed AFTER DELETE ON bulletin
        WHEN OLD.picture IS NOT NULL BEGIN
            DELETE FROM picture WHERE id = OLD.picture;
        END;
        CREATE TRIGGER bulletin_picture_replaced AFTER UPDATE OF picture ON bulletin
        WHEN OLD.picture IS NOT NEW.picture BEGIN
            DELETE FROM picture WHERE id = OLD.picture;
        END;

        -- What the daemon's deals of an organisation have besides. Their reference has the number.
        CREATE TABLE deal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            site INTEGER REFERENCES site (id) ON DELETE SET NULL,
            picture INTEGER REFERENCES picture (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX deal_group ON deal (group_id);
        CREATE INDEX deal_site ON deal (site);
        CREATE INDEX deal_picture ON deal (picture);
        CREATE TRIGGER deal_picture_removed AFTER DELETE ON deal
        WHEN OLD.picture IS NOT NULL BEGIN
            DELETE FROM picture WHERE id = OLD.picture;
        END;
        CREATE TRIGGER deal_picture_replaced AFTER UPDATE OF picture ON deal
        WHEN OLD.picture IS NOT NEW.picture BEGIN
            DELETE FROM picture WHERE id = OLD.picture;
        END;

        CREATE TABLE bulletin_read (
            bulletin INTEGER NOT NULL REFERENCES bulletin (id) ON DELETE CASCADE,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            read INTEGER NOT NULL,
            PRIMARY KEY (bulletin, person)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX bulletin_read_person ON bulletin_read (person);

        -- Who was told of it on arrival.
        CREATE TABLE bulletin_told (
            bulletin INTEGER NOT NULL REFERENCES bulletin (id) ON DELETE CASCADE,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            told INTEGER NOT NULL,
            PRIMARY KEY (bulletin, person)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX bulletin_told_person ON bulletin_told (person);

        CREATE TABLE form (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            every_days INTEGER,         -- how often each member is due; NULL: never
            is_open INTEGER NOT NULL,
            version INTEGER NOT NULL,   -- of the questions, from 1
            made INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX form_group ON form (group_id);

        -- The questions of a form, and those that it had when a review was made.
        CREATE TABLE form_version (
            form INTEGER NOT NULL REFERENCES form (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            questions TEXT NOT NULL,    -- JSON
            PRIMARY KEY (form, version)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE review (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            group_id TEXT NOT NULL REFERENCES "group" (id) ON DELETE CASCADE,
            form INTEGER NOT NULL,
            form_version INTEGER NOT NULL,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            observer TEXT REFERENCES person (id) ON DELETE SET NULL,
            site INTEGER REFERENCES site (id) ON DELETE SET NULL,
            date TEXT NOT NULL,         -- as 2026-05-01
            answers TEXT NOT NULL,      -- JSON, one for each question
            result TEXT,
            remark TEXT,
            FOREIGN KEY (form, form_version) REFERENCES form_version (form, version)
                ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX review_group ON review (group_id, date);
        CREATE INDEX review_person ON review (person, form, date);
        CREATE INDEX review_form ON review (form, form_version);
        CREATE INDEX review_observer ON review (observer);
        CREATE INDEX review_site ON review (site);
        """
}
