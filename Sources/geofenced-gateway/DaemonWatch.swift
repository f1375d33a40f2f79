import APIClient
import EventLoops
import Logging
import Posix

/// Knows whether geofenced answers, and logs when that changes.
actor DaemonWatch {
    private let client: APIClient
    private let log: Logger
    /// Why it does not answer; `nil` if it does, or nobody has asked yet.
    private(set) var fault: String?

    init(_ socket: SocketPath, _ log: Logger) {
        client = APIClient(at: socket)
        self.log = log
    }

    /// Asks until the task is cancelled.
    func run() async throws {
        while true {
            await ask()
            try await LoopClock().sleep(for: fault == nil ? .seconds(60) : .seconds(5))
        }
    }

    private func ask() async {
        var next: String?
        do {
            _ = try await client.send(.get, "/v1/status")
        } catch {
            next = "\(error)"
        }
        defer { fault = next }
        if next == nil, fault != nil { log.notice("geofenced answers again") }
        guard let next, fault == nil else { return }
        log.warning("geofenced does not answer", metadata: ["error": "\(next)"])
    }
}
