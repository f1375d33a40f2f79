import Geofencing
import Testing

@testable import Places

@Suite struct GeoJSONPlacesTests {
    private static func feature(
        _ properties: String, id: String = "", geometry: String = point
    ) -> String {
        #"{"type":"Feature",\#(id)"properties":{\#(properties)},"geometry":\#(geometry)}"#
    }

    private static let point = #"{"type":"Point","coordinates":[4.5,52.25]}"#

    @Test(
        arguments: [
            ("", #""@type":"node","@id":1"#, "osm/node/1"),
            ("", #""@type":"way","@id":"2""#, "osm/way/2"),
            ("", #""@id":"relation/3""#, "osm/relation/3"),
            (#""id":"node/123","#, "", "osm/node/123"),
            (#""id":"n123","#, "", "osm/node/123"),
            (#""id":"w123","#, "", "osm/way/123"),
            (#""id":"r5","#, "", "osm/relation/5"),
            (#""id":"a246","#, "", "osm/way/123"),
            (#""id":"a247","#, "", "osm/relation/123"),
            (#""id":12,"#, "", "cafes/12"),
            (#""id":"n","#, "", "cafes/n"),
            (#""id":"node/x","#, "", "cafes/node/x"),
            (#""id":"f","#, #""id":"p""#, "cafes/f"),
            ("", #""id":"p""#, "cafes/p"),
            ("", "", "cafes/name@52.25,4.5"),
        ])
    func `a place has the id of OpenStreetMap, of its file, or one made of what it is`(
        id: String, properties: String, expected: String
    ) throws {
        let comma = properties.isEmpty ? "" : ","
        let read = try readPlaces(Self.feature("\"name\":\"Name\"\(comma)\(properties)", id: id))
        #expect(read.map(\.place?.id.description) == [expected])
    }

    @Test func `the tags of OpenStreetMap are read`() throws {
        let text = Self.feature(
            #""@type":"node","@id":7,"name:fr":"F","name":" Café ","brand":"B","#
                + #""brand:wikidata":"Q12","shop":"a;b","amenity":"cafe","cuisine":"cake;no","#
                + #""type":"site","addr:street":"Dam","addr:housenumber":20,"addr:postcode":"1012","#
                + #""addr:city":"A","contact:phone":"+31","contact:website":"w","stars":"4.5","#
                + #""opening_hours":"24/7","description":"D""#)
        let place = try #require(try readPlaces(text).first?.place)
        var expected = Place(
            id: PlaceID(source: "osm", key: "node/7"),
            coordinate: Coordinate(latitude: 52.25, longitude: 4.5))
        expected.name = "Café"
        expected.brand = "B"
        expected.wikidata = "Q12"
        expected.categories = ["amenity=cafe", "shop=a", "shop=b", "cuisine=cake"]
        expected.address.street = "Dam"
        expected.address.houseNumber = "20"
        expected.address.postcode = "1012"
        expected.address.city = "A"
        expected.phone = "+31"
        expected.website = "w"
        expected.openingHours = "24/7"
        expected.description = "D"
        expected.rating = 4.5
        #expect(place == expected)
    }

    @Test(
        arguments: [
            (#""name":"N","name:fr":"F""#, "N"),
            (#""name:fr":"F","name:en":"E""#, "E"),
            (#""name:fr":"F","short_name":"S""#, "F"),
            (#""short_name":"S""#, "S"),
            (#""name":"Robert'); DROP TABLE place;--""#, "Robert'); DROP TABLE place;--"),
            (#""name":"a\tb\n c\u001b[31m""#, "a b c\u{1B}[31m"),
            (#""Name":"N""#, "N"), (#""NAME":"N""#, "N"), (#""Title":"N""#, "N"),
            (#""Name:FR":"F","Short_Name":"S""#, "F"),
            (#""location":{"name":"L"},"Title":"N""#, "N"),
            (#""location":{"name":"N","type":"Point"}"#, "N"),
            (#""Location":{"Business Name":"L","Address":"A"},"Title":"N""#, "N"),
            (#""Location":{"Business Name":"N","Address":"A"}"#, "N"),
        ])
    func `a name is the best there is, as it is written`(
        properties: String, expected: String
    ) throws {
        #expect(try readPlaces(Self.feature(properties)).map(\.place?.name) == [expected])
    }

    @Test func `upper case and lower case are one, and so are a blank and an underscore`() throws {
        let text = Self.feature(
            #""@Type":"node","@ID":7,"NAME":"N","Brand:Wikidata":"Q12","Amenity":"pub","#
                + #""Addr:Street":"Dam","ADDR:HouseNumber":20,"Phone":"+31","RATING":"4.5","#
                + #""Opening Hours":"24/7","Contact:Website":"w""#)
        let place = try #require(try readPlaces(text).first?.place)
        #expect(place.id.description == "osm/node/7" && place.name == "N")
        #expect(place.wikidata == "Q12" && place.categories == ["amenity=pub"])
        #expect(place.address.street == "Dam" && place.address.houseNumber == "20")
        #expect(place.phone == "+31" && place.website == "w")
        #expect(place.openingHours == "24/7" && place.rating == 4.5)
    }

    @Test(
        arguments: [
            #""location":{"name":"N","address":"Kadijk 4, 4999 XZ Nergenshuizen","country_code":"NL"}"#,
            #""Title":"N","Location":{"Address":"Kadijk 4, 4999 XZ\nNergenshuizen","Business Name":"B"}"#,
            #""Title":"N","Location":{"Address":"x"},"address":"Kadijk 4, 4999 XZ Nergenshuizen""#,
        ])
    func `a location has the name and the address that the feature has not`(
        properties: String
    ) throws {
        let place = try #require(try readPlaces(Self.feature(properties)).first?.place)
        #expect(place.name == "N" && place.categories.isEmpty)
        #expect(place.address.text?.hasPrefix("Kadijk 4, 4999 XZ") == true)
        #expect(place.address.text?.hasSuffix("Nergenshuizen") == true)
    }

    @Test(
        arguments: [
            (point, "52.25 4.5"),
            (
                #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,2],[0,2],[0,0]]]}"#, "1.0 2.0"
            ),
            // A hole in the eastern half moves it west, whichever way the rings run.
            (
                #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],"#
                    + #"[[2,0],[4,0],[4,4],[2,4],[2,0]]]}"#, "2.0 1.0"
            ),
            (
                #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,1],[0,0]]],"#
                    + #"[[[3,0],[3,1],[4,1],[4,0],[3,0]]]]}"#, "0.5 2.0"
            ),
            (#"{"type":"Polygon","coordinates":[[[3,1],[3,1],[3,1]]]}"#, "1.0 3.0"),
            (#"{"type":"LineString","coordinates":[[0,0],[1,0],[4,0]]}"#, "0.0 2.0"),
            (#"{"type":"LineString","coordinates":[[5,6]]}"#, "6.0 5.0"),
        ])
    func `a geometry stands at its middle`(geometry: String, expected: String) throws {
        let read = try readPlaces(Self.feature(#""id":"x","name":"N""#, geometry: geometry))
        #expect(read.map(\.words) == ["cafes/x \(expected)"])
    }

    @Test(
        arguments: [
            ("null", "has no geometry"),
            (#"{"type":"Point","coordinates":[0,0]}"#, "has no position"),
            (#"{"type":"Point","coordinates":[-0.0,0.0,12]}"#, "has no position"),
            (
                #"{"type":"GeometryCollection","geometries":[]}"#,
                "the geometry is 'GeometryCollection', not a Point, LineString, Polygon or "
                    + "MultiPolygon"
            ),
            (
                #"{"type":"Point","coordinates":[]}"#,
                "the coordinates are not pairs of longitude and latitude"
            ),
            (
                #"{"type":"Polygon","coordinates":[]}"#,
                "the coordinates are not pairs of longitude and latitude"
            ),
            (
                #"{"type":"Point","coordinates":["4","52"]}"#,
                "the coordinates are not pairs of longitude and latitude"
            ),
            (
                #"{"type":"Point","coordinates":[4,95]}"#, "latitude 95.0 is not between -90 and 90"
            ),
            (
                #"{"type":"LineString","coordinates":[[0,0],[500000,6]]}"#,
                "longitude 500000.0 is not between -180 and 180"
            ),
        ])
    func `a place that is nowhere is skipped`(geometry: String, reason: String) throws {
        let read = try readPlaces(Self.feature(#""name":"N""#, geometry: geometry))
        #expect(read == [.skipped("1: \(reason)")])
    }

    @Test func `what has no name, brand or category is skipped`() throws {
        let text = Self.feature(#""addr:housenumber":"1","building":"yes","shop":"no""#)
        #expect(
            try readPlaces(text) == [
                .skipped("1: has neither a name nor a brand nor a category")
            ])
    }

    @Test func `texts that are too long or have a NUL are skipped`() throws {
        let long = String(repeating: "x", count: 1_001)
        let text = [
            Self.feature("\"name\":\"\(long)\""),
            Self.feature(#""name":"a\u0000b""#),
            Self.feature("\"name\":\"N\",\"description\":\"\(long)\",\"id\":\"kept\""),
        ].joined(separator: "\n")
        #expect(
            try readPlaces(text).map(\.words) == [
                "1: name is 1001 bytes long: at most 1000 are kept", "2: name has a NUL in it",
                "cafes/kept 52.25 4.5",
            ])
    }

    @Test func `a polygon of a hundred thousand points is read in no time`() throws {
        let ring = (0..<100_000).map { "[\($0 % 2),\($0 % 3)]" }.joined(separator: ",")
        let geometry = #"{"type":"Polygon","coordinates":[[\#(ring)]]}"#
        let read = try readPlaces(Self.feature(#""name":"N""#, geometry: geometry))
        #expect(read.count == 1)
    }
}
