import Formats

extension GatewayConfiguration {
    /// The keys of the file, dotted, in the order to show them.
    package enum Key: String, CaseIterable, Sendable {
        case listen
        case publicURL = "public_url"
        case certificate
        case key
        case plainHTTP = "plain_http"
        case stateDirectory = "state_directory"
        case socket

        case control = "daemon.control"
        case notifications = "daemon.notifications"

        case signup = "people.signup"

        case files = "page.files"
        case tiles = "page.tiles"
        case credit = "page.credit"

        case waypoints = "phones.waypoints"

        case valhalla = "routes.valhalla"

        case postgres = "deals.postgres"

        /// A list of tables.
        case provider = "places.provider"

        /// A list of tables.
        case ntfy
        /// A table that is there or not.
        case mqtt
        /// A list of tables.
        case webhook
    }

    /// Sets the property of `key` to a value of the file, or throws what is wrong with that:
    /// `TOMLError`, or several as `ConfigurationError`.
    mutating func set(_ key: Key, to value: TOMLValue) throws {
        switch key {
        case .listen: listen = try value.address()
        case .publicURL: publicURL = try value.origin()
        case .certificate: certificate = try value.readableFile()
        case .key: self.key = try value.secretFile()
        case .plainHTTP: plainHTTP = try value.boolean()
        case .stateDirectory: stateDirectory = try value.path()
        case .socket: socket = try value.socketPath()

        case .control: daemon.control = try value.socketPath()
        case .notifications: daemon.notifications = try value.socketPath()

        case .signup: people.signup = try value.choice()

        case .files: page.files = try value.path()
        case .tiles: page.tiles = try value.tileURL()
        case .credit: page.credit = try value.credit()

        case .waypoints: phones.waypoints = try value.boolean()

        case .valhalla: routes.valhalla = try value.serverURL()

        case .postgres: deals.postgres = try value.postgres()

        case .provider: providers = try value.providers()

        case .ntfy: ntfy = try value.ntfyServers()
        case .mqtt: mqtt = try value.broker()
        case .webhook: webhooks = try value.webhooks()
        }
    }
}
