import APIClient
import Community
import EventLoops
import FoundationEssentials
import GatewaySettings
import Logging
import Messages
import Page
import Phones
import Posix

/// What outlives the process: people, messages, the base map, and the page's name on this machine.
struct GatewayState: Sendable {
    let community: Community
    let messages: MessageStore
    let maps: BaseMaps
    let word: PageWord

    init(
        _ directory: StateDirectory, _ configuration: GatewayConfiguration, _ log: Logger
    ) throws {
        community = try Community(
            in: directory.path, now: { systemMilliseconds() / 1000 }, uptime: bootUptime)
        let servers = configuration.ntfy.map {
            NtfyWay.Server(url: "\($0.url)", tokenFile: $0.tokenFile)
        }
        messages = try MessageStore(
            path: directory.file(GatewayDatabase.fileName),
            ways: [NtfyWay(servers: servers, sender: HTTPSender())])
        maps = BaseMaps(in: directory.path, log: log)
        word = try PageWord(in: directory)
    }
}

/// What the gateway consists of besides its sockets.
struct GatewayParts: Sendable {
    let api: GatewayAPI
    private let state: GatewayState
    private let devices: DeviceFeed
    private let upkeep: Upkeep
    private let service: MessageService
    private let intake: PhoneIntake
    private let targets: Targets
    /// Grows whenever the daemon has to be told of devices again.
    private let cameBack = ChangeCount()
    private let log: Logger

    /// `port`: of the page, which systemd may have opened.
    init(
        _ configuration: GatewayConfiguration, port: Int, _ state: GatewayState, _ log: Logger
    ) throws {
        let control = try SocketPath(configuration.daemon.control)
        let daemon = Daemon(at: control)
        (self.state, self.log) = (state, log)
        intake = PhoneIntake(
            state.community, daemon: APIClient(at: control), logger: log,
            deviceIsMissing: { [cameBack] in cameBack.advance() })
        devices = DeviceFeed(at: control)
        upkeep = Upkeep(community: state.community, daemon: daemon, log: log)
        service = MessageService(
            notifications: try SocketPath(configuration.daemon.notifications),
            store: state.messages, recipients: PeopleTold(state.community, devices), logger: log)
        targets = try Targets(configuration, session: nil, state, log)
        api = GatewayAPI(
            community: state.community, messages: state.messages, maps: state.maps, daemon: daemon,
            devices: devices, phones: PhoneRoutes(intake),
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
                isBehindProxy: configuration.plainHTTP, started: systemMilliseconds() / 1000,
                broker: configuration.mqtt.map {
                    .init(host: $0.host, port: $0.port, isSecure: $0.isSecure)
                }),
            log: log, uptime: bootUptime,
            ways: { [service, targets] in await service.ways() + targets.states() })
    }

    /// Runs until the task is cancelled.
    func run(_ watch: DaemonWatch) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await devices.run {
                    await watch.note(nil)
                    cameBack.advance()
                } wentAway: { error in
                    await watch.note(error)
                }
            }
            group.addTask { try await devices.followNews() }
            group.addTask { try await upkeep.run(daemonCameBack: cameBack) }
            group.addTask { try await service.run() }
            group.addTask { try await targets.run() }
            group.addTask { try await tidy() }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Says that the configuration was read again.
    func configurationChanged() { targets.configurationChanged() }

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
