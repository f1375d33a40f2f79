package import Logging
package import MQTT

/// Delivers what waits in the store: each target's in order, and no target waits for another.
package actor MessageCourier {
    private let store: MessageStore
    private let ways: [String: any MessageChannel]
    private let clock: any GatewayClock
    private let logger: Logger
    private var busy: Set<DeliveryTarget> = []
    private var states: [DeliveryTarget: DeliveryState] = [:]
    private let signal: AsyncSignal

    package init(
        _ store: MessageStore, ways: [any MessageChannel], clock: any GatewayClock, logger: Logger
    ) {
        (self.store, self.clock, self.logger) = (store, clock, logger)
        signal = store.undelivered
        self.ways = Dictionary(ways.map { ($0.name, $0) }) { one, _ in one }
    }

    /// Says that there may be something new.
    package nonisolated func wake() { signal.raise() }

    /// Runs until the task is cancelled.
    package func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for way in ways.values { group.addTask { try await self.repeatLost(by: way) } }
            while true {
                let targets = try await persistently { try await self.store.behind() }
                for target in targets.keys where busy.insert(target).inserted {
                    group.addTask { try await self.deliver(to: target) }
                }
                try await signal.wait()
            }
        }
    }

    /// What the other side has acknowledged and lost waits again.
    private func repeatLost(by way: any MessageChannel) async throws {
        var number = 0
        while true {
            number = try await way.forgets(after: number)
            try await persistently { try await self.store.repeatDeliveries(by: way.name) }
            signal.raise()
        }
    }

    /// Of all targets that have had something, or wait for it.
    package func states() async throws -> [EndpointState] {
        let behind = try await store.behind()
        for target in behind.keys where states[target] == nil { _ = note(.delivered, target) }
        return states.map { target, state in
            var way = state.way
            way.behind = behind[target] ?? 0
            return way
        }.sorted { $0.id < $1.id }
    }

    /// Delivers until nothing waits for the target any more.
    private func deliver(to target: DeliveryTarget) async throws {
        while let waiting = try await next(target) {
            let delivery = try await attempt(waiting, target)
            let isNews = note(delivery, target)
            switch delivery {
            case .delivered:
                if isNews { log(.notice, "messages are delivered again", target) }
                try await end(waiting, target, doubt: ways[target.way]?.doubt ?? 0)
            case .refused:
                log(
                    .warning, "a message cannot be delivered and is set aside", target,
                    ["message": "\(waiting.message.id)", "error": "\(delivery.fault)"])
                try await end(waiting, target, doubt: 0)
            case .later, .ended:
                if isNews {
                    log(
                        .warning, "messages cannot be delivered, and wait", target,
                        ["error": "\(delivery.fault)"])
                }
                try await clock.sleep(seconds: states[target]?.wait(after: delivery, clock) ?? 0)
                // A new connection says more than how often it was tried.
                if try await ways[target.way]?.isBack() == true {
                    states[target]?.backoff = Backoff()
                }
            }
        }
    }

    /// Something that came meanwhile is seen by `run`, or here.
    private func next(_ target: DeliveryTarget) async throws -> WaitingDelivery? {
        let waiting = try await persistently { try await self.store.nextDelivery(to: target) }
        if waiting == nil {
            busy.remove(target)
            signal.raise()
        }
        return waiting
    }

    private func attempt(
        _ waiting: WaitingDelivery, _ target: DeliveryTarget
    ) async throws -> Delivery {
        guard let way = ways[target.way] else {
            return .refused("there is no way called \(target.way)")
        }
        let settings = try await persistently {
            try await self.store.settings(of: target.person)
        }
        let rings = settings.wantsAttention(at: clock.now, happened: waiting.happened)
        return try await way.deliver(
            waiting.message, id: waiting.id, rings: rings, to: target.target)
    }

    private func end(
        _ waiting: WaitingDelivery, _ target: DeliveryTarget, doubt: Double
    ) async throws {
        try await persistently { [clock] in
            try await self.store.endDelivery(
                of: waiting.message.id, to: target, doubt: doubt, now: clock.now)
        }
    }

    /// Tries again until the database can be used: what is done with it must not be done twice.
    private func persistently<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await MQTT.persistently("deliveries wait", clock, logger, body)
    }

    /// Returns whether that is to be logged.
    private func note(_ delivery: Delivery, _ target: DeliveryTarget) -> Bool {
        let shown = shown(target)
        let kind = EndpointState.Kind(rawValue: target.way) ?? .ntfy
        let way = EndpointState(
            id: "\(target.way)/\(target.person)/\(shown)", kind: kind, name: shown,
            person: target.person)
        return states[target, default: DeliveryState(way)].note(delivery, at: clock.now)
    }

    private func shown(_ target: DeliveryTarget) -> String {
        ways[target.way]?.shown(target.target) ?? ""
    }

    private func log(
        _ level: Logger.Level, _ message: Logger.Message, _ target: DeliveryTarget,
        _ more: Logger.Metadata = [:]
    ) {
        let metadata: Logger.Metadata = [
            "way": "\(target.way)", "person": "\(target.person)", "target": "\(shown(target))",
        ]
        logger.log(level: level, message, metadata: metadata.merging(more) { one, _ in one })
    }
}
