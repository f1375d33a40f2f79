import APIClient
import Community
import EventLoops
import Glibc
import Logging
import MQTT
import Messages
import Page
import Phones
import Posix
import Providers
import Routing
import Settings

/// What outlives the process: people, messages, the base map, and the page's name on this machine.
struct GatewayState: Sendable {
    let community: Community
    /// `nil` if the configuration has no broker.
    let broker: MQTTSession?
    let messages: MessageStore
    let maps: BaseMaps
    let routes: RouteFolder
    let word: PageWord
    /// The path of the database.
    let database: String
    /// Of positions over HTTP and from the broker.
    let phones: PhoneIntake
    /// Grows whenever the daemon does not know the device of a phone.
    let deviceIsMissing: ChangeCount
    let refusedDevices: RefusedDevices

    init(
        _ directory: StateDirectory, _ configuration: GatewayConfiguration, _ log: Logger
    ) throws {
        community = try Community(
            in: directory.path, now: { systemMilliseconds() / 1000 }, uptime: bootUptime)
        if let restored = community.restored {
            log.notice(
                "of the backup, some groups and their members are here",
                metadata: [
                    "groups": "\(restored.groups)", "people": "\(restored.people)",
                    "people forgotten": "\(restored.forgotten)",
                ])
        }
        let (missing, refused) = (ChangeCount(), RefusedDevices())
        (deviceIsMissing, refusedDevices) = (missing, refused)
        phones = PhoneIntake(
            community, daemon: APIClient(at: try SocketPath(configuration.daemon.control)),
            logger: log, refused: refused, deviceIsMissing: { missing.advance() })
        let servers = configuration.ntfy.map {
            NtfyChannel.Server(url: "\($0.url)", tokenFile: $0.tokenFile)
        }
        broker = configuration.mqtt.map { [phones] in
            MQTTSession($0, log) { try await phones.receive($0) }
        }
        let ways: [any MessageChannel] = [NtfyChannel(servers: servers, sender: HTTPSender())]
        database = directory.file(GatewayDatabase.fileName)
        messages = try MessageStore(
            path: database,
            ways: ways
                + (broker.map {
                    [MQTTChannel($0, NodeTopics(node: configuration.mqtt?.node))]
                } ?? []))
        maps = BaseMaps(in: directory.path, log: log)
        routes = RouteFolder(in: directory.path)
        word = try PageWord(in: directory)
    }
}

/// What the gateway consists of besides its sockets.
struct GatewayParts: Sendable {
    let api: GatewayAPI
    private let state: GatewayState
    private let devices: DeviceMirror
    private let phoneNews: PhoneNews
    private let upkeep: DaemonSync
    private let service: MessageService
    private let targets: Targets
    private let providers: Providers
    private let sharedDeals: SharedDeals?
    private let log: Logger

    /// `port`: of the page, which systemd may have opened.
    init(
        _ configuration: GatewayConfiguration, _ page: PageFolder, port: Int, _ state: GatewayState,
        _ log: Logger
    ) throws {
        let control = try SocketPath(configuration.daemon.control)
        let daemon = Daemon(at: control)
        (self.state, self.log) = (state, log)
        devices = DeviceMirror(at: control, changes: state.community.changes)
        let publish = state.broker.map { session -> PhoneNews.Publish in
            { try await session.publish(MQTTPublication(topic: $0, payload: $1)) }
        }
        phoneNews = PhoneNews(
            state.community, state.messages, devices,
            carriesRegions: configuration.phones.waypoints, publish: publish)
        let unknown = UnknownTargets()
        let movedSites = MovedSites(state.community, daemon)
        upkeep = DaemonSync(
            community: state.community, daemon: daemon, messages: state.messages, devices: devices,
            refused: state.refusedDevices, unknown: unknown, movedSites: movedSites, log: log)
        let people = PeopleTold(state.community, devices)
        service = MessageService(
            notifications: try SocketPath(configuration.daemon.notifications),
            store: state.messages, recipients: people, logger: log)
        targets = try Targets(
            configuration, session: state.broker, devices, people, state.messages, log)
        providers = Providers(
            configuration.providers.map(Provider.init), node: configuration.node, control: control,
            database: state.database, devices: devices, log: log,
            allows: { [community = state.community] device in
                (try? await community.mayAskServers(around: device)) ?? false
            })
        sharedDeals = configuration.deals.postgres.map { postgres in
            SharedDeals(
                of: configuration.node, to: postgres, state.community,
                daemon: APIClient(at: control), log: log)
        }
        api = GatewayAPI(
            community: state.community, messages: state.messages, maps: state.maps,
            routes: state.routes, desk: Self.desk(configuration, state.routes), daemon: daemon,
            devices: devices, unknown: unknown, movedSites: movedSites, files: page,
            phones: PhoneRoutes(state.phones) { [phoneNews] in await phoneNews.answer($0, $1) },
            settings: .init(
                version: programVersion, publicURL: configuration.publicURL.map { "\($0)" },
                port: port, word: state.word.text,
                allowsSignup: configuration.people.signup == .approve,
                ntfyServers: configuration.ntfy.map { "\($0.url)" },
                tiles: configuration.page.tiles.map {
                    .init(
                        url: $0.text, origin: "\($0.origin)", credit: configuration.page.credit)
                },
                hasTLS: configuration.certificate != nil,
                isBehindProxy: configuration.plainHTTP,
                stateDirectory: configuration.stateDirectory.absolutePath,
                started: systemMilliseconds() / 1000,
                broker: configuration.mqtt.map { mqtt in
                    .init(
                        host: configuration.brokerOfPhones ?? mqtt.host, port: mqtt.port,
                        isSecure: mqtt.isSecure, positions: mqtt.positions
                    ) { topic in
                        mqtt.positions.contains { TopicFilter($0).takes(topic) }
                    }
                }),
            log: log, uptime: bootUptime,
            ways: { [targets, service, providers, sharedDeals] in
                let atBroker = await state.broker?.state
                return await state.phones.states + (atBroker.map { [$0] } ?? [])
                    + targets.states() + providers.states()
                    + [sharedDeals?.state].compactMap(\.self) + service.ways()
            }, providers: { [providers] in await providers.states() })
    }

    /// A server that the configuration names comes before what is on this machine.
    private static func desk(
        _ configuration: GatewayConfiguration, _ routes: RouteFolder
    ) -> RouteDesk {
        let server = configuration.routes.valhalla.map { url in
            Valhalla(at: "\(url)", credit: configuration.page.credit, sender: HTTPSender())
        }
        return RouteDesk(
            uptime: bootUptime, sleep: { try await LoopClock().sleep(for: .seconds($0)) },
            engines: {
                let prepared: (any RoutingEngine)? = await routes.engine()
                return [server, prepared].compactMap(\.self)
            })
    }

    /// Runs until the task is cancelled.
    func run(_ watch: DaemonWatch) async throws {
        let (allIsDue, placesAreDue) = (ChangeCount(), ChangeCount())
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await devices.run {
                    await watch.note(nil)
                    allIsDue.advance()
                    await providers.daemonIsBack()
                } wentAway: { error in
                    await watch.note(error)
                } placesChanged: {
                    placesAreDue.advance()
                } lookedUp: {
                    await providers.lookedUp($0)
                }
            }
            group.addTask { try await phoneNews.run() }
            group.addTask {
                try await upkeep.run(
                    allIsDue: allIsDue, placesAreDue: placesAreDue,
                    deviceIsMissing: state.deviceIsMissing)
            }
            group.addTask { try await service.run() }
            group.addTask { try await targets.run() }
            group.addTask { try await providers.run() }
            if let sharedDeals {
                group.addTask { try await sharedDeals.run() }
            }
            if let broker = state.broker {
                group.addTask { try await broker.run() }
            }
            group.addTask { try await tidy() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func tidy() async throws {
        while true {
            do {
                try await state.community.tidy()
            } catch {
                log.warning("what is over is not removed yet", metadata: ["error": "\(error)"])
            }
            try await LoopClock().sleep(for: .seconds(3600))
        }
    }
}
