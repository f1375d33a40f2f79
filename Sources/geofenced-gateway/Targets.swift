import GatewaySettings
import Logging
import Messages
import Posix
import Ways

/// The programs that are told notices, each at its own pace.
struct Targets: Sendable {
    private let tellings: [TargetTelling]
    private let store: MessageStore
    private let log: Logger

    /// `others`: besides the webhooks of the configuration.
    init(
        _ configuration: GatewayConfiguration, others: [any NoticeTarget] = [],
        store: MessageStore, _ log: Logger
    ) throws {
        let sender = HTTPSender()
        let control = try SocketPath(configuration.daemon.control)
        let notifications = try SocketPath(configuration.daemon.notifications)
        let webhooks: [any NoticeTarget] = configuration.webhooks.map {
            Webhook($0, sender: sender)
        }
        (self.store, self.log) = (store, log)
        tellings = (webhooks + others).map {
            TargetTelling(
                $0, control: control, notifications: notifications, store: store, logger: log)
        }
    }

    /// Runs until the task is cancelled.
    func run() async throws {
        try await persistently("targets wait", SystemWayClock(), log) {
            try await store.keepTargets(tellings.map(\.id))
        }
        try await withThrowingTaskGroup { group in
            for telling in tellings { group.addTask { try await telling.run() } }
            // There may be none.
            group.addTask { try await Bell().wait() }
            try await group.waitForAll()
        }
    }

    /// How it goes with each.
    func states() async -> [WayState] {
        var states: [WayState] = []
        for telling in tellings { states.append(await telling.state) }
        return states
    }

    /// Says that the configuration was read again.
    func configurationChanged() {
        for telling in tellings { telling.configurationChanged() }
    }
}

extension Webhook {
    fileprivate init(_ settings: GatewayConfiguration.Webhook, sender: HTTPSender) {
        var selection = NoticeSelection()
        selection.devices =
            switch settings.devices {
            case nil: .own
            case ["*"]: .all
            case let ids?: .named(ids)
            }
        selection.kinds = settings.kinds
        selection.transitions = settings.transitions?.map(\.rawValue)
        let key = settings.secretFile.map { path -> @Sendable () throws -> [UInt8] in
            { try SigningKey(file: path).bytes }
        }
        self.init(
            url: settings.url, format: settings.format == .ntfy ? .ntfy : .cloudEvents,
            selection: selection, key: key, tokenFile: settings.tokenFile, sender: sender)
    }
}
