/// A broker, and who we are there.
package struct MQTTBroker: Hashable, Sendable {
    /// A name or an address.
    package var host: String
    package var port: Int
    /// Whether the connection has TLS; the certificate is always checked.
    package var isSecure: Bool
    /// The path of the certificates (PEM) that the broker's must lead to; `nil`: the system's.
    package var authorities: String?
    package var username: String?
    /// The path of a file with the password, which is read at each connection.
    package var passwordFile: String?
    /// No two clients of a broker may share one.
    package var clientID: String
    /// Seconds without traffic after which the broker is asked whether it is there.
    package var keepAlive = 30
    /// Seconds that the broker keeps the session while we are away; the largest number is for ever.
    package var sessionExpiry = UInt32.max
    /// How many publications of QoS 1 the broker should send at most before they are acknowledged;
    /// mosquitto 2.0.11, which Debian 12 has, sends more.
    package var receiveMaximum: UInt16 = 500
    /// What the broker publishes when the connection is lost.
    package var will: MQTTPublication?

    package init(host: String, port: Int, isSecure: Bool, clientID: String) {
        (self.host, self.port, self.isSecure, self.clientID) = (host, port, isSecure, clientID)
    }
}

/// What is published.
package struct MQTTPublication: Hashable, Sendable {
    package var topic: String
    package var payload: [UInt8]
    package var quality: MQTTQuality
    /// Whether the broker keeps it for those who subscribe later. Of what was received: whether it
    /// was kept so, and is old.
    package var isRetained: Bool
    /// Its media type; `nil` if nobody says.
    package var contentType: String?

    package init(
        topic: String, payload: [UInt8], quality: MQTTQuality = .atLeastOnce,
        isRetained: Bool = false, contentType: String? = nil
    ) {
        (self.topic, self.payload, self.quality) = (topic, payload, quality)
        (self.isRetained, self.contentType) = (isRetained, contentType)
    }
}

/// How surely something is delivered (MQTT 5, 4.3).
package enum MQTTQuality: UInt8, Sendable {
    case atMostOnce = 0
    case atLeastOnce = 1
}

/// Why something could not be done at a broker.
package enum MQTTError: Error, Hashable, CustomStringConvertible {
    /// There is no connection: why.
    case away(String)
    /// The broker refuses what was asked, and would refuse it again. `code`: its reason code.
    case refused(code: UInt8, String)

    package var description: String {
        switch self {
        case .away(let why): why
        case .refused(let code, let why): "the broker refuses it: \(why) (\(code))"
        }
    }
}
