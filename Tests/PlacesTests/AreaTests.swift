import Geofencing
import PlacesTestSupport
import TestSupport
import Testing

@testable import Places

/// Towns and quarters of OpenStreetMap, which are no places.
@Suite struct AreaTests {
    private static func feature(
        _ id: Int, _ name: String?, _ latitude: Double, _ longitude: Double, _ tags: String
    ) -> String {
        let name = name.map { #""name":"\#($0)","# } ?? ""
        return #"{"type":"Feature","properties":{\#(name)"@type":"node","@id":\#(id),\#(tags)},"#
            + #""geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"#
    }

    private static let features = [
        feature(1, "Amsterdam", 52.3731, 4.8926, #""place":"city""#),
        feature(2, "Jordaan", 52.3740, 4.8800, #""place":"quarter""#),
        feature(3, "De Pijp", 52.3540, 4.8950, #""place":"suburb""#),
        feature(4, "Jordaan", 51.9, 4.4, #""place":"hamlet""#),
        feature(5, "Café Thijssen", 52.3780, 4.8860, #""amenity":"cafe""#),
        feature(6, "Dam", 50.9, 5.9, #""place":"hamlet""#),
        feature(7, "Square", 52.37, 4.89, #""place":"square""#),
        feature(8, nil, 52.37, 4.89, #""place":"town""#),
        feature(9, "Town Inn", 52.37, 4.89, #""place":"town","tourism":"hotel""#),
        feature(10, "A", 52.3725, 4.8930, #""amenity":"pub","addr:street":"Dam","addr:city":"X""#),
        feature(11, "Pole", 95, 4, #""place":"town""#),
    ]

    private func store(_ features: [String] = features) throws -> PlaceStore {
        let store = try PlaceStore(.temporary, schemas: [])
        _ = try imported(features, into: store)
        return store
    }

    private func imported(_ features: [String], into store: PlaceStore) throws -> ImportSummary {
        let file = TemporaryFile(features.joined(separator: "\n"))
        return try PlaceImport(files: [file.path]).run(
            into: store, finished: Timestamp(milliseconds: 0))
    }

    @Test(arguments: [
        ("amsterdam", "Amsterdam", 52.3731), ("de pijp", "De Pijp", 52.3540),
        ("Jordaan, Amsterdam", "Jordaan", 52.3740),
        ("Café Thijssen Amsterdam", "Café Thijssen", 52.3780),
    ])
    func `a town or a quarter is found by its name`(
        text: String, understood: String, latitude: Double
    ) throws {
        let found = try store().geocode(text, from: nil)
        #expect(found.text == understood)
        #expect(found.coordinate.latitude == latitude)
    }

    @Test(arguments: [("Jordaan", 2), ("Dam", 2)])
    func `quarters of one name, and a street, are listed`(text: String, count: Int) throws {
        let store = try store()
        #expect(refusal { _ = try store.geocode(text, from: nil) }?.details.count == count)
    }

    @Test func `towns and quarters are no places`() throws {
        let store = try PlaceStore(.temporary, schemas: [])
        let summary = try imported(Self.features, into: store)
        // What has a category, what is no town, and what is wrong, are places as before.
        #expect(summary.added == 4)
        #expect(summary.skipped == 2)
        #expect(try store.located(named: "amsterdam").isEmpty)
    }

    @Test func `a newer extract takes the place of the older one`() throws {
        let store = try store()
        let newer = [
            Self.feature(2, "Jordaan", 52.3741, 4.88, #""place":"quarter""#), Self.features[4],
            Self.features[8], Self.features[9],
        ]
        _ = try imported(newer, into: store)
        #expect(try store.areas(named: "jordaan").map(\.coordinate.latitude) == [52.3741])
        #expect(try store.areas(named: "amsterdam").isEmpty)
    }

    @Test func `a database without towns is searched as well`() throws {
        let store = try PlaceStore(.temporary, schemas: [])
        #expect(try store.areas(named: "amsterdam").isEmpty)
    }
}
