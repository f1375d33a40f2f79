import APIClient
package import Logging
package import MQTT
package import Posix

/// Tells one target the daemon's notices in order, each until it is acknowledged.
///
/// While the target is away, nothing is read: the daemon's log is what keeps its notices.
package actor TargetTelling {
    private let target: any NoticeTarget
    private let notifications: SocketPath
    private let daemon: APIClient
    private let store: MessageStore
    private let clock: any GatewayClock
    private let logger: Logger
    private var condition: DeliveryState
    /// Notices at hand that are not acknowledged.
    private var waiting = 0
    /// Whether there are no other notices than those at hand.
    private var isFollowing = false

    /// `control`, `notifications`: the daemon's sockets.
    package init(
        _ target: any NoticeTarget, control: SocketPath, notifications: SocketPath,
        store: MessageStore, clock: any GatewayClock = SystemGatewayClock(), logger: Logger
    ) {
        (self.target, self.notifications, self.store) = (target, notifications, store)
        (self.clock, self.logger) = (clock, logger)
        daemon = APIClient(at: control)
        condition = DeliveryState(
            EndpointState(id: target.shownID, kind: target.kind, name: target.name))
    }

    /// Of the target.
    package nonisolated var id: String { target.id }

    /// How it goes; `behind` is at most 1000, which may be more.
    package var state: EndpointState {
        get async {
            var state = condition.way
            if state.ended == true { return state }
            state.behind = waiting
            guard waiting > 0 || !isFollowing,
                let cursor = try? await store.cursor(of: target.id)
            else { return state }
            // Without the daemon, what is at hand is what is known.
            state.behind = (try? await count(after: cursor.last.after)) ?? state.behind
            return state
        }
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        if try await hasEnded() { try await rest("it has said so before") }
        var said = ""
        var backoff = Backoff()
        while true {
            var wait = Self.pause
            do {
                try await follow()
                backoff = Backoff()
            } catch is APIError {
                // Others say that the daemon is away.
                try Task.checkCancellation()
            } catch {
                try Task.checkCancellation()
                if said != "\(error)" {
                    log(.warning, "a target's notices wait", ["error": "\(error)"])
                }
                said = "\(error)"
                wait = backoff.wait(asked: nil, jitter: clock.jitter())
            }
            try await clock.sleep(seconds: wait)
        }
    }

    /// Seconds until the daemon is asked again.
    private static let pause = 1.0

    /// Tells until the target has lost something.
    private func follow() async throws {
        if try await stored() != nil, try await target.isReady() { try await goBack() }
        let begun = AsyncSignal()
        let hasLost = try await withThrowingTaskGroup { group in
            group.addTask {
                try await self.listen(begun)
                return false
            }
            group.addTask {
                // What was never told cannot be lost.
                try await begun.wait()
                try await self.target.forgets()
                return true
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        if hasLost { try await goBack() }
    }

    private func goBack() async throws {
        guard var cursor = try await stored(), cursor.last != cursor.earlier else { return }
        log(.notice, "a target has lost what it was told last, and is told again")
        cursor.goBack()
        try await keep(cursor)
    }

    /// `begun`: is rung once there is a cursor.
    private func listen(_ begun: AsyncSignal) async throws {
        let devices = target.selection.devices ?? []
        // The line of a request has room for so many.
        let asked = devices.count > Self.mostNamed ? [] : devices
        var cursor = try await stored()
        var stream = NoticeStream(
            at: notifications, from: cursor.map { .after($0.last) } ?? .now,
            transitions: target.selection.transitions, kinds: target.selection.kinds ?? [],
            devices: asked)
        defer { isFollowing = false }
        try await stream.listen { event in
            switch event {
            case .waiting: break
            case .notices(let notices):
                try await tell(notices.filter { asked == devices || $0.isOf(devices) }, &cursor)
            case .resumed(let point):
                try await move(&cursor, to: point)
                isFollowing = true
                begun.raise()
            case .gap(let from, let point):
                noteGap(from: from, to: point)
                try await move(&cursor, to: point)
                isFollowing = true
                begun.raise()
            }
            return true
        }
    }

    /// Devices that the daemon is asked for by name: its limit is a line of 4096 bytes.
    private static let mostNamed = 50

    private func tell(_ notices: [ReceivedNotice], _ cursor: inout TargetCursor?) async throws {
        var left = notices[...]
        defer { waiting = 0 }
        while !left.isEmpty {
            waiting = left.count
            var trouble: Delivery?
            let deliveries = try await target.tell(Array(left.prefix(target.mostTogether)))
            for (notice, delivery) in zip(left, deliveries) {
                guard end(notice, delivery) else {
                    trouble = delivery
                    break
                }
                left = left.dropFirst()
            }
            let reached = notices.prefix(notices.count - left.count).last?.position
            if let reached, reached != cursor?.last {
                try await move(&cursor, to: reached)
            }
            if let trouble { try await wait(trouble) }
        }
    }

    /// `false` if the notice must be told again.
    private func end(_ notice: ReceivedNotice, _ delivery: Delivery) -> Bool {
        switch delivery {
        case .later, .ended: return false
        case .delivered:
            condition.way.count("told")
            if isNews(delivery) { log(.notice, "notices are told again") }
        case .refused:
            condition.way.count("set_aside")
            guard isNews(delivery) else { break }
            log(
                .warning, "a notice cannot be told and is set aside; others like it are counted",
                ["sequence": "\(notice.position.after)", "error": "\(delivery.fault)"])
        }
        return true
    }

    private func wait(_ delivery: Delivery) async throws {
        if case .ended(let why) = delivery {
            try await persistently {
                try await self.store.setEnd(self.settings, of: self.target.id)
            }
            try await rest(why)
        }
        if isNews(delivery) {
            log(.warning, "notices cannot be told, and wait", ["error": "\(delivery.fault)"])
        }
        try await clock.sleep(seconds: condition.wait(after: delivery, clock))
    }

    private func isNews(_ delivery: Delivery) -> Bool { condition.note(delivery, at: clock.now) }

    /// Of the target: a file may be named there.
    private nonisolated var settings: String { target.settings.hash(64) }

    /// Whether it wants nothing any more, with the settings that it has.
    private func hasEnded() async throws -> Bool {
        try await persistently { try await self.store.end(of: self.target.id) == self.settings }
    }

    /// Tells nothing any more: the settings change at a restart.
    private func rest(_ why: String) async throws {
        let remedy = "change or remove it in gateway.toml, then restart the gateway"
        condition.way.ended = true
        if isNews(.later(why, remedy: remedy)) {
            log(.error, "a target wants no notices any more: \(remedy)", ["error": "\(why)"])
        }
        // Nobody rings it.
        try await AsyncSignal().wait()
    }

    private func noteGap(from: ListenerCursor?, to point: ListenerCursor) {
        let isSameLog = from?.log == point.log
        let lost = isSameLog ? point.after - (from?.after ?? 0) : nil
        condition.way.count("lost", lost ?? 0)
        log(
            .warning, "the daemon has no more of some notices: a target is not told them",
            [
                "after": "\(from?.after ?? 0)", "log": "\(from?.log ?? "none")",
                "on_after": "\(point.after)", "on_log": "\(point.log ?? "none")",
            ])
    }

    // MARK: The cursor

    private func stored() async throws -> TargetCursor? {
        try await persistently { try await self.store.cursor(of: self.target.id) }
    }

    private func move(_ cursor: inout TargetCursor?, to point: ListenerCursor) async throws {
        if cursor?.last == point { return }
        var next = cursor ?? TargetCursor(point)
        next.move(to: point, at: clock.now)
        cursor = next
        try await keep(next)
    }

    private func keep(_ cursor: TargetCursor) async throws {
        try await persistently {
            try await self.store.setCursor(cursor, of: self.target.id, now: self.clock.now)
        }
    }

    private func persistently<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await MQTT.persistently("a target's notices wait", clock, logger, body)
    }

    // MARK: What is said of it

    /// How many notices there are for the target after that number, up to 1000.
    private func count(after number: Int) async throws -> Int {
        var query = [(name: "after", value: "\(number)")]
        let selection = target.selection
        for (name, values) in [
            ("device", selection.devices), ("kinds", selection.kinds),
            ("transitions", selection.transitions),
        ] {
            if let values { query.append((name, values.joined(separator: ","))) }
        }
        struct Answer: Decodable {
            struct Notice: Decodable {}
            var notifications: [Notice]
        }
        return try await daemon.get("/v1/history", query, as: Answer.self).notifications.count
    }

    private func log(
        _ level: Logger.Level, _ message: Logger.Message, _ more: Logger.Metadata = [:]
    ) {
        let metadata: Logger.Metadata = ["target": "\(target.name)", "id": "\(target.shownID)"]
        logger.log(level: level, message, metadata: metadata.merging(more) { one, _ in one })
    }
}

extension ReceivedNotice {
    /// Whether it is of one of these; one that names no device is of the daemon's own.
    fileprivate func isOf(_ devices: [String]) -> Bool {
        guard let device = try? Notice(line: line).device else { return false }
        return devices.contains(device)
    }
}
