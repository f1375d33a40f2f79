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
    /// `nil`: there is no broker.
    package var mqtt: MQTT?
    /// Programs that are told notices.
    package var webhooks: [Webhook] = []
    package var phones = Phones()
    package var routes = Routes()
    package var deals = Deals()
    /// Servers of places and deals elsewhere.
    package var providers: [Provider] = []

    package init() {}

    /// What tells this node from others: at their broker, and in their tables.
    package var node: String { mqtt?.node ?? hostName() }

    /// The paths of geofenced's sockets.
    package struct Daemon: Equatable, Sendable {
        package var control = "/run/geofenced/control.sock"
        package var notifications = "/run/geofenced/notifications.sock"
    }

    package struct People: Equatable, Sendable {
        package var signup = Signup.invite
    }

    package struct Page: Equatable, Sendable {
        /// The folder of the page's files; `nil`: the one that came with the program.
        package var files: String?
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

    /// A broker of MQTT.
    package struct MQTT: Equatable, Sendable {
        /// A name or an address.
        package var host: String
        package var port: Int
        /// `mqtts`
        package var isSecure: Bool
        package var username: String?
        /// The path of a file with the password.
        package var passwordFile: String?
        /// The path of certificates (PEM) that the broker's must lead to; `nil`: the system's.
        package var authorities: String?
        /// `nil`: made of this machine's name.
        package var clientID: String?
        /// What tells this gateway's topics from those of others at the broker: `geofenced/NODE/…`; `nil`: it
        /// is the only one.
        package var node: String?
        /// Filters of topics where phones publish; empty: positions are not taken.
        package var positions = ["owntracks/+/+"]
        /// The topic where CloudEvents are told, with `{device}` in it; empty: nowhere.
        package var notices = "geofenced/notices/{device}"
        /// Whether transitions are told as OwnTracks does, on `owntracks/PERSON/DEVICE/event`.
        package var ownTracksEvents = true
        /// The prefix of Home Assistant's discovery; empty: it is told nothing.
        package var homeAssistant = "homeassistant"
        /// The ids of devices whose notices and positions are told.
        package var devices: [String] = []

        package init(host: String, port: Int, isSecure: Bool) {
            (self.host, self.port, self.isSecure) = (host, port, isSecure)
        }
    }

    /// A program that is told notices over HTTP.
    package struct Webhook: Equatable, Sendable {
        package enum Format: String, CaseIterable, Sendable {
            /// Structured, as `application/cloudevents+json`.
            case cloudevents
            /// Title, message and actions, for an ntfy server; the URL ends in the topic.
            case ntfy
        }

        package enum Transition: String, CaseIterable, Sendable { case enter, dwell, exit }

        /// `http` or `https`, without a user.
        package var url: String
        /// The path of a file with what it is signed with (Standard Webhooks: `whsec_…`).
        package var secretFile: String?
        /// The path of a file with a token that is sent (`Authorization: Bearer`).
        package var tokenFile: String?
        /// The ids of devices whose notices are told; `nil` and `["*"]`: all.
        package var devices: [String]?
        /// The kinds of regions that are told; `nil`: all.
        package var kinds: [String]?
        /// `nil`: all that the daemon tells.
        package var transitions: [Transition]?
        package var format = Format.cloudevents

        package init(url: String) { self.url = url }
    }

    package struct Phones: Equatable, Sendable {
        /// Whether OwnTracks phones carry the nearest regions as fences of their own.
        package var waypoints = false
    }

    package struct Routes: Equatable, Sendable {
        /// A server of Valhalla; `nil`: this machine's own routes alone.
        package var valhalla: WebOrigin?
    }

    package struct Deals: Equatable, Sendable {
        /// Where those of organisations are written for other nodes, as libpq reads it, without a password;
        /// `nil`: nowhere.
        package var postgres: String?
    }

    /// A server that knows places or deals, and is asked for those around devices.
    package struct Provider: Equatable, Sendable {
        package enum Kind: String, CaseIterable, Sendable {
            /// Any server of OGC API Features.
            case ogcFeatures = "ogc-features"
            case overpass
        }

        package enum Contents: String, CaseIterable, Sendable {
            case places, deals

            /// What can be said of one, as our own properties are called.
            package var properties: [String] {
                switch self {
                case .places:
                    [
                        "id", "name", "brand", "wikidata", "category", "street", "house_number",
                        "postcode", "city", "phone", "website", "opening_hours", "description",
                        "rating",
                    ]
                case .deals:
                    [
                        "id", "name", "company", "category", "description", "starts", "ends",
                        "capacity", "website", "opening_hours", "address", "radius",
                    ]
                }
            }
        }

        /// Of the source of its places, and so the first part of their ids.
        package var name: String
        package var kind: Kind
        package var url: WebAddress
        /// As the server calls it; `nil` of Overpass.
        package var collection: String?
        /// The path of a file with a token that is sent (`Authorization: Bearer`).
        package var tokenFile: String?
        /// What the server calls our properties, by ours; those that it calls as we do, or as
        /// OpenStreetMap does, are not here.
        package var properties: [String: String] = [:]
        /// Seconds after which a cell is asked for again.
        package var refresh = 86_400
        package var contents = Contents.places

        package init(name: String, kind: Kind, url: WebAddress) {
            (self.name, self.kind, self.url) = (name, kind, url)
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
        if page.files != other.page.files { keys.append(.files) }
        if page.tiles != other.page.tiles { keys.append(.tiles) }
        if page.credit != other.page.credit { keys.append(.credit) }
        if phones != other.phones { keys.append(.waypoints) }
        if routes != other.routes { keys.append(.valhalla) }
        if deals != other.deals { keys.append(.postgres) }
        if providers != other.providers { keys.append(.provider) }
        if ntfy != other.ntfy { keys.append(.ntfy) }
        if mqtt != other.mqtt { keys.append(.mqtt) }
        if webhooks != other.webhooks { keys.append(.webhook) }
        return keys
    }
}
