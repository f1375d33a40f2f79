import APIClient
import Geofencing
import MQTT

/// What Home Assistant reads of devices (home-assistant.io, *MQTT Discovery*): for each a
/// `device_tracker` and an `event`, and a `binary_sensor` for each region that it may be in.
struct HomeAssistant: Sendable {
    /// Of the topics of discovery.
    let prefix: String
    var topics = NodeTopics()

    /// What tells entities from those of other nodes, and of other prefixes.
    var identity: String { topics.node.map { "\(prefix)\n\($0)" } ?? prefix }

    init(prefix: String, _ topics: NodeTopics = NodeTopics()) {
        (self.prefix, self.topics) = (prefix, topics)
    }

    /// Of an identity that was written down. No topic has a line break.
    init(identity: String) {
        let parts = identity.split(separator: "\n", omittingEmptySubsequences: false)
        prefix = String(parts[0])
        topics = NodeTopics(node: parts.count > 1 ? String(parts[1]) : nil)
    }

    /// The retained publications that make the entities of a device. `name`: for people.
    func configuration(of device: String, name: String) throws -> [MQTTPublication] {
        let tracker = entity(
            device, name, "position",
            [
                "source_type": .string("gps"),
                "json_attributes_topic": .string(topics.position(of: device)),
                "availability_topic": .string(topics.availability),
            ])
        // Without availability: it keeps what was told last.
        let event = entity(
            device, name, "notice",
            [
                "name": .string("Notice"),
                "event_types": .array(["enter", "dwell", "exit"].map { .string($0) }),
                "state_topic": .string(topics.event(of: device)),
            ])
        return [
            try .json(tracker, to: topic("device_tracker", device), isRetained: true),
            try .json(event, to: topic("event", device), isRetained: true),
        ]
    }

    /// The retained publications that make the sensor of a region, and say whether the device is in.
    func region(
        _ region: String, called regionName: String, of device: String, name: String,
        isInside: Bool
    ) throws -> [MQTTPublication] {
        let sensor = entity(
            device, name, Self.word(for: region),
            [
                "name": .string("In \(regionName)"), "device_class": .string("occupancy"),
                "state_topic": .string(stateTopic(of: region, device)),
                "availability_topic": .string(topics.availability),
            ])
        return [
            try .json(sensor, to: topic("binary_sensor", device, region), isRetained: true),
            MQTTPublication(
                topic: stateTopic(of: region, device),
                payload: Array((isInside ? "ON" : "OFF").utf8), isRetained: true),
        ]
    }

    /// A notice, as automations read it. `late`: seconds between `time` and writing it down; 0 if they
    /// are at most 60.
    func event(_ notice: Notice, of device: String) throws -> MQTTPublication {
        let event = AnyJSON.object([
            "event_type": .string(notice.transition), "id": .string(notice.id),
            "region": .string(notice.region.name), "region_id": .string(notice.region.id),
            "kind": .string(notice.region.kind), "time": .string(notice.time.description),
            "late": .number(notice.late ?? 0),
        ])
        return try .json(event, to: topics.event(of: device))
    }

    /// An entity, as discovery has it. `part`: of the device. `members`: its own; without a name, it
    /// has that of the device.
    private func entity(
        _ device: String, _ name: String, _ part: String, _ members: [String: AnyJSON]
    ) -> AnyJSON {
        let id = id(of: device)
        let common: [String: AnyJSON] = [
            // Without the member, a tracker is called after its integration.
            "name": .null, "unique_id": .string("\(id)_\(part)"),
            "device": .object([
                "identifiers": .array([.string(id)]), "name": .string(name),
                "manufacturer": .string("geofenced"),
            ]),
            "origin": .object(["name": .string("geofenced")]),
            // As all of it is published; otherwise it subscribes at 0.
            "qos": .integer(1),
        ]
        return .object(common.merging(members) { $1 })
    }

    /// Those that take the entities of a device away, but those of regions.
    func removal(of device: String) -> [MQTTPublication] {
        [topic("device_tracker", device), topic("event", device)].map(Self.empty)
    }

    func removal(of region: String, of device: String) -> [MQTTPublication] {
        [topic("binary_sensor", device, region), stateTopic(of: region, device)]
            .map(Self.empty)
    }

    /// What takes back whatever is kept there.
    static func empty(_ topic: String) -> MQTTPublication {
        MQTTPublication(topic: topic, payload: [], isRetained: true)
    }

    private func topic(_ component: String, _ device: String, _ region: String? = nil) -> String {
        let object = region.map { "/\(Self.word(for: $0))" } ?? ""
        return "\(prefix)/\(component)/\(id(of: device))\(object)/config"
    }

    private func stateTopic(of region: String, _ device: String) -> String {
        topics.region(Self.word(for: region), of: device)
    }

    /// What the ids of its entities begin with.
    private func id(of device: String) -> String {
        let node = topics.node.map { "\($0)_" } ?? ""
        return "geofenced_\(node)\(Self.word(for: device))"
    }

    /// Of letters, digits, `-` and `_` alone, as ids of Home Assistant are, and another for each text.
    static func word(for text: String) -> String {
        let word = String(text.unicodeScalars.map { $0.isOfWord ? Character($0) : "_" })
        if word == text, word.utf8.count <= 64 { return word }
        return "\(word.prefix(48))_\(text.hash(10))"
    }
}

extension Unicode.Scalar {
    fileprivate var isOfWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}
