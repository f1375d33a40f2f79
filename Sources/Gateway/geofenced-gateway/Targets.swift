import Community
import Logging
import MQTT
import Messages
import Page
import Posix
import Settings

/// The programs that are told notices, each at its own pace.
struct Targets: Sendable {
    private let tellings: [TargetTelling]
    /// `nil`: there is no broker.
    private let announcing: DeviceAnnouncing?
    private let store: MessageStore
    private let log: Logger

    /// `session`: at the broker of the configuration; `nil`: there is none. `people`: they have devices.
    init(
        _ configuration: GatewayConfiguration, session: MQTTSession?, _ devices: DeviceMirror,
        _ people: PeopleTold, _ store: MessageStore, _ log: Logger
    ) throws {
        let control = try SocketPath(configuration.daemon.control)
        let notifications = try SocketPath(configuration.daemon.notifications)
        let sender = HTTPSender()
        var targets: [any NoticeTarget] = configuration.webhooks.map {
            Webhook($0, sender: sender)
        }
        (self.store, self.log) = (store, log)
        if let session, let mqtt = configuration.mqtt {
            let topics = MQTTTopics(
                notices: mqtt.notices, tellsOwnTracks: mqtt.ownTracksEvents,
                homeAssistant: mqtt.homeAssistant, node: NodeTopics(node: mqtt.node))
            if !mqtt.devices.isEmpty {
                targets.append(
                    MQTTNotices(
                        session, name: "notices at \(mqtt.host):\(mqtt.port)",
                        devices: mqtt.devices, topics: topics
                    ) { try await people.owner(of: $0)?.id.rawValue })
            }
            // Without devices, it takes back what it has announced.
            announcing = DeviceAnnouncing(
                session, devices: mqtt.devices, in: devices, topics: topics, store: store,
                logger: log)
        } else {
            announcing = nil
        }
        tellings = targets.map {
            TargetTelling(
                $0, control: control, notifications: notifications, store: store, logger: log)
        }
    }

    /// Runs until the task is cancelled.
    func run() async throws {
        try await persistently("targets wait", SystemGatewayClock(), log) {
            try await store.keepTargets(tellings.map(\.id))
        }
        try await withThrowingTaskGroup { group in
            for telling in tellings { group.addTask { try await telling.run() } }
            if let announcing { group.addTask { try await announcing.run() } }
            // There may be none.
            group.addTask { try await AsyncSignal().wait() }
            try await group.waitForAll()
        }
    }

    /// How it goes with each.
    func states() async -> [EndpointState] {
        var states: [EndpointState] = []
        for telling in tellings { states.append(await telling.state) }
        return states
    }
}

extension Webhook {
    fileprivate init(_ settings: GatewayConfiguration.Webhook, sender: HTTPSender) {
        var selection = NoticeSelection()
        selection.devices = settings.devices == ["*"] ? nil : settings.devices
        selection.kinds = settings.kinds
        selection.transitions = settings.transitions?.map(\.rawValue)
        let key = settings.secretFile.map { path -> @Sendable () throws -> [UInt8] in
            { try SigningKey(file: path).bytes }
        }
        self.init(
            url: settings.url, format: settings.format == .ntfy ? .ntfy : .cloudEvents,
            selection: selection, settings: settings.text, key: key, tokenFile: settings.tokenFile,
            sender: sender)
    }
}

extension GatewayConfiguration.Webhook {
    /// Another text for each other table.
    fileprivate var text: String {
        let lists = [devices, kinds, transitions?.map(\.rawValue)]
        let values =
            [url, format.rawValue, secretFile, tokenFile]
            + lists.map { $0?.joined(separator: ",") }
        return values.map { $0 ?? "" }.joined(separator: "\n")
    }
}
