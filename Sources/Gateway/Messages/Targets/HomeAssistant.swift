import FoundationEssentials
import Geofencing
import MQTT

/// What Home Assistant reads of devices (home-assistant.io, *MQTT Discovery*): for each a
/// `device_tracker` and an `event`, and a `binary_sensor` for each region that it may be in.
struct HomeAssistant: Sendable {
    /// Of the topics of discovery.
    let prefix: String

    /// The retained publications that make the entities of a device. `name`: for people.
    func configuration(of device: String, name: String) throws -> [MQTTPublication] {
        var tracker = Entity(device, name, "position")
        tracker.sourceType = "gps"
        tracker.attributesTopic = MQTTTopics.position(of: device)
        tracker.availabilityTopic = MQTTTopics.availability
        var event = Entity(device, name, "notice")
        event.name = "Notice"
        event.eventTypes = ["enter", "dwell", "exit"]
        // Without availability: it keeps what was told last.
        event.stateTopic = Self.eventTopic(of: device)
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
        var sensor = Entity(device, name, Self.word(for: region))
        sensor.name = "In \(regionName)"
        sensor.deviceClass = "occupancy"
        sensor.stateTopic = Self.stateTopic(of: region, device)
        sensor.availabilityTopic = MQTTTopics.availability
        return [
            try .json(sensor, to: topic("binary_sensor", device, region), isRetained: true),
            MQTTPublication(
                topic: Self.stateTopic(of: region, device),
                payload: Array((isInside ? "ON" : "OFF").utf8), isRetained: true),
        ]
    }

    func event(_ notice: Notice, of device: String) throws -> MQTTPublication {
        try .json(Event(notice), to: Self.eventTopic(of: device))
    }

    /// Those that take the entities of a device away, but those of regions.
    func removal(of device: String) -> [MQTTPublication] {
        [topic("device_tracker", device), topic("event", device)].map(Self.empty)
    }

    func removal(of region: String, of device: String) -> [MQTTPublication] {
        [topic("binary_sensor", device, region), Self.stateTopic(of: region, device)]
            .map(Self.empty)
    }

    /// What takes back whatever is kept there.
    static func empty(_ topic: String) -> MQTTPublication {
        MQTTPublication(topic: topic, payload: [], isRetained: true)
    }

    private func topic(_ component: String, _ device: String, _ region: String? = nil) -> String {
        let object = region.map { "/\(Self.word(for: $0))" } ?? ""
        return "\(prefix)/\(component)/geofenced_\(Self.word(for: device))\(object)/config"
    }

    private static func eventTopic(of device: String) -> String { "geofenced/events/\(device)" }

    private static func stateTopic(of region: String, _ device: String) -> String {
        "geofenced/regions/\(device)/\(word(for: region))"
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

/// An entity, as discovery has it.
private struct Entity: Encodable {
    /// `nil` is the device's own.
    var name: String?
    var uniqueID: String
    var device: Device
    let origin = ["name": "geofenced"]
    /// As all of it is published; otherwise it subscribes at 0.
    let qos = 1
    var sourceType: String?
    var attributesTopic: String?
    var availabilityTopic: String?
    var stateTopic: String?
    var eventTypes: [String]?
    var deviceClass: String?

    struct Device: Encodable {
        var identifiers: [String]
        var name: String
        let manufacturer = "geofenced"
    }

    /// `part`: of the device.
    init(_ device: String, _ name: String, _ part: String) {
        let id = "geofenced_\(HomeAssistant.word(for: device))"
        self.device = Device(identifiers: [id], name: name)
        uniqueID = "\(id)_\(part)"
    }

    enum CodingKeys: String, CodingKey {
        case name, device, origin, qos
        case uniqueID = "unique_id"
        case sourceType = "source_type"
        case attributesTopic = "json_attributes_topic"
        case availabilityTopic = "availability_topic"
        case stateTopic = "state_topic"
        case eventTypes = "event_types"
        case deviceClass = "device_class"
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        // Without the member, a tracker is called after its integration.
        try object.encode(name, forKey: .name)
        try object.encode(uniqueID, forKey: .uniqueID)
        try object.encode(device, forKey: .device)
        try object.encode(origin, forKey: .origin)
        try object.encode(qos, forKey: .qos)
        try object.encodeIfPresent(sourceType, forKey: .sourceType)
        try object.encodeIfPresent(attributesTopic, forKey: .attributesTopic)
        try object.encodeIfPresent(availabilityTopic, forKey: .availabilityTopic)
        try object.encodeIfPresent(stateTopic, forKey: .stateTopic)
        try object.encodeIfPresent(eventTypes, forKey: .eventTypes)
        try object.encodeIfPresent(deviceClass, forKey: .deviceClass)
    }
}

/// A notice, as automations read it.
private struct Event: Encodable {
    var type: String
    /// The CloudEvents id.
    var id: String
    /// The region's name.
    var region: String
    var regionID: String
    var kind: String
    /// When it happened.
    var time: String
    /// Seconds between that and writing it down; 0 if they are at most 60.
    var late: Double

    init(_ notice: Notice) {
        (type, id, kind) = (notice.transition, notice.id, notice.region.kind)
        (region, regionID) = (notice.region.name, notice.region.id)
        (time, late) = (notice.time.description, notice.late ?? 0)
    }

    enum CodingKeys: String, CodingKey {
        case type = "event_type"
        case id, region, kind, time, late
        case regionID = "region_id"
    }
}
