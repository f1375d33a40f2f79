import FoundationEssentials
import Geofencing
import Places
import PlacesTestSupport
import Testing

@testable import Interests

@Suite struct DealJSONTests {
    private func draft(_ json: String) throws -> Deal.Draft {
        try JSONDecoder().decode(Deal.Draft.self, from: Data(json.utf8))
    }

    @Test func `a draft says what changes, what goes, and nothing of the rest`() throws {
        let draft = try draft(
            #"{"name":"x","lat":52.5,"lon":4,"radius":null,"ends":"2026-05-01T20:00:00+02:00"}"#)
        var expected = Deal.Draft()
        expected.name = .value("x")
        expected.latitude = .value(52.5)
        expected.longitude = .value(4)
        expected.radius = .null
        expected.ends = .value(DealExamples.time("2026-05-01T18:00:00Z"))
        #expect(draft == expected)
        let again = try JSONDecoder().decode(Deal.Draft.self, from: JSONEncoder().encode(draft))
        #expect(again == expected)
    }

    @Test(arguments: [
        (#"{"radios":1}"#, "radios", "is not known here: did you mean radius?"),
        (#"{"name":"x","NAME":"x"}"#, "NAME", "is not known here: use \(Self.fields)"),
        (#"{"id":1}"#, "id", "is not known here: use \(Self.fields)"),
        (#"{"\u001b[2J":1}"#, "\\u{1b}[2J", "is not known here: use \(Self.fields)"),
    ])
    func `an unknown field is refused`(json: String, subject: String, words: String) {
        #expect(refusal { _ = try draft(json) } == Refusal(.invalid, subject, words))
    }

    private static let fields =
        "name, company, category, description, lat, lon, address, at, radius, starts, ends, "
        + "capacity, website, opening_hours, audience, reference"

    @Test(arguments: [
        #"{"lat":1e400}"#, #"{"lat":NaN}"#, #"{"lat":"52"}"#, #"{"capacity":2.5}"#, #"{"name":5}"#,
        #"{"ends":"tomorrow"}"#, #"{"ends":1767225600}"#, "[]", "", "{",
    ])
    func `a draft of wrong types is no draft`(json: String) {
        #expect(throws: DecodingError.self) { try draft(json) }
    }

    @Test func `a deal is a JSON object without what is not known`() throws {
        let store = try PlaceStore(.temporary, kinds: [Deal.self])
        let deal = try Deal.add(
            DealExamples.draft(), for: DealExamples.caller(), in: store
        ).item
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(deal)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"active":true,"audience":"everyone","category":"food","company":"Dam Bakers","#
                + #""ends":"2026-05-01T18:00:00.000Z","id":1,"lat":52.3731,"lon":4.8926,"#
                + #""name":"2 for 1","owner":1000,"reserved":0,"reserved_by_me":false,"#
                + #""starts":"2026-05-01T10:00:00.000Z"}"#)
        #expect(try JSONDecoder().decode(Deal.self, from: json) == deal)
    }

    @Test func `the description names just the fields there are`() throws {
        let item = try JSONDecoder().decode(
            ObjectSchema.self, from: Data(Deal.description.item.utf8))
        #expect(Set(item.properties.keys) == Set(Deal.CodingKeys.allCases.map(\.stringValue)))
        #expect(Set(item.required ?? []).isSubset(of: item.properties.keys))
        let draft = try JSONDecoder().decode(
            ObjectSchema.self, from: Data(Deal.description.draft.utf8))
        #expect(
            Set(draft.properties.keys) == Set(Deal.Draft.CodingKeys.allCases.map(\.stringValue)))
        #expect(draft.additionalProperties == false)
        let filter = try JSONDecoder().decode(
            [Parameter].self, from: Data(Deal.description.filter.utf8))
        #expect(filter.map(\.name) == ["category", "audience", "for", "mine", "all"])
    }

    private struct ObjectSchema: Decodable {
        struct Property: Decodable {}
        var properties: [String: Property]
        var required: [String]?
        var additionalProperties: Bool?
    }

    private struct Parameter: Decodable {
        var name: String
    }
}
