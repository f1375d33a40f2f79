import Geofencing
package import Places
import Posix
import SQLite

/// Sets of watches.
extension PlaceStore {
    /// In the order of their names.
    package func watchSets() throws -> [WatchSet] {
        try connection.rows(
            """
            SELECT name, (SELECT count(*) FROM watch WHERE generation = watch_set.generation)
            FROM watch_set ORDER BY name
            """
        ) { WatchSet(set: $0.text(0) ?? "", watches: Int($0.integer(1))) }
    }

    /// At most so many watches of a set, in the order of their ids: those after those of `page`.
    /// Throws a `Refusal` if there is no such set, or another than there was then.
    package func watches(
        of set: String, after page: WatchPage? = nil, limit: Int = .max
    ) throws -> WatchPage {
        guard let generation = try generation(of: set) else { throw Self.noSet(set) }
        guard page?.generation ?? generation == generation else {
            throw Refusal(.conflict, "set \(set.quoted)", "was replaced meanwhile: ask again")
        }
        let watches = try connection.rows(
            """
            SELECT \(Watch.columns) FROM watch CROSS JOIN watch_set USING (generation)
            WHERE generation = :generation AND id > :last ORDER BY id LIMIT :limit
            """,
            [
                "generation": .integer(generation), "last": .text(page?.watches.last?.id ?? ""),
                "limit": .integer(Int64(limit)),
            ], Watch.init)
        return WatchPage(watches: watches, generation: generation)
    }

    /// Throws a `Refusal` if there is none.
    package func watch(_ id: String, of set: String) throws -> Watch {
        guard let watch = try watchIfAny(id, of: set) else { throw Self.noWatch(id, set) }
        return watch
    }

    package func watchIfAny(_ id: String, of set: String) throws -> Watch? {
        try connection.first(
            """
            SELECT \(Watch.columns) FROM watch_set CROSS JOIN watch USING (generation)
            WHERE name = :set AND id = :id
            """, ["set": .text(set), "id": .text(id)], Watch.init)
    }

    /// Adds a watch, or changes the one of its id. Returns what there was before.
    package func put(_ watch: Watch) throws -> Watch? {
        try connection.transaction {
            let old = try watchIfAny(watch.id, of: watch.set)
            guard old != watch else { return old }
            let generation = try generation(of: watch.set) ?? newSet(watch.set)
            _ = try watch.write(to: connection, generation: generation, replaces: true)
            return old
        }
    }

    package func removeWatch(_ id: String, of set: String) throws {
        let removed = try connection.run(
            """
            DELETE FROM watch WHERE id = :id
                AND generation = (SELECT generation FROM watch_set WHERE name = :set)
            """, ["set": .text(set), "id": .text(id)])
        guard removed > 0 else { throw Self.noWatch(id, set) }
    }

    /// Removes a set: at once, it counts no more.
    package func removeWatches(of set: String) throws {
        guard let generation = try generation(of: set) else { throw Self.noSet(set) }
        try connection.run("DELETE FROM watch_set WHERE name = :set", ["set": .text(set)])
        try removeWatches(generation: generation)
    }

    private static func noSet(_ set: String) -> Refusal {
        Refusal(.notFound, "set \(set.quoted)", "there is none: list those there are")
    }

    private static func noWatch(_ id: String, _ set: String) -> Refusal {
        Refusal(.notFound, "watch \("\(set)/\(id)".quoted)", "there is none: list those there are")
    }
}

// MARK: - Generations

extension PlaceStore {
    /// So many watches are written in a transaction: in a fifth of a second, so that others who write
    /// need not wait long.
    static let watchesTogether = 10_000

    func generation(of set: String) throws -> Int64? {
        try connection.integer(
            "SELECT generation FROM watch_set WHERE name = :set", ["set": .text(set)])
    }

    func newGeneration() throws -> Int64 {
        try connection.run("INSERT INTO watch_generation DEFAULT VALUES")
        let generation = connection.lastRow
        try connection.run(
            "DELETE FROM watch_generation WHERE id < :id", ["id": .integer(generation)])
        return generation
    }

    private func newSet(_ set: String) throws -> Int64 {
        let generation = try newGeneration()
        try name(generation, set)
        return generation
    }

    /// Makes a generation the one that counts.
    func name(_ generation: Int64, _ set: String) throws {
        try connection.run(
            "INSERT OR REPLACE INTO watch_set VALUES (:set, :generation)",
            ["set": .text(set), "generation": .integer(generation)])
    }

    func countWatches(generation: Int64) throws -> Int {
        Int(
            try connection.integer(
                "SELECT count(*) FROM watch WHERE generation = :generation",
                ["generation": .integer(generation)]) ?? 0)
    }

    /// Removes the watches of a generation that counts no more, in several transactions.
    func removeWatches(generation: Int64) throws {
        while try connection.run(
            """
            DELETE FROM watch WHERE row IN (
                SELECT row FROM watch WHERE generation = :generation LIMIT :limit)
            """,
            [
                "generation": .integer(generation), "limit": .integer(Int64(Self.watchesTogether)),
            ]) > 0
        {}
    }

    /// Removes what a daemon that was killed has left of sets that it was about to replace. A set
    /// that another is replacing meanwhile is not replaced then.
    package func removeLeftoverWatches() throws {
        while let generation = try connection.integer(
            """
            SELECT DISTINCT generation FROM watch
            WHERE generation NOT IN (SELECT generation FROM watch_set) LIMIT 1
            """)
        {
            try removeWatches(generation: generation)
        }
    }
}
