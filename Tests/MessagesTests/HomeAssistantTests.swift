import MQTT
import Testing

@testable import Messages

struct HomeAssistantTests {
    private let homeAssistant = HomeAssistant(prefix: "ha")

    @Test func `a node has topics and entities of its own, and is known again`() throws {
        let north = HomeAssistant(prefix: "ha", NodeTopics(node: "north"))
        let tracker = try #require(north.configuration(of: "phone", name: "Phone").first)
        #expect(tracker.topic == "ha/device_tracker/geofenced_north_phone/config")
        let said = String(decoding: tracker.payload, as: UTF8.self)
        for topic in ["geofenced/north/gateway/online", "geofenced/north/positions/phone"] {
            #expect(said.contains("\"\(topic)\""))
        }
        #expect(said.contains("\"geofenced_north_phone_position\""))
        #expect(
            north.removal(of: "deal/1", of: "phone").map(\.topic) == [
                "ha/binary_sensor/geofenced_north_phone/\(HomeAssistant.word(for: "deal/1"))/config",
                "geofenced/north/regions/phone/\(HomeAssistant.word(for: "deal/1"))",
            ])
        for one in [north, HomeAssistant(prefix: "a b"), homeAssistant] {
            let again = HomeAssistant(identity: one.identity)
            #expect((again.prefix, again.topics) == (one.prefix, one.topics))
        }
        let none = HomeAssistant(
            identity: HomeAssistant(prefix: "", NodeTopics(node: "n")).identity)
        #expect((none.prefix, none.topics.node) == ("", "n"))
    }

    private static let device =
        #""device":{"identifiers":["geofenced_anna-phone"],"manufacturer":"geofenced","#
        + #""name":"Anna's"},"#

    @Test func `a device is a tracker and an event`() throws {
        let made = try homeAssistant.configuration(of: "anna-phone", name: "Anna's")
        #expect(
            made.map(\.topic) == [
                "ha/device_tracker/geofenced_anna-phone/config",
                "ha/event/geofenced_anna-phone/config",
            ])
        #expect(made.allSatisfy { $0.isRetained })
        #expect(
            made.map(\.text) == [
                #"{"availability_topic":"geofenced/gateway/online",\#(Self.device)"#
                    + #""json_attributes_topic":"geofenced/positions/anna-phone","name":null,"#
                    + #""origin":{"name":"geofenced"},"qos":1,"source_type":"gps","#
                    + #""unique_id":"geofenced_anna-phone_position"}"#,
                #"{\#(Self.device)"event_types":["enter","dwell","exit"],"name":"Notice","#
                    + #""origin":{"name":"geofenced"},"qos":1,"#
                    + #""state_topic":"geofenced/events/anna-phone","#
                    + #""unique_id":"geofenced_anna-phone_notice"}"#,
            ])
        #expect(
            homeAssistant.removal(of: "anna-phone").map(\.topic) == made.map(\.topic))
    }

    @Test(arguments: [(true, "ON"), (false, "OFF")])
    func `a region is a sensor that says whether the device is in`(
        isInside: Bool, state: String
    ) throws {
        let made = try homeAssistant.region(
            "deal/1", called: "Pie", of: "anna-phone", name: "Anna's", isInside: isInside)
        let word = HomeAssistant.word(for: "deal/1")
        #expect(
            made.map(\.topic) == [
                "ha/binary_sensor/geofenced_anna-phone/\(word)/config",
                "geofenced/regions/anna-phone/\(word)",
            ])
        #expect(made[0].text.contains(#""name":"In Pie""#))
        #expect(made[0].text.contains(#""qos":1"#))
        #expect(made[0].text.contains(#""state_topic":"\#(made[1].topic)""#))
        #expect(made[1].text == state)
        #expect(made.allSatisfy { $0.isRetained })
        let removal = homeAssistant.removal(of: "deal/1", of: "anna-phone")
        #expect(removal.map(\.topic) == made.map(\.topic))
        #expect(removal.allSatisfy { $0.isRetained && $0.payload.isEmpty })
    }

    @Test(arguments: [
        "a/b", "a_b", "a.b", "é", "", "+", "#", "a/b/c", "A/b", "\u{0}", " ",
        String(repeating: "x", count: 65), String(repeating: "x", count: 66),
    ])
    func `whatever a region is called, its word is another, and fits into a topic`(id: String) {
        let others = ["a/b", "a_b", "a.b", "x", "a b"]
        let word = HomeAssistant.word(for: id)
        #expect((0...64).contains(word.utf8.count))
        #expect(
            word.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
            })
        for other in others where other != id { #expect(HomeAssistant.word(for: other) != word) }
    }

    @Test func `OwnTracks hears of enter and leave, and of no dwell`() {
        var notice = Notice.example()
        notice.fixPosition = .init(latitude: 52.5, longitude: 4.25)
        notice.accuracy = 12
        let enter = OwnTracksTransition(notice)
        #expect(enter?.event == "enter")
        #expect(enter?.tid == "AN")
        #expect([enter?.lat, enter?.lon, enter?.acc] == [52.5, 4.25, 12])
        #expect(OwnTracksTransition(.example(1, "exit"))?.event == "leave")
        #expect(OwnTracksTransition(.example(1, "dwell")) == nil)
    }

    @Test(arguments: [("anna-phone", "AN"), ("b", "B0"), ("7.x", "7X"), ("._-", "GF"), ("", "GF")])
    func `two letters of its id stand for a device`(device: String, tid: String) {
        #expect(TrackerID.of(device) == tid)
        #expect(OwnTracksTransition(.example(1, device: device))?.tid == tid)
    }
}

extension MQTTPublication {
    fileprivate var text: String { String(decoding: payload, as: UTF8.self) }
}
