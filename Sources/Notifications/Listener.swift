import EventLoops
import Geofencing
import NIOCore
import Posix
import SQLite

/// One client of the notification socket: a place in the notices, and what it wants to hear.
struct Listener {
    private let notices: NotificationLog
    private let channel: any Channel
    private var lines = LineCutter(longest: ListenerRequest.longest)
    private var request = ListenerRequest()

    init(_ notices: NotificationLog, _ channel: any Channel) {
        self.notices = notices
        self.channel = channel
    }

    /// Returns when the notices or the client have ended, or the client has made a mistake.
    mutating func run(_ input: NIOAsyncChannelInboundStream<ByteBuffer>) async throws {
        var sending = send(after: notices.latest)
        defer { sending.cancel() }
        do {
            for try await bytes in input {
                for line in try lines.requests(in: bytes) {
                    sending.cancel()
                    guard case .reached(let place) = await sending.value else { return }
                    // Not in one line: it would send with the filters of the old request.
                    let next = try await answer(line, at: place)
                    sending = send(after: next)
                }
            }
        } catch let error as RequestError {
            sending.cancel()
            _ = await sending.value
            try await write(JSONWriter.line { $0.member("error", "\(error)") })
            return
        }
        // It will say nothing more, but it still listens, unless it has gone.
        let last = sending
        channel.closeFuture.whenComplete { _ in last.cancel() }
        _ = await last.value
    }

    /// Takes one line, and returns after which number to go on.
    private mutating func answer(_ line: [UInt8], at place: Int) async throws -> Int {
        let new = try ListenerRequest(line: line)
        request.transitions = new.transitions ?? request.transitions
        request.kinds = new.kinds ?? request.kinds
        var since: Int?
        if let time = new.since { since = try await notices.sequence(before: time) }
        let (log, oldest, latest) = notices.range
        guard let after = new.after ?? since ?? (new.isFromNow ? latest : nil) else {
            return place
        }
        if let other = new.log, other != log.description {
            try await write(gap(oldest, log))
            return oldest - 1
        }
        if after > latest { throw RequestError.ahead(of: latest) }
        if after + 1 < oldest {
            try await write(gap(oldest, log))
            return oldest - 1
        }
        try await write(
            JSONWriter.line {
                $0.member("resumed", after)
                $0.member("log", log.description)
            })
        return after
    }

    private func gap(_ oldest: Int, _ log: LogID) -> [UInt8] {
        JSONWriter.line {
            $0.object("gap") { $0.member("oldest", oldest) }
            $0.member("log", log.description)
        }
    }

    private func write(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    }
}

// MARK: - Sending

extension Listener {
    /// How far a listener was sent to, and whether there is more.
    private enum Outcome {
        case reached(Int)
        case ended
    }

    /// Sends all that comes after `sequence`; whoever calls it cancels it and waits for its end.
    private func send(after sequence: Int) -> Task<Outcome, Never> {
        Task(executorPreference: LoopExecutor(channel.eventLoop)) { [notices, channel, request] in
            var place = sequence
            do {
                while true {
                    switch try await notices.page(after: place) {
                    case .end:
                        try await channel.close()
                        return .ended
                    case .gap(let oldest):
                        place = oldest - 1
                        try await write(gap(oldest, notices.id))
                    case .entries(let entries):
                        let buffer = request.lines(of: entries)
                        if buffer.readableBytes > 0 { try await channel.writeAndFlush(buffer) }
                        place = entries[entries.count - 1].sequence
                    }
                }
            } catch is SQLiteError {
                // The past cannot be read; who comes back may find it again, or a gap.
                channel.close(promise: nil)
                return .ended
            } catch {
                // Cancelled, or the client has gone and will be noticed where it is read from.
                return channel.isActive ? .reached(place) : .ended
            }
        }
    }
}

extension ListenerRequest {
    fileprivate func lines(of entries: [NoticeEntry]) -> ByteBuffer {
        var buffer = ByteBuffer()
        for entry in entries {
            if let transitions, !transitions.contains(entry.transition) { continue }
            if let kinds, !kinds.contains(entry.regionKind) { continue }
            buffer.writeBytes(entry.line)
        }
        return buffer
    }
}

extension LineCutter {
    /// The lines that `bytes` complete, but for empty ones.
    fileprivate mutating func requests(in bytes: ByteBuffer) throws(RequestError) -> [[UInt8]] {
        let lines = take(Array(bytes.readableBytesView))
        if tooLong > 0 { throw .tooLong(limit: ListenerRequest.longest) }
        return lines.filter { !$0.isEmpty }
    }
}
