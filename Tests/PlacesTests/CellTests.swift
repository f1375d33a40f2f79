import Geofencing
import Posix
import TestSupport
import Testing

@testable import Places

/// What a source has in a cell is replaced, in the file in use or aside.
@Suite struct CellTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("places.sqlite") }
    /// In cell 1047_97.
    private static let dam = Coordinate(latitude: 52.3731, longitude: 4.8926)

    private func store() throws -> PlaceStore { try PlaceStore(.file(path), schemas: []) }

    /// Places of a cell, by their keys and names.
    private static func collection(
        _ places: KeyValuePairs<String, String>, at coordinate: Coordinate = dam
    ) -> String {
        let features = places.map { key, name in
            #"{"type":"Feature","id":"\#(key)","properties":{"name":"\#(name)","amenity":"cafe"},"#
                + #""geometry":{"type":"Point","coordinates":"#
                + "[\(coordinate.longitude),\(coordinate.latitude)]}}"
        }
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    @discardableResult
    private func put(
        _ text: String, cell: String = "1047_97", source: String = "shops", into store: PlaceStore,
        inUse: Int = 1000, inMemory: Int = 20_000
    ) throws -> ImportSummary {
        var update = try CellUpdate(source: source, cell: cell)
        (update.mostInUse, update.mostInMemory) = (inUse, inMemory)
        let file = TemporaryFile(text)
        return try update.run(
            InputFile(path: file.path), into: store, finished: Timestamp(milliseconds: 0))
    }

    private func names(_ store: PlaceStore, near point: Coordinate = dam) throws -> [String] {
        try store.reading { store in
            let rows = try store.places(.all, within: 100, of: point).map(\.row)
            return try rows.map { row in
                let title = try store.place(row: row).title
                // Who searches for the name finds it as well.
                #expect(try store.located(named: title.folded).map(\.row).contains(row))
                return title
            }.sorted()
        }
    }

    @Test(arguments: [1000, 1])
    func `a place that is called otherwise today keeps its id`(inUse: Int) throws {
        let store = try store()
        func keys() throws -> [String: String] {
            try store.reading { store in
                let rows = try store.places(.all, within: 100, of: Self.dam).map(\.row)
                let places = try rows.map { try store.place(row: $0) }
                return Dictionary(uniqueKeysWithValues: places.map { ($0.title, $0.id.key) })
            }
        }
        try put(Self.collection(["1": "A", "2": "B", "3": "C"]), into: store)
        // Numbers of rows: the second is gone, and what follows has moved up.
        let summary = try put(
            Self.collection(["1": "A", "2": "C", "3": "D"]), into: store, inUse: inUse)
        #expect((summary.added, summary.removed) == (1, 1))
        #expect(try keys() == ["A": "1", "C": "3", "D": "3.2"])
        // Another number each time, and none of them again.
        try put(Self.collection(["x": "A", "y": "C", "z": "D"]), into: store, inUse: inUse)
        #expect(try keys() == ["A": "1", "C": "3", "D": "3.2"])
        // Two that are new get what was given, or something else if that is taken.
        try put(Self.collection(["3": "E", "9": "C"]), into: store, inUse: inUse)
        #expect(try keys() == ["C": "3", "E": "3.2"])
    }

    @Test(arguments: [(1000, 20_000), (1, 20_000), (1000, 1)])
    func `what a source had in the cell goes, and all else stays`(
        inUse: Int, inMemory: Int
    ) throws {
        let store = try store()
        let file = TemporaryFile("id,name,category,lat,lon\n1,Bar,amenity=bar,52.3731,4.8926\n")
        _ = try PlaceImport(files: [file.path], source: "bars")
            .run(into: store, finished: Timestamp(milliseconds: 0))
        let home = try store.changeOwnPlaces { own in
            var place = Place(id: try own.newID(of: "Home"), coordinate: Self.dam)
            place.name = "Home"
            try own.set(place, owner: 1, at: Timestamp(milliseconds: 0))
            return place.id
        }
        func put(_ text: String, cell: String = "1047_97") throws -> ImportSummary {
            try self.put(text, cell: cell, into: store, inUse: inUse, inMemory: inMemory)
        }
        let east = Coordinate(latitude: 52.3731, longitude: 4.9001)
        #expect(try put(Self.collection(["1": "A", "2": "B"])).added == 2)
        #expect(try put(Self.collection(["3": "East"], at: east), cell: "1047_98").added == 1)
        #expect(try names(store) == ["A", "B", "Bar", "Home"])
        let second = try put(Self.collection(["2": "B 2", "4": "D", "4": "D"]))
        #expect(
            [second.read, second.added, second.changed, second.removed, second.skipped]
                == [3, 1, 1, 1, 1])
        #expect(second.reasons.count == 1 && second.sources == ["shops"])
        #expect(try names(store) == ["B 2", "Bar", "D", "Home"])
        #expect(try names(store, near: east) == ["East"])
        #expect(try self.store().reading { try $0.placeCount() } == 5)

        // One that has moved is in one cell.
        #expect(
            try put(Self.collection(["3": "East", "4": "D"], at: east), cell: "1047_98").changed
                == 1)
        #expect(try names(store) == ["B 2", "Bar", "Home"])

        #expect(try put(Self.collection([:])).removed == 1)
        #expect(try names(store) == ["Bar", "Home"])
        #expect(try store.reading { try $0.place(home) }?.name == "Home")
        #expect(try store.reading { try $0.placeCount() } == 4)
    }

    @Test func `an unchanged cell writes nothing`() throws {
        let (store, other) = (try store(), try store())
        let text = Self.collection(["1": "A", "2": "B"])
        try put(text, into: store)
        _ = try other.reading { try $0.hasChangedElsewhere() }
        let before = try InputFile.contents(of: "\(path)-imported-1", limit: 1 << 24)
        for (inUse, inMemory) in [(1000, 20_000), (0, 20_000), (1000, 1)] {
            let summary = try put(text, into: store, inUse: inUse, inMemory: inMemory)
            #expect(summary.unchanged == 2 && !summary.hasChanged)
            #expect(summary.sources == ["shops"])
        }
        #expect(try InputFile.contents(of: "\(path)-imported-1", limit: 1 << 24) == before)
        #expect(try other.reading { try $0.hasChangedElsewhere() } == false)
        #expect(folder.names.filter { $0.contains("-import") } == ["places.sqlite-imported-1"])
    }

    @Test func `other processes notice, and count anew`() throws {
        let (store, other) = (try store(), try store())
        try put(Self.collection(["1": "A"]), into: store)
        _ = try other.reading { try $0.hasChangedElsewhere() }
        #expect(try other.reading { try $0.placeCount() } == 1)
        try put(Self.collection(["1": "A", "2": "B"]), into: store)
        #expect(try other.reading { try $0.hasChangedElsewhere() })
        #expect(try other.reading { try $0.placeCount() } == 2)
    }

    @Test func `an import of the source replaces its cells, and another one's does not`() throws {
        let store = try store()
        try put(Self.collection(["1": "A", "2": "B"]), into: store)
        for (source, left) in [("bars", ["A", "B", "Bar"]), ("shops", ["Bar", "Bar"])] {
            let file = TemporaryFile("id,name,category,lat,lon\n9,Bar,amenity=bar,52.3731,4.8926\n")
            _ = try PlaceImport(files: [file.path], source: source)
                .run(into: store, finished: Timestamp(milliseconds: 0))
            #expect(try names(store) == left)
        }
        #expect(try put(Self.collection(["1": "A"]), into: store).removed == 1)
        #expect(try names(store) == ["A", "Bar"])
    }

    @Test(arguments: [(1000, 20_000), (0, 20_000), (1000, 1)])
    func `what cannot be used is an error, and changes nothing`(
        inUse: Int, inMemory: Int
    ) throws {
        let store = try store()
        try put(Self.collection(["1": "A"]), into: store)
        let good = Self.collection(["2": "B", "3": "C"])
        let bad = [
            "", " ", "null", "[]", "{}", "<html>", "\0", String(good.dropLast()),
            String(good.dropLast(2)), good + good, good + "x", good + "\n{}",
            #"{"type":"FeatureCollection"}"#, #"{"type":"FeatureCollection","features":null}"#,
            #"{"features":[]}"#, #"{"type":"Feature","properties":{"name":"x"},"geometry":null}"#,
            #"{"type":"FeatureCollection","features":[1]}"#,
            #"{"type":"FeatureCollection","features":[{}]}"#,
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null}]}"#,
            good.split(separator: ",\"geometry").joined(separator: ",\"g"),
            // Swapped, and in the cell beside it.
            Self.collection(["2": "B"], at: Coordinate(latitude: 4.8926, longitude: 52.3731)),
            Self.collection(["2": "B"], at: Coordinate(latitude: 52.3731, longitude: 4.9)),
            Self.collection(["2": "B"], at: Coordinate(latitude: 95, longitude: 4.89)),
        ]
        for text in bad {
            #expect(throws: (any Error).self, "\(text)") {
                try put(text, into: store, inUse: inUse, inMemory: inMemory)
            }
            #expect(try names(store) == ["A"], "\(text)")
        }
        #expect(folder.names.filter { $0.contains("-import") } == ["places.sqlite-imported-1"])
    }

    @Test func `a place outside of the cell is named`() throws {
        let store = try store()
        let text = Self.collection(
            ["7": "Café Oost"], at: Coordinate(latitude: 52.35, longitude: 5))
        let error = #expect(throws: CellError.self) { try put(text, into: store) }
        #expect(
            error?.description
                == "'Café Oost' (shops/7) is at 52.35, 5.0, which is not in cell 1047_97: "
                + "send it to 1047_100")
    }

    @Test(arguments: [
        (52.3731, 4.8926, "1047_97"), (52.35, 4.85, "1047_96"), (-0.01, -0.01, "-1_-1"),
        (0, 0, "0_0"), (-90, -180, "-1800_-3600"), (90, 180, "1800_3600"),
        (-16.777, 179.999, "-336_3599"),
    ])
    func `a cell is what floor makes of a position`(
        latitude: Double, longitude: Double, name: String
    ) throws {
        let cell = PlaceCell(of: Coordinate(latitude: latitude, longitude: longitude))
        #expect(cell.description == name)
        #expect(PlaceCell(name) == cell)
    }

    @Test(arguments: [
        "", "1047", "1047_", "_97", "1047_97_1", "01047_97", "+1047_97", "-0_0", "1047_9.7",
        "1e3_97", "97/1047", "1801_0", "0_3601", "99999999999999999999_0", "1047_97 ", "a_b",
    ])
    func `what is written otherwise is no cell`(text: String) {
        #expect(throws: CellError.badCell(text)) { try CellUpdate(source: "a", cell: text) }
    }

    @Test func `own places, and what is no source, are refused`() {
        for source in ["own", "", "a/b", " a", "a\0"] {
            #expect(throws: ImportError.self, "\(source)") {
                try CellUpdate(source: source, cell: "0_0")
            }
        }
    }

    @Test func `while a large cell is prepared, others read and change what there is`() throws {
        let store = try store()
        // All is on one thread.
        nonisolated(unsafe) let other = try self.store()
        try put(Self.collection(["1": "A"]), into: store)
        let reads = Reads()
        var update = try CellUpdate(source: "shops", cell: "1047_97")
        update.mostInMemory = 1
        update.isStopped = {
            // It asks at each place, between two writes.
            reads.take((try? other.reading { try $0.placeCount() }) ?? -1)
            _ = try? other.changeOwnPlaces { _ in }
            return false
        }
        let file = TemporaryFile(Self.collection(["2": "B", "3": "C", "4": "D"]))
        let summary = try update.run(
            InputFile(path: file.path), into: store, finished: Timestamp(milliseconds: 0))
        #expect(summary.added == 3 && summary.removed == 1)
        #expect(reads.counts.count >= 3 && reads.counts.allSatisfy { $0 == 1 })
        #expect(try other.reading { try $0.placeCount() } == 3)
    }
}

private final class Reads: @unchecked Sendable {
    /// On one thread.
    var counts: [Int] = []

    func take(_ count: Int) { counts.append(count) }
}
