import APIClient
package import Community
import HTTPService
import HTTPTypes
package import Hummingbird
package import Logging
package import MQTT
package import Messages
import NIOCore
package import Phones
import Posix

/// The routes of the gateway: `/api` and the files of the page.
package struct GatewayAPI: Sendable {
    let community: Community
    let messages: MessageStore
    let maps: BaseMaps
    let routes: RouteFolder
    let desk: RouteDesk
    let daemon: Daemon
    let devices: DeviceMirror
    let unknown: UnknownTargets
    let movedSites: MovedSites
    let phoneRoutes: PhoneRoutes?
    var changes: ChangeLog<Change> { community.changes }
    let page: Settings
    /// How it goes with each way in and out.
    let ways: @Sendable () async -> [EndpointState]
    /// Of these, the servers of places elsewhere.
    let providers: @Sendable () async -> [EndpointState]
    private let files: ServedFiles
    let pictures: PictureMaker
    /// Of wrong secrets.
    let attempts: AttemptLimit
    /// Of new codes and sign-ups.
    let requests: AttemptLimit
    /// Of codes that people approve.
    let codes: AttemptLimit
    /// Of what people ask of each other.
    let tellings: TellingLimit
    let streams = StreamSeats()
    let locks = KeyedLock()
    let deviceEvents = DeviceEvents()

    /// What the configuration says.
    package struct Settings: Sendable {
        package var version: String
        /// Where people reach the page, as in `https://home.example`; `nil`: on this machine alone.
        package var publicURL: String?
        /// The port of the page on this machine.
        package var port: Int
        /// The first part of the page's host name on this machine, `WORD.localhost`.
        package var word: String
        /// Whether whoever finds the page may ask for an account.
        package var allowsSignup: Bool
        /// The ntfy servers that people may choose.
        package var ntfyServers: [String]
        /// A server whose tiles are the base map; `nil`: it is this machine's own.
        package var tiles: Tiles?
        /// Whether the gateway itself speaks TLS: then it has no plain page for this machine.
        package var hasTLS: Bool
        /// Whether a proxy of this machine says whose requests it passes on.
        package var isBehindProxy: Bool
        /// Where the gateway keeps what it knows, for programs of this machine; `nil`: they are not told.
        package var stateDirectory: String?
        /// When the gateway began, in Unix seconds.
        package var started: Int64
        /// The folder where the packages of the page's libraries are.
        package var libraries: String
        /// What makes pictures smaller.
        package var pictureProgram = PictureMaker.program
        /// The broker at which phones may publish; `nil`: none.
        package var broker: Broker?

        package struct Broker: Sendable {
            package var host: String
            package var port: Int
            package var isSecure: Bool
            /// Filters of topics where phones publish.
            package var positions: [String]
            /// Whether one of them takes what is published to that topic.
            package var takes: @Sendable (String) -> Bool

            package init(
                host: String, port: Int, isSecure: Bool, positions: [String],
                takes: @escaping @Sendable (String) -> Bool
            ) {
                (self.host, self.port, self.isSecure) = (host, port, isSecure)
                (self.positions, self.takes) = (positions, takes)
            }
        }

        package init(
            version: String, publicURL: String?, port: Int, word: String, allowsSignup: Bool,
            ntfyServers: [String] = [], tiles: Tiles? = nil, hasTLS: Bool, isBehindProxy: Bool,
            stateDirectory: String? = nil, started: Int64,
            libraries: String? = nil, broker: Broker? = nil
        ) {
            (self.version, self.publicURL, self.port) = (version, publicURL, port)
            (self.word, self.allowsSignup) = (word, allowsSignup)
            (self.ntfyServers, self.tiles) = (ntfyServers, tiles)
            (self.hasTLS, self.isBehindProxy) = (hasTLS, isBehindProxy)
            (self.stateDirectory, self.started) = (stateDirectory, started)
            self.libraries = libraries ?? Libraries.folder
            self.broker = broker
        }
    }

    /// Pictures of the map, of a server elsewhere.
    package struct Tiles: Sendable {
        /// With `{z}`, `{x}` and `{y}` in it.
        var url: String
        /// Of the server, as in `https://tiles.example`.
        var origin: String
        var credit: String

        package init(url: String, origin: String, credit: String) {
            (self.url, self.origin, self.credit) = (url, origin, credit)
        }
    }

    /// `phones`: `nil`: nothing is taken from them.
    package init(
        community: Community, messages: MessageStore, maps: BaseMaps, routes: RouteFolder,
        desk: RouteDesk, daemon: Daemon, devices: DeviceMirror,
        unknown: UnknownTargets = UnknownTargets(), movedSites: MovedSites,
        files: PageFolder, phones: PhoneRoutes? = nil, settings: Settings, log: Logger,
        uptime: @escaping @Sendable () -> Double,
        ways: @escaping @Sendable () async -> [EndpointState] = { [] },
        providers: @escaping @Sendable () async -> [EndpointState] = { [] }
    ) {
        (self.ways, self.providers) = (ways, providers)
        (self.community, self.messages, self.maps) = (community, messages, maps)
        (self.routes, self.desk) = (routes, desk)
        (self.daemon, self.devices, page) = (daemon, devices, settings)
        (self.unknown, self.movedSites) = (unknown, movedSites)
        phoneRoutes = phones
        self.files = ServedFiles(files, Libraries(in: settings.libraries, log: log))
        pictures = PictureMaker(program: settings.pictureProgram)
        attempts = AttemptLimit(uptime: uptime)
        requests = AttemptLimit(uptime: uptime)
        codes = AttemptLimit(uptime: uptime)
        tellings = TellingLimit(uptime: uptime)
    }

    /// For the network and for the gateway's own socket alike: who asks makes the difference.
    package func router() -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: [.autoGenerateHeadEndpoints])
        let description = OpenAPI(version: page.version, operations: Self.operations).text
        router.add(middleware: SenderOfBodies())
        router.add(middleware: SecurityHeaders(page))
        router.add(middleware: Compression())
        router.add(middleware: ProblemMiddleware(of: "geofenced-gateway", Problem.init(ofGateway:)))
        phoneRoutes?.add(to: router)
        router.add(middleware: RequestCheck(.gatewaySocket))
        router.add(middleware: HostCheck(page))
        router.add(middleware: CrossSiteCheck(page))
        router.add(middleware: DescriptionCheck(description, root: "/api"))
        for operation in Self.operations {
            router.on(operation.routerPath, method: operation.method) { request, context in
                try await answer(operation, request, context)
            }
        }
        router.get("api/openapi.json") { _, _ in Response.json(text: description) }
        router.get("metrics") { request, context in try await metrics(request, context) }
        router.get("health") { _, _ in Response.json(text: #"{"status":"ok"}"#) }
        addTiles(to: router)
        addCalendars(to: router)
        files.add(to: router)
        return router
    }

    static let operations: [Operation] =
        joining + me + people + groups + members + requests + phones + arrivals
        + calendar
        + deviceOperations
        + favourites + deals + placeOperations + tips + messageOperations + statusOperations
        + baseMapOperations + routeOperations
        + things + bills
        + bulletins + forms + reviews + organisationDeals
}

// MARK: - One request

extension GatewayAPI {
    private func answer(
        _ operation: Operation, _ request: Request, _ context: PageContext
    ) async throws -> Response {
        // Who asks comes first: what is wrong with a request is not for others to find out.
        var context = context
        if page.isBehindProxy { context.peer = context.peer.behindProxy(request.headers) }
        let (caller, session) = try await caller(operation.audience, request, context)
        do {
            return try await answer(operation, request, context, caller, session)
        } catch CommunityError.forbidden(let words) {
            context.logger.notice(
                "somebody was refused something",
                metadata: [
                    "operation": "\(operation.id)", "caller": "\(caller?.words ?? "nobody")",
                ])
            throw CommunityError.forbidden(words)
        }
    }

    private func answer(
        _ operation: Operation, _ request: Request, _ context: PageContext, _ caller: Caller?,
        _ session: SignedIn?
    ) async throws -> Response {
        let arguments = try await arguments(
            operation, request, upTo: caller == nil ? Self.strangersBody : HTTPLimits.body)
        return try await ifUnchanged(
            operation,
            Call(
                request: request, context: context, caller: caller, session: session,
                cookie: SessionCookie(page, request), arguments: arguments))
    }

    /// Bytes of a body of somebody who has not signed in: a secret, and a name or two.
    private static let strangersBody = 4096

    /// `limit`: bytes of the body.
    private func arguments(
        _ operation: Operation, _ request: Request, upTo limit: Int
    ) async throws -> Arguments {
        for member in operation.query {
            let texts = request.uri.queryParameters[values: member.name[...]]
            guard texts.count < 2 else {
                throw member.problem("is there twice: say it once")
            }
            for text in texts { try member.check(queryText: String(text)) }
        }
        guard let body = operation.body else { return try Arguments(.object([:]), []) }
        if !body.contains(where: \.isRequired) {
            let value = try await request.jsonIfAny(AnyJSON.self, upTo: limit)
            return try Arguments(value ?? .object([:]), body)
        }
        return try Arguments(try await request.json(AnyJSON.self, upTo: limit), body)
    }

    /// Who asks; throws a `Problem` if `audience` does not include them.
    func caller(
        _ audience: Operation.Audience, _ request: Request, _ context: PageContext
    ) async throws -> (Caller?, SignedIn?) {
        switch context.peer {
        case .account(let account):
            guard let name = request.headers[.person] else { return (.machine, nil) }
            guard let id = PersonID(name),
                let person = try? await community.person(id, by: .machine)
            else { throw Problem(.notFound, "person \(name.quoted) is not there") }
            guard audience != .machine, audience != .admin || person.isAdmin else {
                throw Problem.nothingHere
            }
            context.logger.notice(
                "a program of this machine asks for a person",
                metadata: [
                    "person": "\(person.id)", "uid": "\(account.uid)",
                    "request": "\(request.method) \(request.uri.path)",
                ])
            return (.person(person.id), nil)
        case .address:
            guard let secret = SessionCookie(page, request).secret,
                let session = try await community.session(secret)
            else {
                guard audience == .anyone else { throw Problem.signInFirst }
                return (nil, nil)
            }
            switch audience {
            case .admin where !session.isAdmin: throw Problem.nothingHere
            case .machine: throw Problem.nothingHere
            default: return (.person(session.person), session)
            }
        }
    }
}

extension Caller {
    /// For the log.
    fileprivate var words: String {
        switch self {
        case .machine: "this machine"
        case .person(let person): "\(person)"
        }
    }
}

extension HTTPField.Name {
    /// The person for whom a program of this machine asks.
    static let person = HTTPField.Name("Geofenced-Person")!
}

extension Operation {
    /// As Hummingbird has it.
    fileprivate var routerPath: RouterPath {
        let segments = path.split(separator: "/").map { segment in
            guard segment.hasPrefix("{") else { return String(segment) }
            let name = segment.dropFirst().dropLast()
            return name.hasSuffix("...") ? "**" : ":\(name)"
        }
        return RouterPath("api/" + segments.joined(separator: "/"))
    }
}

extension Parameter {
    /// Throws a `Problem` that names it if an item of the query cannot be `text`.
    fileprivate func check(queryText text: String) throws(Problem) {
        switch kind {
        case .text, .lines, .choice, .time: try check(.string(text))
        case .flag:
            try check(text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text))
        case .integer: try check(Int64(text).map { .integer($0) } ?? .string(text))
        case .number: try check(Double(text).map { .number($0) } ?? .string(text))
        case .other: break
        }
    }
}
