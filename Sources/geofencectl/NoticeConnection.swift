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
    private var start = 0
    private var begin: Beginning
    /// The notice to go on after; `nil` until the daemon has said where it begins.
    private(set) var last: NoticeCursor?
    /// Called with where it begins, as soon as the daemon has said so.
    private let onBegin: (NoticeCursor) throws -> Void
    /// What is sent before the daemon has answered does not count.
    private var isResuming = false
    private var isWaitingTold = false
    private var hasConnected = false
    /// Seconds before the next try to connect.
    private var wait = retries.lowerBound

    /// Doubled each time up to the second, until the daemon says something.
    private static let retries = 0.1...1.0
    /// Bytes; a line is far below it.
    private static let longestLine = 1 << 26

    /// Where to begin.
    enum Beginning {
        case now
        case after(NoticeCursor)
        /// With what was written down from then on.
        case since(Timestamp)
    }

    /// Without transitions and kinds, all are wanted.
    init(
        to path: SocketPath, from begin: Beginning, transitions: Set<Transition.Kind>?,
        kinds: [String], onBegin: @escaping (NoticeCursor) throws -> Void = { _ in }
    ) {
        self.path = path
        self.begin = begin
        if case .after(let cursor) = begin { last = cursor }
        self.transitions = transitions
        self.kinds = kinds
        self.onBegin = onBegin
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
                last = notice.cursor
                if wants(notice.summary) { return notice }
            case .resumed(let cursor): try begin(at: cursor)
            case .gap(let cursor):
                tellGap(cursor)
                try begin(at: cursor)
            case .error(let text): throw DaemonError.refused(text)
            }
        }
    }

    /// The daemon asks itself the same, but may have sent some before it was told.
    private func wants(_ notice: NoticeSummary) -> Bool {
        transitions?.contains(notice.transition) ?? true
            && (kinds.isEmpty || kinds.contains(notice.regionKind))
    }

    private func tellGap(_ next: NoticeCursor) {
        guard let last else { return }
        if let known = last.log, known != next.log {
            StandardError.write(
                line: "the daemon has begun a new log: notices may be missing here")
        } else if last.after > 0 {
            // After 0 is all there is.
            let (from, to) = (last.after &+ 1, next.after)
            StandardError.write(
                line: from < to
                    ? "notices \(from) to \(to) are not there any more"
                    : "notice \(from) is not there any more")
        }
    }

    private func begin(at cursor: NoticeCursor) throws {
        isResuming = false
        last = cursor
        try onBegin(cursor)
    }

    private func connect() async throws {
        if hasConnected { try await pause() }
        descriptor = try path.connectIfListening()
        while descriptor == nil {
            // Nothing that is told while it waits is missed.
            if last == nil, case .now = begin { begin = .since(.now) }
            if !isWaitingTold { StandardError.write(line: "waiting for geofenced at \(path)") }
            isWaitingTold = true
            try await pause()
            descriptor = try path.connectIfListening()
        }
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
        isResuming = true
        let line = JSONWriter.line { line in
            if let last {
                last.write(to: &line)
            } else if case .since(let time) = begin {
                line.member("since", time)
            } else {
                line.member("after", "now")
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
        start = 0
    }

    /// With its end; `nil` if the daemon has gone.
    private func nextLine() throws -> [UInt8]? {
        var searched = start
        while true {
            if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(unread[start...end])
            }
            unread.removeSubrange(..<start)
            start = 0
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
