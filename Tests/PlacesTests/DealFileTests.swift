import Geofencing
import TestSupport
import Testing

@testable import Places

@Suite struct DealFileTests {
    private static func collection(_ features: String...) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
    }

    private static func feature(_ id: String, _ properties: String = "{}") -> String {
        #"{"type":"Feature","id":\#(id),"properties":\#(properties),"#
            + #""geometry":{"type":"Point","coordinates":[4.8926,52.3731]}}"#
    }

    private static let past = #"{"starts":"2020-01-01T00:00:00Z","ends":"2020-01-02T00:00:00Z"}"#

    @Test func `every feature is a deal, and its id says so`() throws {
        let file = TemporaryFile(
            Self.collection(
                Self.feature("42"), Self.feature("\"deal/43\"", #"{"kind":"x","company":"Dam"}"#),
                Self.feature("\"x\"", Self.past)))
        let regions = try RegionFile(paths: [], deals: [file.path]).regions
        #expect(regions.map(\.id) == ["deal/42", "deal/43", "deal/x"])
        #expect(regions.allSatisfy { $0.kind == "deal" })
        #expect(
            regions[1].details
                == Region.Details(title: "deal", fields: [Region.Field("company", "Dam")]))
        #expect(regions[2].window?.end == DealExamples.time("2020-01-02"))
    }

    @Test(arguments: [
        (#"{"radius":0}"#, "radius 0 is not above 0 and at most 100000: use metres"),
        (
            #"{"radius":1000000000}"#,
            "radius 1000000000 is not above 0 and at most 100000: use metres"
        ),
        (#"{"radius":"wide"}"#, "radius is 'wide': use a number"),
        (#"{"name":["x"]}"#, "name is an array: use a string"),
        (
            #"{"starts":"2026-05-01T12:00:00Z","ends":"2026-05-01T11:00:00Z"}"#,
            "ends at 2026-05-01T11:00:00.000Z, before it starts: swap the two"
        ),
    ])
    func `what is wrong with a deal is said with its line and its id`(
        properties: String, message: String
    ) {
        let text = Self.collection(Self.feature("1"), Self.feature("2", properties))
        #expect(
            complaint(about: text.utf8) { _ = try RegionFile(paths: [], deals: [$0]) }
                == "FILE:3: feature 'deal/2': \(message)")
    }

    @Test func `two deals of one id are an error, however it is written`() {
        let text = Self.collection(Self.feature("1"), Self.feature("\"deal/1\""))
        #expect(
            complaint(about: text.utf8) { _ = try RegionFile(paths: [], deals: [$0]) }
                == "FILE:3: feature 'deal/1': is on line 2 as well: give each its own id")
    }

    @Test func `an id may not be in two files either`() {
        let other = TemporaryFile(Self.collection(Self.feature("\"deal/1\"")))
        #expect(
            complaint(about: Self.collection(Self.feature("1")).utf8) {
                _ = try RegionFile(paths: [other.path], deals: [$0])
            } == "FILE:2: feature 'deal/1': is at \(other.path):2 as well: give each its own id")
    }
}
