import Formats
import Geofencing
import Posix

extension GatewayConfiguration.MQTT {
    /// The keys of the table `[mqtt]`, in the order to show them.
    package enum Key: String, CaseIterable {
        case url
        case username
        case passwordFile = "password_file"
        case authorities = "ca_file"
        case clientID = "client_id"
        case node
        case positions
        case devices
        case notices
        case ownTracksEvents = "owntracks_events"
        case homeAssistant = "home_assistant"
    }
}

extension TOMLValue {
    /// Reads `[mqtt]`. Throws `TOMLError`, or several as `ConfigurationError`.
    func broker() throws -> GatewayConfiguration.MQTT {
        typealias MQTT = GatewayConfiguration.MQTT
        var table = try TableReading<MQTT.Key>(self)
        let url = table.require(.url, as: "mqtts://HOST") { try $0.brokerURL() }
        let username = table.read(.username) { try $0.mqttText("a name", longest: 1024) }
        let passwordFile = table.read(.passwordFile) { try $0.secretFile() }
        let authorities = table.read(.authorities) { try $0.readableFile() }
        let clientID = table.read(.clientID) { try $0.mqttText("an id", longest: 128) }
        let node = table.read(.node) { try $0.nodeName() }
        let positions = table.read(.positions) { list in
            try list.list(of: "topics").map { try $0.topicFilter() }
        }
        let notices = table.read(.notices) { try $0.noticeTopic() }
        let ownTracksEvents = table.read(.ownTracksEvents) { try $0.boolean() }
        let homeAssistant = table.read(.homeAssistant) { try $0.topic(orEmpty: true) }
        let devices = table.read(.devices) { try $0.deviceIDs(orAll: false) }
        if table.has(.passwordFile), !table.has(.username) {
            table.refuse(.passwordFile, "has no username", use: "username as well")
        }
        if let url, !url.isSecure {
            table.refuse(.authorities, "does not go with mqtt://", use: "mqtts://")
        }

        var mqtt = try table.whole(url)
        (mqtt.username, mqtt.passwordFile) = (username, passwordFile)
        (mqtt.authorities, mqtt.clientID) = (authorities, clientID)
        mqtt.positions = positions ?? mqtt.positions
        mqtt.node = node
        mqtt.notices = notices ?? node.map { "geofenced/\($0)/notices/{device}" } ?? mqtt.notices
        mqtt.ownTracksEvents = ownTracksEvents ?? mqtt.ownTracksEvents
        mqtt.homeAssistant = homeAssistant ?? mqtt.homeAssistant
        mqtt.devices = devices ?? mqtt.devices
        return mqtt
    }

    private func brokerURL() throws(TOMLError) -> GatewayConfiguration.MQTT {
        let wanted = "mqtts://HOST, mqtt://HOST or one with :PORT"
        let text = try text(wanted)
        for (scheme, usual, isSecure) in [("mqtts://", 8883, true), ("mqtt://", 1883, false)]
        where text.lowercased().hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            // Each leaves the port of its own scheme out.
            guard let one = WebOrigin("https://\(rest)"), let other = WebOrigin("http://\(rest)")
            else { break }
            let host = one.host.hasPrefix("[") ? String(one.host.dropFirst().dropLast()) : one.host
            return .init(host: host, port: one.port ?? other.port ?? usual, isSecure: isSecure)
        }
        throw error("\(text.quoted) is not the URL of a broker", use: wanted)
    }

    /// A level of topics, and none that the gateway's own have there.
    private func nodeName() throws(TOMLError) -> String {
        let wanted = "1 to 32 of a-z, 0-9 and -, as in \"north\""
        let text = try text(wanted)
        let taken = ["events", "gateway", "messages", "notices", "positions", "regions"]
        guard text.isPlainName(longest: 32), !taken.contains(text) else {
            throw error("\(text.quoted) is no name of a node", use: wanted)
        }
        return text
    }

    /// `name`: what it is, for messages.
    private func mqttText(_ name: String, longest: Int) throws(TOMLError) -> String {
        let wanted = "\(name) of 1 to \(longest) bytes without control characters"
        let text = try text(wanted)
        guard (1...longest).contains(text.utf8.count), !text.hasControls else {
            throw error("\(text.quoted) is not right", use: wanted)
        }
        return text
    }
}

/// Bytes; MQTT's own limit is 65,535, which devices' names would exceed.
private let longestTopic = 1024

extension TOMLValue {
    /// A filter of topics (MQTT 5, 4.7.1).
    fileprivate func topicFilter() throws(TOMLError) -> String {
        let wanted = "a topic as in \"owntracks/+/+\", + and # in levels of their own, # the last"
        let text = try text(wanted)
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        let isFilter = levels.enumerated().allSatisfy { number, level in
            level == "+" || level == "#" && number == levels.count - 1
                || !level.contains { "+#".contains($0) }
        }
        guard isFilter, text.isTopicText, !text.hasPrefix("$share/") else {
            throw error("\(text.quoted) is no filter of topics", use: wanted)
        }
        return text
    }

    /// A topic without wildcards. `orEmpty`: none is right as well.
    fileprivate func topic(orEmpty: Bool) throws(TOMLError) -> String {
        let wanted = "a topic without + and #" + (orEmpty ? ", or \"\" for none" : "")
        let text = try text(wanted)
        if orEmpty, text.isEmpty { return text }
        guard text.isTopicText, !text.contains(where: { "+#".contains($0) }) else {
            throw error("\(text.quoted) is no topic", use: wanted)
        }
        return text
    }

    fileprivate func noticeTopic() throws(TOMLError) -> String {
        let topic = try topic(orEmpty: true)
        if topic.isEmpty || topic.contains("{device}") { return topic }
        throw error(
            "\(topic.quoted) is one for all devices", use: "{device} in it, for the device's id")
    }

    /// Ids of devices. `orAll`: `["*"]` is right as well, and an empty list is not.
    func deviceIDs(orAll: Bool) throws(TOMLError) -> [String] {
        let list = try list(of: "ids of devices")
        if orAll, list.isEmpty {
            throw error("is empty", use: "ids, or leave it out for all")
        }
        var ids: [String] = []
        for element in list {
            let id = try element.text("the id of a device in quotes")
            if orAll, id == "*" {
                if list.count == 1 { return [id] }
                throw element.error("is all devices", use: "it alone")
            }
            guard DeviceID(id) != nil else {
                throw element.error("\(id.quoted) is no id", use: DeviceID.form)
            }
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
}

extension String {
    fileprivate var hasControls: Bool {
        unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{7F}" }
    }

    fileprivate var isTopicText: Bool { (1...longestTopic).contains(utf8.count) && !hasControls }
}
