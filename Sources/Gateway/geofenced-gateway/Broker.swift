import Logging
import MQTT
import Messages
import Posix
import Settings

extension MQTTSession {
    /// The session at the broker of the configuration. `receive`: takes what phones have published.
    init(
        _ configuration: GatewayConfiguration.MQTT, _ log: Logger,
        receive: @escaping MQTTSession.Receive
    ) {
        self.init(
            MQTTBroker(configuration), filters: configuration.positions,
            online: .online(true, configuration),
            clock: SystemGatewayClock(), logger: log, receive: receive)
    }
}

extension MQTTBroker {
    fileprivate init(_ configuration: GatewayConfiguration.MQTT) {
        self.init(
            host: configuration.host, port: configuration.port, isSecure: configuration.isSecure,
            clientID: configuration.clientID ?? "geofenced-\(hostName())")
        authorities = configuration.authorities
        username = configuration.username
        passwordFile = configuration.passwordFile
        will = .online(false, configuration)
    }
}

extension MQTTPublication {
    /// Says whether the gateway is there.
    fileprivate static func online(
        _ isOnline: Bool, _ configuration: GatewayConfiguration.MQTT
    ) -> MQTTPublication {
        MQTTPublication(
            topic: NodeTopics(node: configuration.node).availability,
            payload: Array((isOnline ? "online" : "offline").utf8),
            isRetained: true)
    }
}
