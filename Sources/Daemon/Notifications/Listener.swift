import EventLoops
import Formats
import Geofencing
import NIOCore
import Posix
import SQLite

/// One client of the notification socket: it says where to begin and what it wants to hear.
struct Listener {
    private let notices: NotificationLog
    private let channel: any Channel
    private var lines = LineCutter(longest: ListenerRequest.longest)
    private var listener = LineListener()

    init(_ notices: NotificationLog, _ channel: any Channel) {
        self.notices = notices
        self.channel = channel
    }

    /// Returns when the notices or the client have ended, or the client has made a mistake.
    mutating func run(_ input: NIOAsyncChannelInboundStream<ByteBuffer>) async throws {
        var sending = send(from: NoticeCursor(after: notices.latest))
        defer { sending.cancel() }
        do {
            for try await bytes in input {
                for line in try lines.requests(in: bytes) {
                    sending.cancel()
                    guard let cursor = await sending.value else { return }
                    // Not in one line: it would send with the filters of the old request.
                    let next = try await answer(line, at: cursor)
                    sending = send(from: next)
                }
            }
        } catch let error as RequestError {
            sending.cancel()
            _ = await sending.value
            try await channel.writeAndFlush(
                ByteBuffer(bytes: JSONWriter.line { $0.member("error", "\(error)") }))
            return
        }
        // The client will ask nothing more, but listens on until it goes.
        let last = sending
        channel.closeFuture.whenComplete { _ in last.cancel() }
        _ = await last.value
    }

    /// Takes one line, and returns where to go on.
    private mutating func answer(
        _ line: [UInt8], at cursor: NoticeCursor
    ) async throws -> NoticeCursor {
        let new = try ListenerRequest(line: line)
        listener.filter.transitions = new.transitions ?? listener.filter.transitions
        listener.filter.kinds = new.kinds ?? listener.filter.kinds
        listener.filter.devices = new.devices.map(notices.names) ?? listener.filter.devices
        listener.filter.tellsForgotten = new.tellsForgotten ?? listener.filter.tellsForgotten
        guard var next = try await self.cursor(of: new) else { return cursor }
        do {
            try await tell(next.resume(in: notices))
        } catch let error as AheadOfLog {
            throw RequestError.ahead(of: error.latest)
        }
        return next
    }

    /// Where a request asks to begin; `nil` if it does not say.
    private func cursor(of request: ListenerRequest) async throws -> NoticeCursor? {
        switch request.beginning {
        case .after(let cursor): cursor
        case .now(let log): NoticeCursor(after: notices.latest, log: log)
        case .since(let time): NoticeCursor(after: try await notices.sequence(before: time))
        case nil: nil
        }
    }

    /// Sends all that comes after `start`, and returns how far it has come; `nil` when there is
    /// nothing more to send, or nobody to send it to. Whoever calls it cancels it and waits for it.
    private func send(from start: NoticeCursor) -> Task<NoticeCursor?, Never> {
        Task(executorPreference: LoopExecutor(channel.eventLoop)) { [self] in
            var cursor = start
            do {
                while let message = try await cursor.next(in: notices) { try await tell(message) }
                try await channel.close()
                return nil
            } catch is SQLiteError {
                // The past cannot be read; who comes back may find it again, or a gap.
                channel.close(promise: nil)
                return nil
            } catch {
                // Cancelled, or the client has gone, which is noticed where it is read from.
                return channel.isActive ? cursor : nil
            }
        }
    }

    private func tell(_ message: ListenerMessage) async throws {
        var bytes = ByteBuffer()
        listener.write(message, to: &bytes)
        if bytes.readableBytes > 0 { try await channel.writeAndFlush(bytes) }
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
