import APIClient
import Geofencing
import Testing

@testable import Messages

@Suite struct NoticeReadingTests {
    private static func line(
        type: String = "geofence.enter", data: String = "", center: String = "[4.9,52.4]",
        time: String = "2026-05-01T10:12:00.000Z"
    ) -> String {
        """
        {"specversion":"1.0","id":"k3v9xq2m-00000000000000000004","source":"/geofenced/pi",\
        "type":"\(type)","subject":"deal/2","device":"anna-phone","time":"\(time)",\
        "recordedtime":"2026-05-01T10:14:00.112Z","sequence":"00000000000000000004",\
        "data":{"region":{"id":"deal/2","kind":"deal","name":"Coffee","center":\(center),\
        "radius":200},"fix":{"time":"2026-05-01T10:12:00.000Z","lat":52.4,"lon":4.9},\
        "distance":54.9,"rule":"initial","initial":true,"cause":"started"\(data)}}
        """
    }

    @Test func `a notice of a deal is read whole`() throws {
        let notice = try Notice(
            line: Array(
                Self.line(
                    data: #","late":120.112,"stay":3.5,"deal":{"company":"Café","ends":"x"},"#
                        + #""place":{"id":"osm:node/1","opening_hours":"24/7"},"new":[1]"#
                ).utf8))
        #expect(notice.id == "k3v9xq2m-00000000000000000004")
        #expect(notice.device == "anna-phone")
        #expect(notice.transition == "enter")
        #expect(notice.time == Timestamp(rfc3339: "2026-05-01T10:12:00Z"))
        #expect(notice.region.center == Message.Position(latitude: 52.4, longitude: 4.9))
        #expect(notice.late == 120.112)
        #expect(notice.happened(orElse: .example) == notice.time)
        #expect(notice.deal["company"] == "Café")
        #expect(notice.place?.openingHours == "24/7")
        #expect((notice.cause, notice.rule, notice.stay) == ("started", "initial", 3.5))
    }

    private static let ownSets: [(set: String, details: String, GroupWatch)] = [
        ("household", #"{"group":"home","place":7}"#, GroupWatch("home", .place(7))),
        (
            "errands", #"{"errand":"shop=supermarket","group":"home"}"#,
            GroupWatch("home", .errand("shop=supermarket"))
        ),
        ("events", #"{"event":8,"group":"home"}"#, GroupWatch("home", .event(8))),
        ("bulletins", #"{"group":"acme","site":9}"#, GroupWatch("acme", .site(9))),
    ]

    @Test(arguments: ownSets)
    func `what a group is told at is known by its set`(
        set: String, details: String, group: GroupWatch
    ) throws {
        let watch = #","watch":{"set":"\#(set)","id":"7","title":"Home","details":"#
        let notice = try Notice(line: Array(Self.line(data: watch + details + "}").utf8))
        #expect(notice.watch?.group == group)
        #expect(try group.json == details)
        // Nobody is told of what cannot be understood.
        for details in ["{}", "7", #"{"group":1,"place":7}"#, #"{"group":"home"}"#] {
            #expect(throws: DecodingError.self) {
                try Notice(line: Array(Self.line(data: watch + details + "}").utf8))
            }
        }
    }

    @Test(arguments: ["7", #"{"group":"home","place":7}"#, "[]", "null"])
    func `the details of other watches may be anything`(details: String) throws {
        let data = #","watch":{"set":"list","id":"7","title":"x","details":\#(details)}"#
        let notice = try Notice(line: Array(Self.line(data: data).utf8))
        #expect(notice.watch == Notice.Watch(set: "list", id: "7"))
    }

    @Test(arguments: [
        "", "{}", "null", "\u{0}", line(type: "geofence"), line(center: "[1]"),
        line(center: "[1e999,2]"), line(time: "yesterday"), String(line().dropLast()),
    ])
    func `what is no notice is not read as one`(line: String) {
        #expect(throws: (any Error).self) { try Notice(line: Array(line.utf8)) }
    }
}
