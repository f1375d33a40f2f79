import Testing

@testable import Places

@Suite struct ImportSourceTests {
    @Test(
        arguments: [
            ("cafes.csv", "cafes"),
            ("/data/cafes-2024-05.csv", "cafes"),
            ("cafes_v2.geojson", "cafes"),
            ("cafes-1.0.3.csv.gz", "cafes"),
            ("cafes20240501.csv", "cafes"),
            ("cafes 3.gpx", "cafes"),
            ("pier39.csv", "pier39"),
            ("my-cafes.csv", "my-cafes"),
            ("2024.csv", "2024"),
            ("cafes", "cafes"),
            ("monaco-2023-12.osm.pbf", "monaco"),
            (".csv", ".csv"),
        ])
    func `a source is named after its file, without the version`(path: String, name: String) {
        #expect(ImportSource.name(ofFileAt: path) == name)
    }

    @Test(arguments: ["", "a/b", " a", "a\u{0}", String(repeating: "x", count: 1_001)])
    func `a source that cannot be part of an id is refused`(_ name: String) {
        #expect(throws: ImportError.badSource(name)) {
            try PlaceImport(files: [], source: name)
        }
    }

    @Test func `what comes through a pipe needs a source, unless it is OpenStreetMap's`() throws {
        let source = ImportSource(given: nil, path: "-")
        #expect(try source.name(isOSM: true) == "osm")
        #expect(throws: ImportError.noSource("standard input")) { try source.name(isOSM: false) }
    }
}
