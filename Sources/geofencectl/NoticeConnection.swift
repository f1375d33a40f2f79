import Geofencing
import Glibc
import Notifications
import Posix

/// The notices that a daemon sends, over as many connections as it takes.
final class NoticeConnection {
    private let path: SocketPath
    private let transitions: Set<Transition.Kind>?
    private let kinds: [String]
    private var descriptor: Int32?
    private var unread: [UInt8] = []
    /// Where the unread lines begin in `unread`.
    private var place = 0
    /// The notice to go on after; `log` is `nil` as long as only its number is known.
    private var last: (log: String?, sequence: Int)?
    /// What is sent before the daemon has found the place to go on from does not count.
    private var isResuming = false
    private var isWaitingTold = false
    private var hasConnected = false
    /// Seconds before the next try to connect.
    private var wait = retries.lowerBound

    /// Doubled each time up to the second, until the daemon says something.
    private static let retries = 0.1...1.0
    /// Bytes; a line is far below it.
    private static let longestLine = 1 << 26

    /// `after`: the number of the last notice that is known; `nil` begins with what comes now.
    /// Without transitions and kinds, all are wanted.
    init(
        to path: SocketPath, after: Int?, transitions: Set<Transition.Kind>?, kinds: [String]
    ) {
        self.path = path
        last = after.map { (nil, $0) }
        self.transitions = transitions
        self.kinds = kinds
    }

    deinit { disconnect() }

    /// The next notice, however long it takes.
    func next() async throws -> ReceivedNotice {
        while true {
            if descriptor == nil { try await connect() }
            guard let line = try nextLine() else {
                disconnect()
                continue
            }
            guard let line = try? DaemonLine(line) else { throw DaemonError.notADaemon(path) }
            wait = Self.retries.lowerBound
            switch line {
            case .notice(let notice):
                if isResuming { continue }
                last = (notice.position.log, notice.position.sequence)
                if wants(notice.summary) { return notice }
            case .resumed(let after, let log):
                isResuming = false
                last = (log, after)
            case .gap(let oldest, let log):
                isResuming = false
                tellGap(oldest, log)
            case .error(let text): throw DaemonError.refused(text)
            }
        }
    }

    /// The daemon asks itself the same, but may have sent some before it was told.
    private func wants(_ notice: NoticeSummary) -> Bool {
        transitions?.contains(notice.transition) ?? true
            && (kinds.isEmpty || kinds.contains(notice.regionKind))
    }

    private func tellGap(_ oldest: Int, _ log: String) {
        guard let last else { return }
        StandardError.write(
            line: last.log == nil || last.log == log
                ? "notices \(last.sequence &+ 1) to \(oldest - 1) are no longer kept"
                : "the daemon has begun a new log: notices may be missing here")
        self.last = (log, oldest - 1)
    }

    private func connect() async throws {
        if hasConnected { try await pause() }
        descriptor = try path.connectIfListening()
        while descriptor == nil {
            if !isWaitingTold { StandardError.write(line: "waiting for geofenced at \(path)") }
            isWaitingTold = true
            try await pause()
            descriptor = try path.connectIfListening()
        }
        // A daemon that was not there has only just begun to tell: nothing of it is old.
        if isWaitingTold, last == nil { last = (nil, 0) }
        isWaitingTold = false
        hasConnected = true
        ask()
    }

    private func pause() async throws {
        try await Task.sleep(for: .seconds(wait))
        wait = min(wait * 2, Self.retries.upperBound)
    }

    /// Says where to go on, and what is wanted.
    private func ask() {
        isResuming = last != nil
        if last == nil, transitions == nil, kinds.isEmpty { return }
        let line = JSONWriter.line { line in
            if let last {
                line.member("after", last.sequence)
                if let log = last.log { line.member("log", log) }
            }
            if let transitions { line.member("transitions", transitions.sorted().map(\.rawValue)) }
            if !kinds.isEmpty { line.member("kinds", kinds) }
        }
        // A daemon that is gone again is noticed when it is read from.
        _ = line.withUnsafeBytes {
            send(descriptor!, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    private func disconnect() {
        if let descriptor { close(descriptor) }
        descriptor = nil
        unread.removeAll()
        place = 0
    }

    /// With its end; `nil` if the daemon has gone.
    private func nextLine() throws -> [UInt8]? {
        var searched = place
        while true {
            if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { place = end + 1 }
                return Array(unread[place...end])
            }
            unread.removeSubrange(..<place)
            place = 0
            searched = unread.count
            guard searched < Self.longestLine else { throw DaemonError.notADaemon(path) }
            let count = withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
                let count = read(descriptor!, buffer.baseAddress, buffer.count)
                if count > 0 { unread.append(contentsOf: buffer[..<count]) }
                return count
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return nil }
        }
    }
}

/// What is wrong with whoever answers at the daemon's socket.
enum DaemonError: Error, CustomStringConvertible {
    case refused(String)
    case notADaemon(SocketPath)
    case unknownReply(SocketPath)

    var description: String {
        switch self {
        case .refused(let text): "geofenced refuses: \(text.shortened)"
        case .notADaemon(let path): "\(path): whoever listens there is not geofenced"
        case .unknownReply(let path):
            "\(path): geofenced's reply cannot be read: are both programs of one version?"
        }
    }
}
