import Geofencing
import Glibc
import PlacesTestSupport
import Posix
import SQLite
import TestSupport
import Testing

@testable import Places

/// An import prepares a file of its own beside the database, which names it in the end.
@Suite struct ImportAsideTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("places.sqlite") }

    /// A table beside those of places, as a kind of regions has one; favourites have the index.
    private static let notes = Schema(
        part: "notes",
        steps: [
            """
            CREATE TABLE note (number INTEGER PRIMARY KEY) STRICT;
            CREATE INDEX spelling_of_label ON spelling (label);
            """
        ])

    private func store(needsPlaces: Bool = true) throws -> PlaceStore {
        try PlaceStore(.file(path), schemas: [Self.notes], needsPlaces: needsPlaces)
    }

    @discardableResult
    private func add(
        _ count: Int, from source: String = "s", to store: PlaceStore,
        while progress: (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        let rows = (1...count).map { "\($0),Café \($0),Kaffee,amenity=cafe,1,1" }
        let table = TemporaryFile(
            (["id,name,brand,category,lat,lon"] + rows).joined(separator: "\n") + "\n")
        return try PlaceImport(files: [table.path], source: source)
            .run(into: store, finished: Timestamp(milliseconds: 0), progress: progress)
    }

    private func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    @Test func `while an import is under way, others read and change what there is`() throws {
        let (importing, other) = (try store(), try store())
        try add(3, to: importing)
        var counts: [Int] = []
        try add(2, to: importing) { _ in
            counts.append((try? other.reading { try $0.placeCount() }) ?? -1)
            _ = try? other.changing { try $0.note() }
        }
        #expect(!counts.isEmpty && counts.allSatisfy { $0 == 3 })
        #expect(try other.reading { try $0.notes() } == counts.count)
        #expect(try other.reading { try $0.count($0.labels(ofBrand: "kaffee")) } == 2)
        #expect(folder.names.filter { $0.contains("-import") } == ["places.sqlite-imported-2"])
    }

    @Test func `an import that fails gives its space back, and changes nothing`() throws {
        let store = try store()
        try add(3, to: store)
        let before = folder.names
        let table = TemporaryFile("name,lat,lon\n,95,1\n")
        #expect(throws: ImportError.self) {
            try PlaceImport(files: [table.path], source: "s")
                .run(into: store, finished: Timestamp(milliseconds: 0))
        }
        #expect(folder.names == before)
        #expect(try store.reading { try $0.placeCount() } == 3)
    }

    @Test func `what imports have left that were killed is removed`() throws {
        let store = try store()
        try add(1, to: store)
        try add(1, to: store)
        for number in [1, 3] {
            try PlaceFile(database: path, number: Int64(number)).make()
        }
        try folder.write("places.sqlite-import", [])
        try store.removeLeftovers()
        #expect(folder.names.filter { $0.contains("-import") } == ["places.sqlite-imported-2"])
    }

    @Test func `who opened the database before an import does not remove what that has left`()
        throws
    {
        let before = try store()
        try add(1, to: store())
        try add(2, to: store())
        // As of an import that was killed.
        try folder.write("places.sqlite-import", [])
        try before.removeLeftovers()
        #expect(folder.names.filter { $0.contains("-import") } == ["places.sqlite-imported-2"])
        #expect(try before.reading { try $0.placeCount() } == 2)
    }

    @Test func `a path may begin with two slashes`() throws {
        let store = try PlaceStore(.file("/" + path), schemas: [])
        try add(3, to: store)
        #expect(try store.reading { try $0.placeCount() } == 3)
    }

    @Test func `of two imports at one time the second is refused`() throws {
        let (first, second) = (try store(), try store())
        var refusal: (any Error)?
        try add(3, to: first) { _ in
            do { try add(3, to: second) } catch { refusal = error }
        }
        #expect(refusal as? ImportError == .underWay(path))
        #expect(try second.reading { try $0.placeCount() } == 3)
        try add(4, to: second)
        #expect(try first.reading { try $0.placeCount() } == 4)
    }

    @Test func `places that a database has itself, as of an earlier version, are taken along`()
        throws
    {
        let store = try store()
        try store.add([Place("old/1", "Bäckerei", brand: "Kamps", "shop=bakery")])
        try store.add((2...2000).map { Place("old/\($0)", "Laden Nummer \($0)", "shop=yes") })
        try store.note()
        try add(2, to: store)
        #expect(try store.reading { try $0.placeCount() } == 2002)
        #expect(try store.reading { try $0.notes() } == 1)
        #expect(try store.reading { try $0.count($0.labels(ofBrand: "kamps")) } == 1)
        let tables = try Connection(path: path, mode: .readOnly)
            .rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) ?? "" }
        #expect(!tables.contains("place"))
        // They were not written over in the journal.
        #expect(size(path) < 200 << 10)
        #expect(size(path + "-wal") == 0)
        let imported = try Connection(path: path + "-imported-1", mode: .readOnly)
            .rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) ?? "" }
        #expect(!imported.contains("note"))
    }

    @Test func `places whose file is gone are missed by its name, and can be imported again`()
        throws
    {
        try add(3, to: store())
        try #require(remove(path + "-imported-1") == 0)
        #expect(throws: PlacesGone(file: path + "-imported-1")) { try store() }
        try add(2, to: store(needsPlaces: false))
        #expect(try store().placeCount() == 2)
    }

    @Test func `another program's file is not taken for places`() throws {
        try add(3, to: store())
        let file = path + "-imported-1"
        try #require(remove(file) == 0)
        try Connection(path: file, mode: .create).execute("CREATE TABLE place (a)")
        #expect(throws: SQLiteError.foreign(file)) { try store() }
    }

    @Test(.timeLimit(.minutes(5)))
    func `nobody who reads waits for one who waits to change something`() async throws {
        let database = try PlaceDatabase(
            .file(path), schemas: [Self.notes], patience: .seconds(600))
        let holder = try Connection(path: path, mode: .readWrite)
        try holder.execute("BEGIN IMMEDIATE")
        async let change: Void = database.change { try $0.note() }
        // The change has begun to wait by one of them.
        for _ in 0..<200 {
            #expect(try await database.with { try $0.notes() } == 0)
            await Task.yield()
        }
        try holder.execute("COMMIT")
        try await change
        #expect(try await database.with { try $0.notes() } == 1)
    }
}

extension PlaceStore {
    fileprivate func note() throws {
        try connection.execute("INSERT INTO note DEFAULT VALUES")
    }

    fileprivate func notes() throws -> Int {
        Int(try connection.integer("SELECT count(*) FROM note") ?? 0)
    }
}
