import FoundationEssentials
import NIOCore
import NIOPosix
package import Posix

/// The notices that a daemon sends at its notification socket, over as many connections as it takes.
package struct NoticeStream {
    /// What a listener hears.
    package enum Event: Sendable {
        /// In order, at least one: those that came together.
        case notices([ReceivedNotice])
        /// Later notices follow.
        case resumed(ListenerCursor)
        /// As `resumed`, but the notices between the two are lost; `from` is `nil` where the stream
        /// has just begun.
        case gap(from: ListenerCursor?, to: ListenerCursor)
        /// Nobody listens at the socket; the stream goes on when somebody does.
        case waiting
    }

    private let socket: SocketPath
    private let transitions: [String]?
    private let kinds: [String]
    private let devices: [String]
    private var start: NoticeStart
    /// The notice to go on after; `nil` until the daemon has said where it begins.
    private var last: ListenerCursor?
    /// The daemon has not answered the request yet. Lines before the answer do not count.
    private var isResuming = false
    /// Seconds before the next try to connect.
    private var wait = retries.lowerBound
    /// Ends in the middle of a line.
    private var unread = ByteBuffer()
    /// Bytes of `unread` that are known to have no line end.
    private var searched = 0

    /// `wait` is doubled up to the upper bound, until the daemon says something.
    private static let retries = 0.1...1.0
    /// Bytes that are read together.
    private static let readTogether = 1 << 16
    /// How many notices are handed over together, at most.
    private static let mostTogether = 256
    /// Bytes; a line is far below it.
    private static let longestLine = 1 << 26

    /// `transitions`, `kinds` and `devices`: by name, as in notices; without them, all are wanted.
    package init(
        at socket: SocketPath, from start: NoticeStart, transitions: [String]? = nil,
        kinds: [String] = [], devices: [String] = []
    ) {
        (self.socket, self.start) = (socket, start)
        (self.transitions, self.kinds, self.devices) = (transitions, kinds, devices)
        if case .after(let point) = start { last = point }
    }

    /// Calls `handle` with each event in order, until it returns `false`.
    package mutating func listen(
        _ handle: (Event) async throws -> Bool
    ) async throws {
        while let channel = try await connect(handle) {
            isResuming = true
            (unread, searched) = (ByteBuffer(), 0)
            // A daemon that is gone again is noticed when it is read from.
            channel.channel.writeAndFlush(ByteBuffer(bytes: try request()), promise: nil)
            let goesOn = try await channel.executeThenClose { input, _ in
                try await follow(input, handle)
            }
            guard goesOn else { return }
            try await pause()
        }
    }

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Waits until somebody listens; `nil` if `handle` does not want to.
    private mutating func connect(
        _ handle: (Event) async throws -> Bool
    ) async throws -> Connection? {
        var descriptor = try socket.connectIfListening()
        if descriptor == nil {
            // Notices of the time until then are not missed.
            if last == nil, case .now = start { start = .since(Date.now.iso8601) }
            guard try await handle(.waiting) else { return nil }
        }
        while descriptor == nil {
            try await pause()
            descriptor = try socket.connectIfListening()
        }
        guard let descriptor else { return nil }
        return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readTogether)
            )
            .withConnectedSocket(descriptor) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Connection(wrappingChannelSynchronously: channel)
                }
            }
    }

    private mutating func pause() async throws {
        try await Task.sleep(for: .seconds(wait))
        wait = min(wait * 2, Self.retries.upperBound)
    }

    /// The line that says where to go on, and what is wanted.
    private func request() throws -> [UInt8] {
        let request = NoticeRequest(
            start: last.map { .after($0) } ?? start, transitions: transitions, kinds: kinds,
            devices: devices)
        return try request.jsonBytes + [UInt8(ascii: "\n")]
    }

    /// Returns `true` when the daemon has gone, and `false` when `handle` has.
    private mutating func follow(
        _ input: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ handle: (Event) async throws -> Bool
    ) async throws -> Bool {
        var input = input.makeAsyncIterator()
        var together: [ReceivedNotice] = []
        // A connection that fails has ended.
        while let bytes = try? await input.next() {
            unread.writeImmutableBuffer(bytes)
            while let line = nextLine() {
                guard let event = try take(line) else { continue }
                if case .notices(let notices) = event {
                    together += notices
                    continue
                }
                guard try await pass(&together, handle), try await handle(event) else {
                    return false
                }
            }
            guard searched < Self.longestLine else { throw NoticeStreamError.notADaemon(socket) }
            // After half a line, more of what was sent together is on its way.
            guard unread.readableBytes == 0 || together.count >= Self.mostTogether else { continue }
            guard try await pass(&together, handle) else { return false }
        }
        return try await pass(&together, handle)
    }

    /// Hands over the notices that have come together, if there are any.
    private func pass(
        _ together: inout [ReceivedNotice], _ handle: (Event) async throws -> Bool
    ) async throws -> Bool {
        defer { together = [] }
        return together.isEmpty ? true : try await handle(.notices(together))
    }

    /// With its end; `nil` if none is complete.
    private mutating func nextLine() -> [UInt8]? {
        let new = unread.readableBytesView.dropFirst(searched)
        guard let end = new.firstIndex(of: UInt8(ascii: "\n")) else {
            searched = unread.readableBytes
            unread.discardReadBytes()
            return nil
        }
        searched = 0
        return unread.readBytes(length: end - unread.readerIndex + 1)
    }

    /// `nil` for what does not count.
    private mutating func take(_ line: [UInt8]) throws -> Event? {
        guard let line = try? DaemonLine(line) else { throw NoticeStreamError.notADaemon(socket) }
        wait = Self.retries.lowerBound
        let before = last
        switch line {
        case .notice(let notice):
            if isResuming { return nil }
            last = notice.position
            return .notices([notice])
        case .resumed(let point):
            (isResuming, last) = (false, point)
            return .resumed(point)
        case .gap(let point):
            (isResuming, last) = (false, point)
            return .gap(from: before, to: point)
        case .error(let text): throw NoticeStreamError.refused(text)
        }
    }
}

/// Why what answers at the notification socket cannot be listened to.
package enum NoticeStreamError: Error, Hashable, CustomStringConvertible {
    case refused(String)
    case notADaemon(SocketPath)

    package var description: String {
        switch self {
        case .refused(let text): "geofenced refuses: \(text.shortened)"
        case .notADaemon(let path): "\(path): whoever listens there is not geofenced"
        }
    }
}

extension Date {
    /// As the daemon takes it, in UTC.
    fileprivate var iso8601: String {
        formatted(ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
