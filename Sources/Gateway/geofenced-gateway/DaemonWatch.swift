import Logging

/// Knows whether geofenced answers, and logs when that changes.
actor DaemonWatch {
    private let log: Logger
    /// Why it does not answer; `nil` if it does, or nobody has asked yet.
    private(set) var fault: String?

    init(_ log: Logger) {
        self.log = log
    }

    /// `next`: why it does not answer; `nil` if it does.
    func note(_ next: String?) {
        defer { fault = next }
        if next == nil, fault != nil { log.notice("geofenced answers again") }
        guard let next, fault == nil else { return }
        log.warning("geofenced does not answer", metadata: ["error": "\(next)"])
    }
}
