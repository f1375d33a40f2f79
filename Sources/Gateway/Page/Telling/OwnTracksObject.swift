import APIClient
import Community
import Geofencing
import Messages

/// What an OwnTracks app is told, each an object of its JSON (owntracks.org/booklet/tech/json).
enum OwnTracksObject {
    /// A friend: where they are, and their name.
    static func friend(_ fix: MirroredDevice.Fix, name: String, tid: String) -> [String] {
        guard let time = Timestamp(rfc3339: fix.time) else { return [] }
        var location: [String: AnyJSON] = [
            "_type": .string("location"), "tid": .string(tid),
            "lat": .number(fix.position.latitude), "lon": .number(fix.position.longitude),
            "tst": .integer(time.milliseconds / 1000),
        ]
        location["acc"] = fix.accuracy.map { .number($0) }
        let card: [String: AnyJSON] = [
            "_type": .string("card"), "tid": .string(tid), "name": .string(name),
        ]
        return [text(location), text(card)].compactMap(\.self)
    }

    private static func text(_ members: [String: AnyJSON]) -> String? {
        try? AnyJSON.object(members).json
    }
}
