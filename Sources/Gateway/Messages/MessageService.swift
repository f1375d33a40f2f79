package import Logging
package import MQTT
package import Posix

/// Reads the daemon's notices, makes messages of them, and delivers these.
package struct MessageService: Sendable {
    private let notifications: SocketPath
    private let store: MessageStore
    private let recipients: any Recipients
    private let courier: MessageCourier
    private let clock: any GatewayClock
    private let logger: Logger

    /// `notifications`: the daemon's socket. Messages leave by the ways of the store.
    package init(
        notifications: SocketPath, store: MessageStore, recipients: any Recipients,
        clock: any GatewayClock = SystemGatewayClock(), logger: Logger
    ) {
        (self.notifications, self.store, self.recipients) = (notifications, store, recipients)
        (self.clock, self.logger) = (clock, logger)
        courier = MessageCourier(store, ways: store.ways, clock: clock, logger: logger)
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        let inbox = NoticeInbox()
        let listening = NoticeListening(
            socket: notifications, store: store, inbox: inbox, clock: clock, logger: logger)
        try await withThrowingTaskGroup { group in
            group.addTask { try await listening.run() }
            group.addTask { try await courier.run() }
            group.addTask { try await take(from: inbox) }
            try await group.next()
            group.cancelAll()
        }
    }

    /// How it goes with the targets by which messages leave; empty as long as nobody can say.
    package func ways() async -> [EndpointState] { (try? await courier.states()) ?? [] }

    private func take(from inbox: NoticeInbox) async throws {
        while true {
            for piece in try await inbox.next(clock) {
                try await persistently("messages wait", clock, logger) { try await take(piece) }
                courier.wake()
            }
        }
    }

    private func take(_ piece: NoticeInbox.Piece) async throws {
        switch piece {
        case .passed(let cursor): try await store.setCursor(cursor)
        case .moments(let moments, let cursor):
            var addressed: [[AddressedNotice]] = []
            for moment in moments {
                addressed.append(try await address(moment))
            }
            try await store.add(addressed, upTo: cursor, now: clock.now)
        }
    }

    private func address(_ moment: [Notice]) async throws -> [AddressedNotice] {
        var addressed: [AddressedNotice] = []
        for notice in moment {
            addressed.append(AddressedNotice(notice, try await recipients.recipients(of: notice)))
        }
        return addressed
    }
}
