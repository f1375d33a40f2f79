import Geofencing
import Glibc
import Posix
import TestSupport
import Testing

@testable import Interests

@Suite struct RegionFileTests {
    private func load(_ text: String, defaultRadius: Double = 200) throws -> [Region] {
        let file = TemporaryFile(text)
        return Array(try RegionFile(path: file.path, defaultRadius: defaultRadius).regions)
    }

    private static func collection(_ features: String...) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
    }

    private static func feature(
        id: String = "\"x\"", _ properties: String = "{}",
        geometry: String = #"{"type":"Point","coordinates":[4.8926,52.3731]}"#
    ) -> String {
        #"{"type":"Feature","id":\#(id),"properties":\#(properties),"geometry":\#(geometry)}"#
    }

    private static func point(_ coordinates: String) -> String {
        feature(geometry: #"{"type":"Point","coordinates":\#(coordinates)}"#)
    }

    @Test func `a feature needs no more than an id and a point`() throws {
        let regions = try load(Self.collection(Self.feature(), Self.feature(id: "42", "null")))
        let center = Coordinate(latitude: 52.3731, longitude: 4.8926)
        #expect(
            regions == [
                Region(id: "x", kind: "favourite", name: "x", center: center),
                Region(id: "42", kind: "favourite", name: "42", center: center),
            ])
    }

    @Test func `a deal has its window and its details`() throws {
        let deal = Self.feature(
            id: "\"deal/42\"",
            #"{"kind":"deal","name":"2 for 1 at Dam","radius":150.5,"website":"https://example.org/","#
                + #""ends":"2026-05-01T14:00:00+02:00","starts":"2026-05-01T09:00:00Z","#
                + #""description":"Coffee","company":"Dam","brand":"not told","extra":[1]}"#)
        let window = TimeWindow(
            start: Timestamp(iso8601: "2026-05-01T09:00:00Z"),
            end: Timestamp(iso8601: "2026-05-01T12:00:00Z"))
        #expect(
            try load(Self.collection(deal)) == [
                Region(
                    id: "deal/42", kind: "deal", name: "2 for 1 at Dam",
                    center: Coordinate(latitude: 52.3731, longitude: 4.8926), radius: 150.5,
                    window: window,
                    details: Region.Details(
                        title: "deal",
                        fields: [
                            Region.Field("company", "Dam"), Region.Field("description", "Coffee"),
                            Region.Field("starts", "2026-05-01T09:00:00.000Z"),
                            Region.Field("ends", "2026-05-01T12:00:00.000Z"),
                            Region.Field("website", "https://example.org/"),
                        ]))
            ])
    }

    @Test func `any other kind has the details of a place`() throws {
        let place = Self.feature(
            #"{"kind":"museum","opening_hours":"24/7","phone":"+31 20 1","address":"Dam 20","#
                + #""category":"tourism=museum","brand":"B","website":"w","company":"not told"}"#)
        let region = try #require(try load(Self.collection(place)).first)
        #expect(region.kind == "museum")
        #expect(region.details?.title == "place")
        #expect(
            region.details?.fields.map { "\($0.name)=\($0.value)" } == [
                "brand=B", "category=tourism=museum", "address=Dam 20", "phone=+31 20 1",
                "website=w", "opening_hours=24/7",
            ])
    }

    @Test func `who loads the file says what radius it is by default`() throws {
        let regions = try load(
            Self.collection(Self.feature(), Self.feature(id: "2", #"{"radius":100000}"#)),
            defaultRadius: 75)
        #expect(regions.map(\.radius) == [75, 100_000])
    }

    @Test func `an altitude is allowed and ignored`() throws {
        let regions = try load(Self.collection(Self.point("[180, -90.0, 12.5]")))
        #expect(regions.map(\.center) == [Coordinate(latitude: -90, longitude: 180)])
    }

    @Test func `an end in the past is fine`() throws {
        let old = Self.feature(#"{"kind":"deal","ends":"1999-01-01T00:00:00Z"}"#)
        let end = Timestamp(iso8601: "1999-01-01T00:00:00Z")
        #expect(
            try load(Self.collection(old)).first?.window == TimeWindow(start: nil, end: end))
    }

    @Test func `an empty collection has no regions`() throws {
        #expect(try load(Self.collection()).isEmpty)
    }

    @Test(arguments: [
        "'; DROP TABLE places; --", #"NEAR("a" OR b*)"#, "☕️🇳🇱", "a\nb\r\n\tc\0d", "\u{1B}[31mred",
        "\\u0041 \"quoted\"", "\u{202E}right to left", String(repeating: "é", count: 500_000),
    ])
    func `a name is kept as it is`(name: String) throws {
        var text = "\""
        for unit in name.utf16 {
            let hex = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
        let regions = try load(Self.collection(Self.feature("{\"name\":\(text)\"}")))
        #expect(regions.first?.name == name)
    }

    private static let faults: [(bad: String, message: String)] = [
        (
            #"{"type":"Feature","properties":{}}"#,
            "the feature has no id: give it one of its own, beside its type"
        ),
        (
            #"{"type":"Feature","properties":{"id":"x"},"id":null}"#,
            "the feature has no id: give it one of its own, beside its type"
        ),
        (feature(id: "1.5"), "the feature's id is 1.5: use a string or a whole number"),
        (feature(id: "[1]"), "the feature's id is an array: use a string or a whole number"),
        (feature(id: "\"\""), "the feature's id is '': use a string or a whole number"),
        (feature(geometry: "null"), "feature 'x': has no geometry: give it a Point"),
        (
            #"{"type":"Feature","id":"x","properties":null}"#,
            "feature 'x': has no geometry: give it a Point"
        ),
        (
            feature(geometry: #"{"type":"Polygon","coordinates":[]}"#),
            "feature 'x': the geometry is 'Polygon': use a Point"
        ),
        (feature(geometry: "[4.9,52.4]"), "feature 'x': the geometry is an array: use a Point"),
        (
            point("[52.3731]"),
            "feature 'x': the coordinates are not a longitude and a latitude: "
                + "use numbers, as in [4.89, 52.37]"
        ),
        (
            point(#"["4.8926","52.3731"]"#),
            "feature 'x': the coordinates are not a longitude and a latitude: "
                + "use numbers, as in [4.89, 52.37]"
        ),
        (
            point("null"),
            "feature 'x': the coordinates are not a longitude and a latitude: "
                + "use numbers, as in [4.89, 52.37]"
        ),
        (
            point("[35.68, 139.69]"),
            "feature 'x': latitude 139.69 is not between -90 and 90: GeoJSON puts the longitude first"
        ),
        (
            point("[-180.5, 1]"),
            "feature 'x': longitude -180.5 is not between -180 and 180: use degrees of WGS 84"
        ),
        (
            point("[NaN, 1]"),
            "is not JSON: a comma, colon, bracket or value is missing or misplaced"
        ),
        (point("[1e400, 1]"), "is not JSON: a number is badly written or too large"),
        (feature("[]"), "feature 'x': properties is an array: use an object"),
        (feature(#"{"name":12}"#), "feature 'x': name is 12: use a string"),
        (feature(#"{"kind":true}"#), "feature 'x': kind is true or false: use a string"),
        (feature(#"{"phone":31201}"#), "feature 'x': phone is 31201: use a string"),
        (feature(#"{"radius":"200"}"#), "feature 'x': radius is '200': use a number"),
        (feature(#"{"audience":7}"#), "feature 'x': audience is 7: use a string"),
        (
            feature(#"{"audience":"Anna"}"#),
            "feature 'x': audience 'Anna' is not 1 to 128 of a-z, 0-9 and ._/-, the first a letter "
                + "or digit: write it as in everyone or person/anna"
        ),
        (
            feature(#"{"radius":0}"#),
            "feature 'x': radius 0 is not above 0 and at most 100000: use metres"
        ),
        (
            feature(#"{"radius":1e9}"#),
            "feature 'x': radius 1000000000 is not above 0 and at most 100000: use metres"
        ),
        (
            feature(#"{"radius":-0.5}"#),
            "feature 'x': radius -0.5 is not above 0 and at most 100000: use metres"
        ),
        (feature(#"{"starts":1767225600}"#), "feature 'x': starts is 1767225600: use a string"),
        (
            feature(#"{"ends":"tomorrow"}"#),
            "feature 'x': ends 'tomorrow' is not a time: write it as in 2026-05-01T09:00:00Z"
        ),
        (
            feature(
                id: "\"deals/42\"",
                #"{"starts":"2026-05-01T12:00:00Z","ends":"2026-05-01T11:00:00+02:00"}"#),
            "feature 'deals/42': ends at 2026-05-01T09:00:00.000Z, before it starts: swap the two"
        ),
        (
            feature(id: #""a\nb\u001b[31m\u202e""#, geometry: "null"),
            #"feature 'a\u{a}b\u{1b}[31m\u{202e}': has no geometry: give it a Point"#
        ),
        (
            feature(id: "\"⟦y×1000000⟧\"", geometry: "null"),
            "feature '" + String(repeating: "y", count: 60) + "…': has no geometry: give it a Point"
        ),
    ]

    @Test(arguments: faults)
    func `what is wrong with a feature is said in one line`(bad: String, message: String) {
        let text = Self.collection(Self.feature(id: "0"), unrolled(bad))
        #expect(
            complaint(about: text.utf8) { _ = try RegionFile(path: $0) } == "FILE:3: \(message)")
    }

    @Test func `two features of one id are an error, as a string or a number`() {
        let text = Self.collection(
            Self.feature(id: "1"), Self.feature(id: "2"), Self.feature(id: "\"1\""))
        #expect(
            complaint(about: text.utf8) { _ = try RegionFile(path: $0) }
                == "FILE:4: feature '1': is on line 2 as well: give each its own id")
    }

    @Test func `a look-up finds every region, and none is missing anywhere`() async throws {
        let file = TemporaryFile(Self.collection(Self.feature()))
        let source: any RegionSource = try RegionFile(path: file.path)
        let found = try await source.regions(
            around: Coordinate(latitude: -33, longitude: 151), reach: 1,
            at: Timestamp(milliseconds: 0))
        #expect(found.regions.map(\.id) == ["x"])
        #expect(found.reach == .infinity)
    }

    @Test(.needsCorpus("scenarios"))
    func `the regions of every scenario are read`() throws {
        let scenarios = Corpus.path("scenarios")
        let files = names(inDirectory: scenarios).map { "\(scenarios)/\($0)/regions.geojson" }
            .filter { InputFile.exists($0) }
        #expect(!files.isEmpty)
        for path in files {
            let regions = try RegionFile(path: path).regions
            #expect(regions.count >= 10, "\(path)")
            #expect(regions.allSatisfy { $0.radius == 200 && $0.center.isValid }, "\(path)")
            #expect(regions.allSatisfy { $0.kind == ($0.id.hasPrefix("d") ? "deal" : "favourite") })
        }
    }
}
