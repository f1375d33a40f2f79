import HTTPService
import Logging
import Posix
import Settings

/// The gateway's ports and its Unix socket: those that systemd has passed, or else new ones where
/// the configuration says.
struct ListeningSockets {
    /// Descriptors, at least one.
    let pages: [Int32]
    /// Of the first of them.
    let port: Int
    let gateway: Int32
    /// The path of the Unix socket, if this process has made it.
    private let ours: SocketPath?

    /// The names in the units (`FileDescriptorName=`).
    private enum Name: String, CaseIterable { case page, gateway }

    init(_ configuration: GatewayConfiguration, _ passed: PassedSockets, _ log: Logger) throws {
        let ports = try Self.ports(configuration, passed, log)
        let path: SocketPath
        do {
            if let socket = try passed.socket(named: Name.gateway.rawValue) {
                (path, gateway, ours) = (socket.path, socket.descriptor, nil)
                Self.compare("\(path)", configuration.socket, .socket, log)
            } else {
                path = try SocketPath(configuration.socket)
                (gateway, ours) = (try path.listen(), path)
            }
        } catch {
            throw KeyError(key: GatewayConfiguration.Key.socket.rawValue, error: error)
        }
        for name in passed.names where Name(rawValue: name) == nil {
            log.warning(
                "systemd's socket has a name that is not known", metadata: ["name": "\(name)"])
        }
        pages = ports.map(\.descriptor)
        port = Int(ports[0].address.port)
        let scheme = configuration.certificate == nil ? "http" : "https"
        log.notice(
            "listening",
            metadata: [
                "page": "\(ports.map { "\(scheme)://\($0.address)" }.joined(separator: ", "))",
                "gateway": "\(path)",
            ])
    }

    private static func ports(
        _ configuration: GatewayConfiguration, _ passed: PassedSockets, _ log: Logger
    ) throws -> [(address: TCPAddress, descriptor: Int32)] {
        do {
            let ports = try passed.ports(named: Name.page.rawValue)
            if ports.isEmpty {
                return [(configuration.listen, try configuration.listen.listen())]
            }
            for port in ports { try refuse(port.address, configuration) }
            if !ports.contains(where: { $0.address == configuration.listen }) {
                compare("\(ports[0].address)", "\(configuration.listen)", .listen, log)
            }
            return ports
        } catch {
            throw KeyError(key: GatewayConfiguration.Key.listen.rawValue, error: error)
        }
    }

    /// The configuration has been checked for its own address only.
    private static func refuse(
        _ address: TCPAddress, _ configuration: GatewayConfiguration
    ) throws(UnprotectedPort) {
        if address.host.isLoopback || configuration.plainHTTP || configuration.certificate != nil {
            return
        }
        throw UnprotectedPort(address: address)
    }

    private static func compare(
        _ used: String, _ configured: String, _ key: GatewayConfiguration.Key, _ log: Logger
    ) {
        if used == configured { return }
        log.warning(
            "systemd's socket is used instead of the configured one",
            metadata: ["key": "\(key.rawValue)", "socket": "\(used)"])
    }

    /// Removes the Unix socket if this process has made it. One that was passed stays: systemd goes
    /// on listening for the next gateway.
    func remove() {
        ours?.remove()
    }
}

/// Why a port that systemd passed is not used.
private struct UnprotectedPort: Error, CustomStringConvertible {
    let address: TCPAddress

    var description: String {
        "systemd's socket \(address) can be reached from elsewhere: use certificate and key, or "
            + "plain_http = true behind a proxy that has them"
    }
}
