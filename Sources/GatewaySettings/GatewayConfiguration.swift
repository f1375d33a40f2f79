package import Posix

/// The settings of `gateway.toml`, with their defaults.
///
/// A setting is a property here, and a key in `GatewayConfiguration.Key`.
package struct GatewayConfiguration: Equatable, Sendable {
    /// The address and port where the gateway listens.
    package var listen = TCPAddress("127.0.0.1:8377")!
    /// As people reach it; `nil` is this machine alone.
    package var publicURL: WebOrigin?
    /// The path of a certificate, with those that lead to its root; `nil` is no TLS.
    package var certificate: String?
    /// The path of the certificate's key; set where `certificate` is.
    package var key: String?
    /// Whether a proxy before the gateway has the certificate.
    package var plainHTTP = false
    /// The directory of what outlives the process.
    package var stateDirectory = "/var/lib/geofenced-gateway"
    /// The path of the Unix socket for programs of this machine.
    package var socket = "/run/geofenced/gateway.sock"
    package var daemon = Daemon()
    package var people = People()
    package var page = Page()
    /// The ntfy servers that people may choose.
    package var ntfy: [NtfyServer] = []

    package init() {}

    /// The paths of geofenced's sockets.
    package struct Daemon: Equatable, Sendable {
        package var control = "/run/geofenced/control.sock"
        package var notifications = "/run/geofenced/notifications.sock"
    }

    package struct People: Equatable, Sendable {
        package var signup = Signup.invite
    }

    package struct Page: Equatable, Sendable {
        /// A server of tiles, which are pictures; `nil`: the base map is this machine's own.
        package var tiles: TileURL?
        /// Whose data the server's tiles have.
        package var credit = "© OpenStreetMap contributors"
    }

    /// How people become known.
    package enum Signup: String, CaseIterable, Sendable {
        /// By a link that somebody has made for them.
        case invite
        /// By asking; an admin accepts.
        case approve
    }

    package struct NtfyServer: Equatable, Sendable {
        package var url: WebOrigin
        /// The path of a file with an access token; `nil` is none.
        package var tokenFile: String?

        package init(url: WebOrigin, tokenFile: String? = nil) {
            (self.url, self.tokenFile) = (url, tokenFile)
        }
    }

    /// The keys that differ in `other`, and that are read only when the gateway starts.
    package func keysThatNeedRestart(in other: GatewayConfiguration) -> [Key] {
        var keys: [Key] = []
        if listen != other.listen { keys.append(.listen) }
        if publicURL != other.publicURL { keys.append(.publicURL) }
        // Which file it is may change, but not whether there is one.
        if (certificate == nil) != (other.certificate == nil) { keys.append(.certificate) }
        if plainHTTP != other.plainHTTP { keys.append(.plainHTTP) }
        if stateDirectory != other.stateDirectory { keys.append(.stateDirectory) }
        if socket != other.socket { keys.append(.socket) }
        if daemon.control != other.daemon.control { keys.append(.control) }
        if daemon.notifications != other.daemon.notifications { keys.append(.notifications) }
        if people.signup != other.people.signup { keys.append(.signup) }
        if page.tiles != other.page.tiles { keys.append(.tiles) }
        if page.credit != other.page.credit { keys.append(.credit) }
        if ntfy != other.ntfy { keys.append(.ntfy) }
        return keys
    }
}
