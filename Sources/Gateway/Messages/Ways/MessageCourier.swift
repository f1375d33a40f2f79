package import Logging
package import MQTT

/// Delivers what waits in the store: each target's in order, and no target waits for another.
package actor MessageCourier {
    private let store: MessageStore
    private let ways: [String: any MessageWay]
    private let clock: any WayClock
    private let logger: Logger
    private var busy: Set<DeliveryTarget> = []
    private var states: [DeliveryTarget: DeliveryState] = [:]
    /// What was logged of a target since it worked the last time.
    private var told: [DeliveryTarget: Set<String>] = [:]
    /// Faults of one target that are logged, at most: a server may say something new each time.
    private static let mostFaults = 5
    private let bell: Bell

    package init(
        _ store: MessageStore, ways: [any MessageWay], clock: any WayClock, logger: Logger
    ) {
        (self.store, self.clock, self.logger) = (store, clock, logger)
        bell = store.undelivered
        self.ways = Dictionary(ways.map { ($0.name, $0) }) { one, _ in one }
    }

    /// Says that there may be something new.
    package nonisolated func wake() { bell.ring() }

    /// Runs until the task is cancelled.
    package func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for way in ways.values { group.addTask { try await self.repeatLost(by: way) } }
            while true {
                let targets = try await persistently { try await self.store.behind() }
                for target in targets.keys where busy.insert(target).inserted {
                    group.addTask { try await self.deliver(to: target) }
                }
                try await bell.wait()
            }
        }
    }

    /// What the other side has acknowledged and lost waits again.
    private func repeatLost(by way: any MessageWay) async throws {
        var number = 0
        while true {
            number = try await way.forgets(after: number)
            try await persistently { try await self.store.repeatDeliveries(by: way.name) }
            bell.ring()
        }
    }

    /// Of all targets that have had something, or wait for it.
    package func states() async throws -> [DeliveryState] {
        let behind = try await store.behind()
        for target in behind.keys where states[target] == nil { note(target, nil) }
        return states.map { target, state in
            var state = state
            state.behind = behind[target] ?? 0
            return state
        }.sorted { ($0.way, $0.person, $0.target) < ($1.way, $1.person, $1.target) }
    }

    /// Delivers until nothing waits for the target any more.
    private func deliver(to target: DeliveryTarget) async throws {
        var backoff = Backoff()
        while let waiting = try await next(target) {
            switch try await attempt(waiting, target) {
            case .delivered:
                backoff = Backoff()
                note(target, nil)
                try await end(waiting, target, doubt: ways[target.way]?.doubt ?? 0)
            case .refused(let why):
                logger.warning(
                    "a message cannot be delivered and is set aside",
                    metadata: metadata(target, ["message": "\(waiting.message.id)", "error": why]))
                try await end(waiting, target, doubt: 0)
            case .later(let why, let after):
                note(target, why)
                let wait = backoff.wait(asked: after, jitter: clock.jitter())
                try await clock.sleep(seconds: wait)
                // A new connection says more than how often it was tried.
                if try await ways[target.way]?.isBack() == true { backoff = Backoff() }
            }
        }
    }

    /// Something that came meanwhile is seen by `run`, or here.
    private func next(_ target: DeliveryTarget) async throws -> WaitingDelivery? {
        let waiting = try await persistently { try await self.store.nextDelivery(to: target) }
        if waiting == nil {
            busy.remove(target)
            bell.ring()
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

    /// Logs when it begins to work, or ceases to. `error`: `nil` if it works.
    private func note(_ target: DeliveryTarget, _ error: String?) {
        let shown = ways[target.way]?.shown(target.target) ?? ""
        var state =
            states[target]
            ?? DeliveryState(
                way: target.way, person: target.person, target: shown, works: error == nil,
                since: clock.now, behind: 0)
        if state.works != (error == nil) {
            (state.works, state.since) = (error == nil, clock.now)
        }
        if let error { (state.error, state.failed) = (error, clock.now) }
        states[target] = state
        if let error {
            guard told[target, default: []].count < Self.mostFaults,
                told[target, default: []].insert(error).inserted
            else { return }
            logger.warning(
                "messages cannot be delivered, and wait",
                metadata: metadata(target, ["error": error]))
        } else if told.removeValue(forKey: target) != nil {
            logger.notice("messages are delivered again", metadata: metadata(target, [:]))
        }
    }

    private func metadata(_ target: DeliveryTarget, _ more: [String: String]) -> Logger.Metadata {
        let shown = ways[target.way]?.shown(target.target) ?? ""
        let all = ["way": target.way, "person": target.person, "target": shown]
            .merging(more) { one, _ in one }
        return all.mapValues { .string($0) }
    }
}
