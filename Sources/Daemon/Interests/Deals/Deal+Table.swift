import Geofencing
package import SQLite

/// The table of deals.
extension Deal {
    package static let schema = Schema(
        part: "deals", steps: [first, reservations, audiences, references])

    private static let first = """
        CREATE TABLE deal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given to another
            owner INTEGER NOT NULL,    -- the uid of the account that added it
            name TEXT NOT NULL,
            company TEXT NOT NULL,
            category TEXT NOT NULL,    -- free text
            description TEXT,
            latitude REAL NOT NULL,    -- degrees, WGS 84
            longitude REAL NOT NULL,   -- degrees, WGS 84
            address TEXT,
            radius REAL,               -- metres; NULL is the default
            starts INTEGER NOT NULL,   -- milliseconds since 1970 (UTC)
            ends INTEGER NOT NULL,     -- milliseconds since 1970 (UTC), just after its last
            capacity INTEGER,          -- how many can have it; NULL is any number
            reserved INTEGER NOT NULL, -- how many have reserved it
            website TEXT,
            CHECK (starts < ends),
            CHECK (reserved >= 0 AND reserved <= coalesce(capacity, reserved))
        ) STRICT;
        CREATE INDEX deal_position ON deal (latitude, longitude, ends);
        CREATE INDEX deal_radius ON deal (radius);
        CREATE INDEX deal_starts ON deal (starts);
        CREATE INDEX deal_ends ON deal (ends);
        """

    /// `deal.reserved` counts all reservations. Those of version 0.1.0 have no row here, as it did
    /// not store whose they are.
    private static let reservations = """
        CREATE TABLE reservation (
            deal INTEGER NOT NULL REFERENCES deal ON DELETE CASCADE,
            owner TEXT NOT NULL,           -- as in uid/1000 or person/anna
            reserved_at INTEGER NOT NULL,  -- milliseconds since 1970 (UTC)
            PRIMARY KEY (deal, owner)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reservation_owner ON reservation (owner);
        """

    private static let audiences = """
        ALTER TABLE deal ADD COLUMN audience /* for whom it is */ TEXT NOT NULL DEFAULT 'everyone';
        """

    private static let references = """
        ALTER TABLE deal ADD COLUMN opening_hours /* as OpenStreetMap writes them */ TEXT;
        ALTER TABLE deal ADD COLUMN reference /* what its owner calls it */ TEXT;
        CREATE UNIQUE INDEX deal_reference ON deal (owner, reference) WHERE reference IS NOT NULL;
        """

    /// The columns that `init` reads, in its order.
    static let columns = """
        id, owner, name, company, category, description, latitude, longitude, address, radius,
        starts, ends, capacity, reserved, website, audience, opening_hours, reference
        """

    static let notFull = "(capacity IS NULL OR reserved < capacity)"

    init(_ row: Statement) {
        self.init(
            id: row.integer(0), name: row.text(2) ?? "", company: row.text(3) ?? "",
            category: row.text(4) ?? "", description: row.text(5), latitude: row.real(6),
            longitude: row.real(7), address: row.text(8), radius: row.realIfAny(9),
            starts: Timestamp(milliseconds: row.integer(10)),
            ends: Timestamp(milliseconds: row.integer(11)),
            capacity: row.integerIfAny(12).map { Int($0) }, reserved: Int(row.integer(13)),
            website: row.text(14), openingHours: row.text(16),
            audience: Audience(row.text(15) ?? "") ?? .everyone, reference: row.text(17),
            owner: UInt32(truncatingIfNeeded: row.integer(1)))
    }

    /// Adds the deal if its `id` is 0, and otherwise changes the one with that id. Returns the id.
    func write(to connection: Connection) throws -> Int64 {
        let table = connection.table("deal")
        var columns: [String: SQLValue] = [
            "name": .text(name), "company": .text(company), "category": .text(category),
            "description": SQLValue(description), "latitude": .real(latitude),
            "longitude": .real(longitude), "address": SQLValue(address),
            "radius": SQLValue(radius), "starts": .integer(starts.milliseconds),
            "ends": .integer(ends.milliseconds), "capacity": SQLValue(capacity),
            "website": SQLValue(website), "audience": .text(audience.description),
            "opening_hours": SQLValue(openingHours),
        ]
        guard id == 0 else {
            columns["id"] = .integer(id)
            try table.update(columns)
            return id
        }
        columns["owner"] = .integer(Int64(owner))
        columns["reserved"] = .integer(Int64(reserved))
        columns["reference"] = SQLValue(reference)
        return try table.insert(columns)
    }
}
