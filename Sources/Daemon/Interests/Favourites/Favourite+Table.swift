import Geofencing
import Places
import Posix
import SQLite

extension Favourite {
    static let tables = """
        CREATE TABLE favourite (
            id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given to another
            match TEXT NOT NULL,       -- place, name, brand, category
            -- Two that have the same key are one: osm/node/123; a folded name; Q37158, or the
            -- folded name of a brand; amenity=cafe.
            key TEXT NOT NULL,
            name TEXT NOT NULL,        -- for people
            radius REAL,               -- metres; NULL: as the configuration has it
            added INTEGER NOT NULL,    -- milliseconds since 1970 (UTC)
            owner INTEGER NOT NULL,    -- uid
            UNIQUE (match, key)
        ) STRICT;

        -- Leads from a brand to how it is written.
        CREATE INDEX spelling_of_label ON spelling (label);
        """

    /// Two favourites of one target may be for two audiences: SQLite changes no UNIQUE.
    static let audiences = """
        CREATE TABLE next_favourite (
            id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given to another
            match TEXT NOT NULL,       -- place, name, brand, category
            -- Two that have the same key are one: osm/node/123; a folded name; Q37158, or the
            -- folded name of a brand; amenity=cafe.
            key TEXT NOT NULL,
            name TEXT NOT NULL,        -- for people
            radius REAL,               -- metres; NULL: as the configuration has it
            added INTEGER NOT NULL,    -- milliseconds since 1970 (UTC)
            owner INTEGER NOT NULL,    -- uid
            audience TEXT NOT NULL,    -- for whom it is, as in own or person/anna
            UNIQUE (match, key, audience)
        ) STRICT;
        INSERT INTO next_favourite
        SELECT id, match, key, name, radius, added, owner, 'own' FROM favourite;
        -- The ids of those that were removed are not given to others either.
        DELETE FROM sqlite_sequence WHERE name = 'next_favourite';
        UPDATE sqlite_sequence SET name = 'next_favourite' WHERE name = 'favourite';
        DROP TABLE favourite;
        ALTER TABLE next_favourite RENAME TO favourite;
        """
}

/// A row of the table `favourite`.
struct StoredFavourite {
    var id: Int64
    var target: Target
    /// For people.
    var name: String
    /// Metres.
    var radius: Double?
    var added: Timestamp
    var owner: Account
    var audience: Audience
}

extension StoredFavourite {
    static let columns = "id, match, key, name, radius, added, owner, audience"

    init(_ row: Statement) {
        id = row.integer(0)
        // Other values cannot be: a version that has more has another schema.
        let match = row.text(1).flatMap { Favourite.Match(rawValue: $0) } ?? .name
        target = Target(match: match, key: row.text(2) ?? "")
        name = row.text(3) ?? ""
        radius = row.realIfAny(4)
        added = Timestamp(milliseconds: row.integer(5))
        owner = Account(uid: UInt32(truncatingIfNeeded: row.integer(6)))
        audience = Audience(row.text(7) ?? "") ?? .own
    }
}

extension PlaceStore {
    /// In the order in which they were added.
    func favourites() throws -> [StoredFavourite] {
        try connection.rows(
            "SELECT \(StoredFavourite.columns) FROM favourite ORDER BY id", [:],
            StoredFavourite.init)
    }

    /// The favourite for `audience` of the first of `targets` that has one; `nil` if none has.
    func favourite(_ targets: [Target], for audience: Audience) throws -> StoredFavourite? {
        for target in targets {
            let known = try connection.first(
                """
                SELECT \(StoredFavourite.columns) FROM favourite
                WHERE match = :match AND key = :key AND audience = :audience
                """,
                [
                    "match": .text(target.match.rawValue), "key": .text(target.key),
                    "audience": .text(audience.description),
                ], StoredFavourite.init)
            if let known { return known }
        }
        return nil
    }

    /// The favourite as it is shown. `position`: where to look for the nearest place; `nil`:
    /// nowhere.
    func shown(_ stored: StoredFavourite, from position: Coordinate?) throws -> Favourite {
        let target = stored.target
        let isIdentified = target.match == .brand && target.key.isWikidataID
        // A brand that was added by its id alone gets a name with the first import that has one.
        let name =
            isIdentified && stored.name == target.key
            ? try brandName(target.key) ?? stored.name : stored.name
        let places = try count(target)
        let nearest = try position.flatMap { places > 0 ? try self.nearest(target, to: $0) : nil }
        return Favourite(
            id: stored.id, match: target.match,
            value: target.match == .name ? stored.name : target.key, name: name,
            wikidata: isIdentified ? target.key : nil, radius: stored.radius, places: places,
            nearest: nearest, audience: stored.audience, added: stored.added,
            owner: stored.owner.uid)
    }
}
