import APIClient
import Community
import FoundationEssentials
import MQTT
import Messages

/// What an OwnTracks app is told, each an object of its JSON (owntracks.org/booklet/tech/json).
enum OwnTracksObject {
    /// A friend: where they are, and their name. Empty if the daemon has no position. `device`: as far as
    /// it may be seen.
    static func friend(_ device: AnyJSON, name: String, tid: String) -> [String] {
        guard let fix = device["fix"], let latitude = fix["lat"], let longitude = fix["lon"],
            let time = fix["time"]?.string.flatMap({ UTCTime($0) })
        else { return [] }
        var location: [String: AnyJSON] = [
            "_type": .string("location"), "tid": .string(tid), "lat": latitude, "lon": longitude,
            "tst": .integer(time.milliseconds / 1000),
        ]
        location["acc"] = fix["accuracy"]
        let card: [String: AnyJSON] = [
            "_type": .string("card"), "tid": .string(tid), "name": .string(name),
        ]
        return [text(location), text(card)].compactMap(\.self)
    }

    /// A message that rings. `nil` if nobody says where it happened.
    static func transition(_ message: Message) -> String? {
        guard let position = message.position else { return nil }
        let isLeft = message.lines.first?.transition == "exit"
        return text([
            "_type": .string("transition"), "tid": .string("GF"),
            "event": .string(isLeft ? "leave" : "enter"), "desc": .string(message.title),
            "tst": .integer(message.time.milliseconds / 1000), "t": .string("c"),
            "acc": .integer(0), "lat": .number(position.latitude),
            "lon": .number(position.longitude), "wtst": .integer(0),
        ])
    }

    private static func text(_ members: [String: AnyJSON]) -> String? {
        try? AnyJSON.object(members).json
    }
}
