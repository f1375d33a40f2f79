import Interests
import Places
import TestDoubles
import Testing

/// One kind of regions, and what is asked of it in tests, around Dam in Amsterdam.
struct KindExample: Sendable, CustomTestStringConvertible {
    let kind: any RegionKind.Type
    /// JSON, of two that are not the same.
    let drafts: [String]
    /// The id of the region of the first.
    let region: String
    /// What notices say of it besides.
    let details: String
    /// A change to the first, and what it says afterwards.
    let change: (body: String, result: String)
    /// Bodies that are refused, and the field that is wrong.
    let wrong: [(body: String, field: String)]
    /// Whether only its owner may change it.
    let isOwned: Bool

    var path: String { "/v1/\(kind.collection)" }
    var testDescription: String { kind.name }

    static let kinds = RegionKinds.all + [Lighthouse.self]

    static let all = [favourite, deal, lighthouse]

    private static let favourite = KindExample(
        kind: Favourite.self, drafts: [#"{"text":"starbucks"}"#, #"{"name":"OBA"}"#],
        region: "favourite/osm/node/1", details: #""brand":"Starbucks""#,
        change: (#"{"radius":150}"#, #""radius":150"#),
        wrong: [
            (#"{"text":""}"#, "text"), (#"{"text":7}"#, "text"), (#"{"radius":1}"#, "text"),
            (#"{"text":"OBA","radius":0}"#, "radius"),
            (#"{"text":"OBA","audience":"Anna"}"#, "audience"),
            (#"{"text":"OBA","audience":7}"#, "audience"),
        ],
        isOwned: false)

    private static let deal = KindExample(
        kind: Deal.self, drafts: [offer("2 for 1"), offer("3 for 2")], region: "deal/1",
        details: #""deal":{"company":"De Proeverij""#,
        change: (#"{"name":"Half"}"#, #""name":"Half""#),
        wrong: [
            (offer("2 for 1").replacing("52.3731", with: "91"), "latitude"),
            (offer("2 for 1").replacing("name", with: "nam"), "nam"),
            (#"{"audience":"\#(String(repeating: "a", count: 129))"}"#, "audience"),
            (offer("2 for 1").replacing("2026-05-02", with: "2026-04-02"), "ends"),
        ],
        isOwned: true)

    private static let lighthouse = KindExample(
        kind: Lighthouse.self,
        drafts: [
            #"{"name":"Dam","lat":52.3731,"lon":4.8926,"keeper":"Jan"}"#,
            #"{"name":"Marken","lat":52.46,"lon":5.139}"#,
        ], region: "lighthouse/1", details: #""lighthouse":{"keeper":"Jan","lit":"no"}"#,
        change: (#"{"keeper":"Piet"}"#, #""keeper":"Piet""#),
        wrong: [
            (#"{"name":"Dam","lat":91,"lon":4.8926}"#, "latitude"),
            (#"{"name":"Dam","lon":4.8926}"#, "lat"), (#"{"hight":9}"#, "hight"),
        ],
        isOwned: true)

    private static func offer(_ name: String) -> String {
        """
        {"name":"\(name)","company":"De Proeverij","category":"food","lat":52.3731,"lon":4.8926,\
        "starts":"2026-05-01T09:00:00Z","ends":"2026-05-02T00:00:00+02:00"}
        """
    }
}
