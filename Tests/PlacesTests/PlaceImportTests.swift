import Geofencing
import SQLite
import TestSupport
import Testing

@testable import Places

@Suite struct PlaceImportTests {
    private let store: PlaceStore

    init() throws {
        store = try PlaceStore(.temporary)
    }

    @discardableResult
    private func load(_ texts: String..., source: String? = "s") throws -> ImportSummary {
        let files = texts.map { TemporaryFile($0) }
        let summary = try PlaceImport(files: files.map(\.path), source: source)
            .run(into: store, finished: Timestamp(milliseconds: 0))
        try checkTables()
        return summary
    }

    /// That all tables say the same.
    private func checkTables() throws {
        let connection = store.connection
        try connection.execute(
            "INSERT INTO place_search (place_search, rank) VALUES ('integrity-check', 1)")
        let expected = try connection.rows("SELECT id, \(Place.columns) FROM place") {
            $0.integer(0)
        }
        let listed = try connection.rows("SELECT place FROM position WHERE label = 0") {
            $0.integer(0)
        }
        #expect(Set(expected) == Set(listed) && expected.count == listed.count)
        let strays = try connection.integer(
            "SELECT count(*) FROM position WHERE place NOT IN (SELECT id FROM place)")
        #expect(strays == 0)
        let homeless = try connection.integer(
            "SELECT count(*) FROM place WHERE edition NOT IN (SELECT id FROM edition)")
        #expect(homeless == 0)
        let triggers = try connection.integer(
            "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'place'")
        #expect(triggers == 3)
    }

    private func rows(_ sql: String) throws -> [String] {
        try store.connection.rows(sql) { $0.text(0) ?? "" }
    }

    private func keys() throws -> [String] { try rows("SELECT key FROM place ORDER BY key") }

    private func labels(of key: String) throws -> [String] {
        try rows(
            """
            SELECT kind || ' ' || value FROM label JOIN position ON label = label.id
            WHERE place = (SELECT id FROM place WHERE key = '\(key)') ORDER BY label.id
            """)
    }

    private static func table(_ rows: String...) -> String {
        "id,name,brand,category,lat,lon\n" + rows.map { $0 + "\n" }.joined()
    }

    private static func osm(_ ids: ClosedRange<Int>) -> String {
        ids.map {
            #"{"type":"Feature","properties":{"@type":"node","@id":\#($0),"name":"N"},"#
                + #""geometry":{"type":"Point","coordinates":[\#($0 % 100),1]}}"#
        }.joined(separator: "\n")
    }

    @Test func `places are found by where they are, by category and by brand`() throws {
        try load(Self.table("a,A,Bäckerei X,shop=bakery;cake,52.3731,4.8926"))
        #expect(
            try labels(of: "a") == [
                "all ", "category shop=bakery", "category cake", "brand backereix",
            ])
        #expect(
            try rows("SELECT folded || ' ' || written FROM spelling") == ["backereix Bäckerei X"])
        let here = Coordinate(latitude: 52.3731, longitude: 4.8926)
        #expect(try store.places(.all, within: 10, of: here).count == 1)
    }

    @Test func `what has changed is changed in its row, and what is gone is removed`() throws {
        let first = try load(
            Self.table("a,A,X,c=1,1,1", "b,B,X,c=1,2,2", "c,C,,c=1,3,3", "d,D,,c=1,4,4"))
        #expect(first.added == 4)
        let before = try rows("SELECT id || key FROM place WHERE key IN ('a', 'b', 'd')")
        let second = try load(
            Self.table("d,D,,c=1,4,4", "a,A2,Y,c=2,1.5,1", "b,B,X,c=1,2,2", "e,E,,c=1,5,5"))
        #expect([second.added, second.changed, second.unchanged, second.removed] == [1, 1, 2, 1])
        #expect(try keys() == ["a", "b", "d", "e"])
        #expect(try rows("SELECT id || key FROM place WHERE key IN ('a', 'b', 'd')") == before)
        #expect(try labels(of: "a") == ["all ", "category c=2", "brand y"])
        #expect(try rows("SELECT count(*) || '' FROM edition") == ["1"])
    }

    @Test func `the brand is the catalogue's where it knows it`() throws {
        try load(
            Self.table(
                "a,,starbucks,amenity=cafe,1,1", "b,Starbucks,,amenity=cafe,2,2",
                "c,Starbucks,,amenity=school,3,3"))
        #expect(try labels(of: "a") == ["all ", "category amenity=cafe", "brand Q37158"])
        #expect(try labels(of: "b") == ["all ", "category amenity=cafe", "brand Q37158"])
        #expect(try labels(of: "c") == ["all ", "category amenity=school"])
        let place = try #require(try store.place(PlaceID(source: "s", key: "b")))
        #expect(place.brand == nil)
        #expect(place.wikidata == "Q37158")
    }

    /// Batches of 16 are written at once, unless a place was there before.
    @Test(arguments: [2, 3, 16, 17, 33])
    func `the first of places with one id is kept, wherever the next comes`(second: Int) throws {
        var rows = (1...40).map { "k\($0),N\($0),,c=1,\($0),1" }
        rows[second - 1] = "k1,again,,c=2,1,1"
        rows[34] = "bad,,,,95,1"
        let summary = try load("id,name,brand,category,lat,lon\n" + rows.joined(separator: "\n"))
        #expect([summary.added, summary.skipped] == [38, 2])
        #expect(
            summary.reasons[0].hasSuffix(":\(second + 1): s/k1 was there before: the first is kept")
        )
        #expect(summary.reasons[1].hasSuffix(":36: latitude 95.0 is not between -90 and 90"))
        let expected = (1...40).filter { $0 != second && $0 != 35 }.map { "k\($0) N\($0)" }
        #expect(try self.rows("SELECT key || ' ' || name FROM place ORDER BY id") == expected)
        #expect(try self.rows("SELECT max(id) || '' FROM place") == ["38"])
    }

    @Test func `a newer state of a part of OpenStreetMap replaces that part alone`() throws {
        try load(Self.osm(1...10), source: nil)
        try load(Self.osm(101...140), source: nil)
        #expect(try store.placeCount() == 50)
        let newer = try load(Self.osm(3...12), source: nil)
        #expect([newer.added, newer.unchanged, newer.removed] == [2, 8, 2])
        #expect(try store.placeCount() == 50)
        // A city within: half of its own places were there, but not half of the country's.
        let part = try load(Self.osm(138...143), source: nil)
        #expect([part.added, part.unchanged, part.removed] == [3, 3, 37])
        let border = try load(Self.osm(12...20), source: nil)
        #expect([border.added, border.unchanged, border.removed] == [8, 1, 0])
    }

    @Test func `a source of the user's own is replaced as a whole`() throws {
        try load(Self.table("a,A,,,1,1", "b,B,,,2,2"))
        try load(Self.table("x,X,,,1,1"), source: "other")
        let summary = try load(Self.table("c,C,,,3,3"))
        #expect(summary.removed == 2)
        #expect(
            try rows("SELECT source || '/' || key FROM place ORDER BY 1") == ["other/x", "s/c"])
    }

    @Test func `several files are one edition, and what is there twice counts once`() throws {
        let summary = try load(
            Self.table("a,A,,,1,1", "b,B,,,2,2"), Self.table("b,other,,,2,2", "c,C,,,3,3"))
        #expect([summary.read, summary.added, summary.skipped] == [4, 3, 1])
        #expect(
            summary.reasons.first?.hasSuffix(":2: s/b was there before: the first is kept") == true)
        let again = try load(
            Self.table("a,A,,,1,1", "b,B,,,2,2"), Self.table("b,other,,,2,2", "c,C,,,3,3"))
        #expect([again.unchanged, again.skipped, again.removed] == [3, 1, 0])
    }

    @Test(
        arguments: [
            table(), table("a,A,,,95,1"), table("a,A,,,1,1", "b,B,,,2"),
            "{\"type\":\"FeatureCollection\",\"features\":[]}", osm(1...2) + "\n{\"type\":\"Feat",
        ])
    func `a file that is of no use or broken changes nothing`(text: String) throws {
        try load(Self.table("a,A,,,1,1", "b,B,,,2,2"))
        #expect(throws: (any Error).self) { try load(text) }
        try checkTables()
        #expect(try keys() == ["a", "b"])
        #expect(try rows("SELECT name FROM place ORDER BY 1") == ["A", "B"])
    }

    @Test func `only the first reasons are told`() throws {
        let bad = (0..<20).map { "\($0),N,,,100,0" }
        let summary = try load(
            "id,name,brand,category,lat,lon\na,A,,,1,1\n" + bad.joined(separator: "\n"))
        #expect(summary.skipped == 20)
        #expect(summary.reasons.count == ImportSummary.mostReasons)
    }

    @Test func `places of all kinds of text come back as they were`() throws {
        let name =
            "'; DROP TABLE place; -- \u{1F469}\u{200D}\u{1F373} \u{202E}x\u{1B}[0m \"* OR NEAR("
        let escaped = name.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
        try load("id,name,lat,lon\na,\"\(escaped)\",1,1\n")
        #expect(try store.place(PlaceID(source: "s", key: "a"))?.name == name)
    }
}
