import APIClient
import Logging
import MQTT
import Posix

/// Reads the daemon's notices into the inbox, whatever becomes of the daemon.
struct NoticeListening {
    let socket: SocketPath
    let store: MessageStore
    let inbox: NoticeInbox
    let clock: any GatewayClock
    let logger: Logger

    /// Runs until the task is cancelled.
    func run() async throws {
        var cursor = try await persistently("notices wait", clock, logger) {
            try await store.cursor()
        }
        var connection = DaemonConnection(logger)
        var backoff = Backoff()
        while true {
            do {
                try await listen(from: &cursor, &connection)
            } catch {
                try Task.checkCancellation()
                connection.failed("\(error)")
            }
            if connection.isThere { backoff = Backoff() }
            try await clock.sleep(seconds: backoff.wait(asked: nil, jitter: clock.jitter()))
        }
    }

    private func listen(
        from cursor: inout ListenerCursor?, _ connection: inout DaemonConnection
    ) async throws {
        var stream = NoticeStream(at: socket, from: cursor.map { .after($0) } ?? .now)
        try await stream.listen { event in
            switch event {
            case .waiting: connection.failed("nobody listens at \(socket)")
            case .notices(let notices):
                cursor = notices.last?.position
                try await inbox.put(notices.map { (read($0), $0.position) })
            case .resumed(let point):
                connection.succeeded()
                cursor = point
                try await inbox.pass(to: point)
            case .gap(let from, let point):
                connection.succeeded()
                logger.warning(
                    "the daemon has no more of some notices: there are no messages of them",
                    metadata: [
                        "after": "\(from?.after ?? 0)", "log": "\(from?.log ?? "none")",
                        "on_after": "\(point.after)", "on_log": "\(point.log ?? "none")",
                    ])
                cursor = point
                try await inbox.pass(to: point)
            }
            return true
        }
    }

    private func read(_ received: ReceivedNotice) -> Notice? {
        do {
            return try Notice(line: received.line)
        } catch {
            logger.warning(
                "a notice cannot be understood: there is no message of it",
                metadata: ["sequence": "\(received.position.after)"])
            return nil
        }
    }
}

/// Logs when the daemon comes and goes.
struct DaemonConnection {
    private let logger: Logger
    /// `nil`: nobody knows yet.
    private var state: Bool?

    init(_ logger: Logger) { self.logger = logger }

    var isThere: Bool { state == true }

    mutating func succeeded() {
        if state == false { logger.notice("the daemon tells notices again") }
        state = true
    }

    mutating func failed(_ why: String) {
        if state != false {
            logger.warning("the daemon tells no notices", metadata: ["error": "\(why)"])
        }
        state = false
    }
}
