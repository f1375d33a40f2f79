import Posix
import SQLite

/// The tables of places. Kinds of regions, as favourites and deals, have their own in the same
/// database.
enum PlaceSchema {
    /// "geop" in ASCII: `file` and `PRAGMA application_id` know the database by it.
    static let application: Int32 = 0x67_65_6F_70

    static let schema = Schema(part: "places", steps: [first + searchTriggers, second, own])

    /// The tables of a file that has imported places alone (`PlaceFile`).
    static let imported = Schema(
        part: "imported places", steps: [first + searchTriggers + spellingIndex, lookUps])

    /// The mark of such a file, as `application` is that of the database: "geoi" in ASCII.
    static let importedApplication: Int32 = 0x67_65_6F_69

    private static let first = """
        -- What one import brought. A later import of the same places takes its rows over.
        CREATE TABLE edition (
            id INTEGER PRIMARY KEY,
            source TEXT NOT NULL,      -- the first part of its places' ids, as in osm
            files TEXT NOT NULL,       -- the names of what was read
            finished INTEGER NOT NULL  -- milliseconds since 1970 (UTC)
        ) STRICT;

        CREATE TABLE place (
            id INTEGER PRIMARY KEY,
            source TEXT NOT NULL,
            key TEXT NOT NULL,         -- what the source calls it, as in node/123
            edition INTEGER NOT NULL,  -- the row of the table
            digest INTEGER NOT NULL,   -- of all that follows: tells whether a place has changed
            latitude REAL NOT NULL,    -- degrees, WGS 84
            longitude REAL NOT NULL,   -- degrees, WGS 84
            name TEXT,
            folded TEXT NOT NULL,      -- the name as names are compared; empty without one
            brand TEXT,
            wikidata TEXT,             -- of the brand, as in Q37158
            categories TEXT NOT NULL,  -- key=value;key=value
            street TEXT,
            house_number TEXT,
            postcode TEXT,
            city TEXT,
            address TEXT GENERATED ALWAYS AS (
                coalesce(street || ' ', '') || coalesce(house_number || ' ', '')
                    || coalesce(postcode || ' ', '') || coalesce(city, '')) VIRTUAL,
            phone TEXT,
            website TEXT,
            opening_hours TEXT,        -- as OpenStreetMap writes them
            description TEXT,
            rating REAL,
            UNIQUE (source, key)
        ) STRICT;

        -- What places are looked up by: a category, a brand.
        CREATE TABLE label (
            id INTEGER PRIMARY KEY,    -- 0 is every place
            kind TEXT NOT NULL,        -- all, category, brand
            value TEXT NOT NULL,       -- key=value; Q37158, or the folded name of a brand
            UNIQUE (kind, value)
        ) STRICT;
        INSERT INTO label VALUES (0, 'all', '');

        -- How brands are written: the folded text leads to its labels.
        CREATE TABLE spelling (
            folded TEXT NOT NULL,
            label INTEGER NOT NULL REFERENCES label,
            written TEXT NOT NULL,     -- as it was first seen
            PRIMARY KEY (folded, label)
        ) STRICT, WITHOUT ROWID;

        -- Where places are, label by label, in strips of latitude from west to east.
        CREATE TABLE position (
            label INTEGER NOT NULL,
            strip INTEGER NOT NULL,    -- of 0.02 degrees, counted from the south pole
            longitude INTEGER NOT NULL,  -- 1e-7 degrees
            place INTEGER NOT NULL,
            latitude INTEGER NOT NULL, -- 1e-7 degrees
            PRIMARY KEY (label, strip, longitude, place)
        ) STRICT, WITHOUT ROWID;

        CREATE VIRTUAL TABLE place_search USING fts5 (
            name, folded, brand, categories, address, description,
            content = 'place', content_rowid = 'id',
            tokenize = 'unicode61 remove_diacritics 2');
        """

    private static let second = """
        -- Which file beside this one has the imported places; before the first import there is
        -- none, and the tables above are empty. With the first one they go.
        CREATE TABLE place_file (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            number INTEGER NOT NULL    -- the end of its name
        ) STRICT;
        """

    private static let own = """
        -- Places that people add one by one. Where all places are, there is a copy of them, with
        -- the source own.
        CREATE TABLE own_place (
            key TEXT PRIMARY KEY,      -- made of the name, as in home
            latitude REAL NOT NULL,    -- degrees, WGS 84
            longitude REAL NOT NULL,   -- degrees, WGS 84
            name TEXT NOT NULL,
            categories TEXT NOT NULL,  -- key=value;key=value, or any words
            street TEXT,
            house_number TEXT,
            postcode TEXT,
            city TEXT,
            phone TEXT,
            website TEXT,
            opening_hours TEXT,        -- as OpenStreetMap writes them
            description TEXT,
            owner INTEGER NOT NULL,    -- the uid of the account that added it
            added INTEGER NOT NULL     -- milliseconds since 1970 (UTC)
        ) STRICT, WITHOUT ROWID;
        """

    /// What a search among many places needs. It does without where there is none.
    private static let lookUps = """
        -- Where places are, by their rows: of place n, in row n / 500, from byte n % 500 * 8 on.
        CREATE TABLE spots (
            id INTEGER PRIMARY KEY,
            coordinates BLOB NOT NULL  -- latitude and longitude in 1e-7 degrees, 32 bits each,
                                       -- the lowest byte first; 0x80000000 is not known
        ) STRICT;

        -- With what so many words begin that one does not want to look at all of them.
        CREATE TABLE beginning (
            text TEXT PRIMARY KEY,
            word TEXT NOT NULL,        -- the most frequent one of them
            titles INTEGER NOT NULL,   -- how often they are in a name or a brand,
            kinds INTEGER NOT NULL,    -- in these or in a category,
            facts INTEGER NOT NULL,    -- in these or in an address,
            count INTEGER NOT NULL     -- anywhere
        ) STRICT, WITHOUT ROWID;
        """

    /// Finds how a brand is written. In the database itself, favourites make this index.
    private static let spellingIndex = """
        CREATE INDEX spelling_of_label ON spelling (label);
        """

    /// The tables of places, in an order in which they can be removed.
    static let tables = ["place_search", "place", "edition", "position", "spelling", "label"]

    /// Keep `place_search` as `place` is.
    static let searchTriggers = """
        CREATE TRIGGER place_added AFTER INSERT ON place BEGIN
            INSERT INTO place_search
                (rowid, name, folded, brand, categories, address, description)
            VALUES (new.id, new.name, new.folded, new.brand, new.categories, new.address,
                new.description);
        END;
        CREATE TRIGGER place_removed AFTER DELETE ON place BEGIN
            INSERT INTO place_search
                (place_search, rowid, name, folded, brand, categories, address, description)
            VALUES ('delete', old.id, old.name, old.folded, old.brand, old.categories,
                old.address, old.description);
        END;
        CREATE TRIGGER place_changed AFTER UPDATE ON place WHEN old.digest <> new.digest BEGIN
            INSERT INTO place_search
                (place_search, rowid, name, folded, brand, categories, address, description)
            VALUES ('delete', old.id, old.name, old.folded, old.brand, old.categories,
                old.address, old.description);
            INSERT INTO place_search
                (rowid, name, folded, brand, categories, address, description)
            VALUES (new.id, new.name, new.folded, new.brand, new.categories, new.address,
                new.description);
        END;
        """

    /// An import drops them, as it has a faster way (`SearchWriter`).
    static let withoutSearchTriggers = """
        DROP TRIGGER IF EXISTS place_added;
        DROP TRIGGER IF EXISTS place_removed;
        DROP TRIGGER IF EXISTS place_changed;
        """

    /// The columns that are searched, of `place` and of `place_search`.
    static let searched = "name, folded, brand, categories, address, description"
}
