import Geofencing
import Places
package import SQLite

/// The tables of watches.
extension Watch {
    package static let schema = Schema(part: "watches", steps: [tables])

    private static let tables = """
        -- The watches of a set are those of its generation. While a set is replaced, there are
        -- watches of a generation that no set has: they count for nothing until one row changes.
        CREATE TABLE watch_set (
            name TEXT PRIMARY KEY,
            generation INTEGER NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE watch_generation (
            id INTEGER PRIMARY KEY AUTOINCREMENT  -- never given to another set
        ) STRICT;

        CREATE TABLE watch (
            row INTEGER PRIMARY KEY,
            generation INTEGER NOT NULL,
            id TEXT NOT NULL,
            title TEXT NOT NULL,
            -- Of one at a point: where it is; of one of a target, these are NULL.
            latitude REAL,             -- degrees, WGS 84
            longitude REAL,            -- degrees, WGS 84
            strip INTEGER,             -- of 0.02 degrees of latitude, counted from the south pole
            size INTEGER,              -- its radius is at most 100 m times 2 to the power of it; NULL
                                       -- for one without a radius of its own
            -- Of one of a target, as a favourite has it; of one at a point, these are NULL.
            match TEXT,                -- place, name, brand, category
            key TEXT,
            target TEXT,               -- as it was asked for
            radius REAL,               -- metres; NULL: as the configuration has it
            starts INTEGER,            -- milliseconds since 1970 (UTC); NULL: since ever
            ends INTEGER,              -- milliseconds since 1970 (UTC), just after its last; NULL:
                                       -- never
            audience TEXT NOT NULL,    -- for whom it is, as in everyone or person/anna
            details TEXT,              -- JSON, told as it is
            UNIQUE (generation, id)
        ) STRICT;
        CREATE INDEX watch_position ON watch (coalesce(size, 0), strip, longitude)
            WHERE strip IS NOT NULL;
        CREATE INDEX watch_target ON watch (match, key, radius) WHERE match IS NOT NULL;
        """

    /// The columns that `init` reads, in its order; of `watch` and `watch_set`.
    static let columns = """
        name, id, title, latitude, longitude, match, key, target, radius, starts, ends, audience,
        details
        """

    init(_ row: Statement) {
        set = row.text(0) ?? ""
        id = row.text(1) ?? ""
        title = row.text(2) ?? ""
        // Other values cannot be: a version that has more has another schema.
        let match = row.text(5).map { Favourite.Match(rawValue: $0) ?? .name }
        spot =
            match.map {
                .places(Target(match: $0, key: row.text(6) ?? ""), text: row.text(7) ?? "")
            }
            ?? .point(Coordinate(latitude: row.real(3), longitude: row.real(4)))
        radius = row.realIfAny(8)
        let starts = row.integerIfAny(9).map(Timestamp.init(milliseconds:))
        let ends = row.integerIfAny(10).map(Timestamp.init(milliseconds:))
        window = starts == nil && ends == nil ? nil : TimeWindow(start: starts, end: ends)
        audience = Audience(row.text(11) ?? "") ?? .everyone
        details = row.text(12)
    }

    /// Adds it to a generation, or replaces the watch of its id there if `replaces`. `false` if
    /// there is one already.
    func write(
        to connection: Connection, generation: Int64, replaces: Bool = false
    ) throws -> Bool {
        let statement = try connection.kept(
            """
            INSERT INTO watch (generation, id, title, latitude, longitude, strip, size, match, key,
                target, radius, starts, ends, audience, details)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            ON CONFLICT (generation, id) DO
            """ + (replaces ? " UPDATE SET \(Self.changes)" : " NOTHING"))
        statement.clear()
        statement.bind(1, generation)
        statement.bind(2, id)
        statement.bind(3, title)
        switch spot {
        case .point(let point):
            statement.bind(4, point.latitude)
            statement.bind(5, point.longitude)
            statement.bind(6, Strip.of(point.latitude))
            statement.bind(7, SQLValue(radius.map(Self.size)))
        case .places(let target, let text):
            statement.bind(8, target.match.rawValue)
            statement.bind(9, target.key)
            statement.bind(10, text)
        }
        statement.bind(11, SQLValue(radius))
        statement.bind(12, SQLValue(window?.start?.milliseconds))
        statement.bind(13, SQLValue(window?.end?.milliseconds))
        statement.bind(14, audience.description)
        statement.bind(15, details)
        try statement.run()
        return connection.changes > 0
    }

    private static let changes = [
        "title", "latitude", "longitude", "strip", "size", "match", "key", "target", "radius",
        "starts", "ends", "audience", "details",
    ].map { "\($0) = excluded.\($0)" }.joined(separator: ", ")

    /// From 1. With each, the largest radius doubles, so that a few large circles do not make the
    /// look-up of all others read more.
    static func size(_ radius: Double) -> Int {
        var size = 1
        while largestRadius(ofSize: size) < radius { size += 1 }
        return size
    }

    /// Metres.
    static func largestRadius(ofSize size: Int) -> Double { 100 * Double(1 << size) }
}
