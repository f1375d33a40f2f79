import Geofencing
import TestSupport
import Testing

@testable import Places

@Suite struct PlaceCountTests {
    @Test func `places are counted anew after whoever has changed them`() throws {
        let folder = TemporaryFolder()
        let path = folder.file("places.sqlite")
        let store = try PlaceStore(.file(path), schemas: [])
        #expect(try store.reading { try $0.placeCount() } == 0)
        func add(_ count: Int, to store: PlaceStore) throws {
            let rows = (1...count).map { "\($0),Place \($0),,amenity=cafe,1,1" }
            let table = TemporaryFile(
                (["id,name,brand,category,lat,lon"] + rows).joined(separator: "\n") + "\n")
            _ = try PlaceImport(files: [table.path], source: "s")
                .run(into: store, finished: Timestamp(milliseconds: 0))
        }
        try add(3, to: store)
        #expect(try store.reading { try $0.placeCount() } == 3)
        try add(5, to: PlaceStore(.file(path), schemas: []))
        #expect(try store.reading { try $0.placeCount() } == 5)
        #expect(try store.reading { try $0.placeCount() } == 5)
    }
}
