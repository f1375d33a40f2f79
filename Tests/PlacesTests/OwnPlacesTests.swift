import Geofencing
import PlacesTestSupport
import Posix
import SQLite
import TestSupport
import Testing

@testable import Places

/// The places that people add one by one, and the copy by which they are found.
@Suite struct OwnPlacesTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("places.sqlite") }

    private func store() throws -> PlaceStore { try PlaceStore(.file(path), schemas: []) }

    @discardableResult
    private func load(
        _ names: [String], into store: PlaceStore,
        while progress: (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        let rows = names.map { "\($0),\($0),amenity=cafe,1,1" }
        let file = TemporaryFile((["id,name,category,lat,lon"] + rows).joined(separator: "\n"))
        return try PlaceImport(files: [file.path], source: "s")
            .run(into: store, finished: Timestamp(milliseconds: 0), progress: progress)
    }

    @discardableResult
    private func add(
        _ name: String, to store: PlaceStore,
        at coordinate: Coordinate = Coordinate(latitude: 1, longitude: 2)
    ) throws -> PlaceID {
        try store.changeOwnPlaces { own in
            var place = Place(id: try own.newID(of: name), coordinate: coordinate)
            place.name = name
            place.categories = ["home"]
            place.address.street = "Dam"
            place.address.houseNumber = "20"
            try own.set(place, owner: 1000, at: Timestamp(milliseconds: 0))
            return place.id
        }
    }

    /// What finds a place: its id, its name, its address, where it is.
    private func isFound(_ id: PlaceID, _ name: String, in store: PlaceStore) throws -> Bool {
        try store.reading { store in
            guard let place = try store.place(id) else { return false }
            let near = try store.nearest(.all, to: place.coordinate, count: 1)
            let row = try store.located(id)?.row
            #expect(try store.located(named: name.folded).map(\.row) == row.map { [$0] })
            #expect(try store.geocode("Dam 20", from: nil).coordinate == place.coordinate)
            return near.first?.row == row
        }
    }

    @Test(arguments: [0, 3, 2000])
    func `one is found at once, with and without imported places`(_ imported: Int) throws {
        let store = try store()
        if imported > 0 { try load((1...imported).map { "Café \($0)" }, into: store) }
        let id = try add("Home", to: store)
        #expect(id.description == "own/home")
        #expect(try isFound(id, "Home", in: store))
        #expect(try isFound(id, "Home", in: self.store()))
        #expect(try store.reading { try $0.placeCount() } == imported + 1)
        try store.changeOwnPlaces { try $0.remove(id) }
        #expect(try store.reading { try $0.placeCount() } == imported)
        #expect(try store.reading { try $0.place(id) } == nil)
    }

    @Test func `they outlive every import, also those that are added meanwhile`() throws {
        let (importing, other) = (try store(), try store())
        let first = try add("Home", to: importing)
        try load(["a", "b"], into: importing)
        #expect(try isFound(first, "Home", in: other))
        var second: PlaceID?
        try load(["b"], into: importing) { _ in
            if second == nil {
                second = try? add("Work", to: other, at: Coordinate(latitude: 3, longitude: 4))
            }
            _ = try? other.changeOwnPlaces { try $0.remove(first) }
        }
        #expect(try other.reading { try $0.placeCount() } == 2)
        #expect(try other.reading { try $0.place(first) } == nil)
        #expect(try isFound(#require(second), "Work", in: other))
        try load(["b", "c"], into: other)
        #expect(try importing.reading { try $0.ownPlaces() }.map(\.title) == ["Work"])
        #expect(try isFound(#require(second), "Work", in: importing))
    }

    @Test func `what fails changes neither the places nor their copy`() throws {
        struct Nothing: Error {}
        let store = try store()
        try load(["a"], into: store)
        let id = try add("Home", to: store)
        #expect(throws: Nothing.self) {
            try store.changeOwnPlaces { own in
                try own.remove(id)
                throw Nothing()
            }
        }
        #expect(try isFound(id, "Home", in: store))
    }

    @Test func `a copy that a crash has left behind is mended at the start`() async throws {
        try load(["a"], into: store())
        let id = try add("Home", to: store())
        // As if the power had gone between the two files.
        try Connection(path: path, mode: .readWrite)
            .execute("UPDATE own_place SET name = 'Nest', latitude = 3")
        #expect(try store().reading { try $0.place(id) }?.title == "Home")
        let database = try PlaceDatabase(.file(path), schemas: [])
        #expect(try await database.with { try $0.place(id) }?.title == "Nest")
    }

    @Test(
        arguments: [
            (["Home", "home", "HÖME"], ["home", "home-2", "home-3"]),
            (["My  home, sweet!"], ["my-home-sweet"]),
            (["Ömer's Café"], ["omers-cafe"]),
            (["!!!", "/", "..", "\u{1B}[31m"], ["place", "place-2", "place-3", "31m"]),
            (["家"], ["家"]),
            ([String(repeating: "x", count: 900)], [String(repeating: "x", count: 60)]),
        ])
    func `an id is made of the name, so that people can type it`(
        names: [String], keys: [String]
    ) throws {
        let store = try store()
        let ids = try names.map { try add($0, to: store) }
        #expect(ids.map(\.description) == keys.map { "own/\($0)" })
    }

    @Test func `an imported place of that id stays, as of a file that was called own`() throws {
        let store = try store()
        try load(["a"], into: store)
        try Connection(path: path + "-imported-1", mode: .readWrite).execute(
            """
            UPDATE place SET source = 'own', key = 'home';
            UPDATE edition SET source = 'own', files = 'own.csv'
            """)
        #expect(try add("Home", to: store).description == "own/home-2")
        #expect(try store.reading { try $0.placeCount() } == 2)
        #expect(throws: ImportError.ownSource(nil)) {
            try PlaceImport(files: ["x"], source: "own")
        }
    }

    @Test func `the copy is found among a million places without reading them`() throws {
        let plan = try store().reading { store in
            try store.connection.rows("EXPLAIN QUERY PLAN \(OwnPlaceCopy.rows)") {
                $0.text(3) ?? ""
            }
        }
        #expect(plan.first?.hasPrefix("SEARCH place USING INDEX") == true, "\(plan)")
    }
}
