import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Posix

/// Why there is no connection to a broker.
struct ConnectionLoss: Error, Hashable {
    var why: String
    /// What to do; `nil` if waiting is enough.
    var remedy: String?
    /// Another client has taken the session over.
    var isTakeover = false
    /// The broker has ended the connection, and does not say why.
    var isUnexplained = false

    init(_ why: String, remedy: String? = nil) {
        (self.why, self.remedy) = (why, remedy)
    }

    init(_ fault: PacketFault) { self.init(fault.description) }

    /// `text`: what the broker says of it.
    init(_ reason: ReasonCode, text: String?, _ broker: MQTTBroker) {
        let more = text.map { ": \($0.shortened)" } ?? ""
        switch reason {
        case .sessionTakenOver:
            self.init(
                "another client uses the client id \(broker.clientID.quoted)",
                remedy: Self.ownClientID)
            isTakeover = true
        case .badPassword, .notAuthorized:
            self.init(
                "the broker does not let us in: \(reason)\(more)",
                remedy: "look at mqtt.username and mqtt.password_file in gateway.toml")
        case .unsupportedVersion, .unsupportedVersionOf3:
            self.init("the broker does not speak MQTT 5", remedy: "use one that does")
        case .badClientID:
            self.init(
                "the broker does not take the client id \(broker.clientID.quoted)\(more)",
                remedy: "set another mqtt.client_id in gateway.toml")
        default: self.init("the broker ends it: \(reason)\(more)")
        }
    }

    /// Says what it is likely to be, if nobody knows: of several connections that ended soon.
    mutating func suspectTakeover(of broker: MQTTBroker) {
        guard isUnexplained else { return }
        why += ", again and again: does another client use the client id \(broker.clientID.quoted)?"
        remedy = Self.ownClientID
    }

    private static let ownClientID =
        "give one of the two another mqtt.client_id in gateway.toml"

    /// `error`: of a connection that there was, or was to be.
    init(_ error: any Error, _ broker: MQTTBroker) {
        switch error {
        case let loss as ConnectionLoss: self = loss
        case let fault as PacketFault: self.init(fault)
        case let error as NIOConnectionError:
            let errors = error.connectionErrors.map(\.error)
            let refusal = errors.first { ($0 as? IOError)?.errnoCode == ECONNREFUSED }
            if let failure = refusal ?? errors.first {
                self.init(failure, broker)
            } else {
                self.init("the host is not known", remedy: "look at mqtt.url in gateway.toml")
            }
        case let error as IOError:
            self.init("\(Errno(error.errnoCode))")
            isUnexplained = true
        case ChannelError.connectTimeout: self.init("does not answer")
        case let error as NIOSSLError: self.init("TLS fails: \("\(error)".shortened)", tls: broker)
        case let error as BoringSSLError:
            self.init("TLS fails: \("\(error)".shortened)", tls: broker)
        case let error as NIOSSLExtraError:
            self.init("its certificate is another's: \("\(error)".shortened)", tls: broker)
        default: self.init("\(error)".shortened)
        }
    }

    /// The broker has let us in, and then does not answer SUBSCRIBE.
    static let withoutSubscription = ConnectionLoss(
        "the broker does not answer that we subscribe", remedy: "look at its log")

    /// The connection has ended before the broker has let us in: the error of TLS may be lost then.
    static func ofTLS(_ broker: MQTTBroker) -> ConnectionLoss {
        ConnectionLoss("TLS fails, or the broker closes the connection at once", tls: broker)
    }

    private init(_ why: String, tls broker: MQTTBroker) {
        let trusted = broker.authorities ?? "what the system trusts"
        self.init(
            why,
            remedy: "look at mqtt.url and mqtt.ca_file in gateway.toml: the certificate must be of "
                + "\(broker.host), and lead to \(trusted)")
    }
}
