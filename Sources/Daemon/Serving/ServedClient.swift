import EventLoops
import NIOCore
import Posix
import Simulation
import Synchronization

/// A client of a served receiver, and what it has not read yet.
final class ServedClient: Sendable {
    typealias Connection = Accepted<ByteBuffer, ByteBuffer>

    private let channel: any Channel
    private let device: SimulatedDevice
    private let state: Mutex<State>

    private struct State {
        var policy: WatchPolicy
        /// Done when the last bytes have been written to the socket.
        var written: EventLoopFuture<Void>?
        /// Bytes that have not been written to the socket. What the channel itself says of this is
        /// known only after its event loop has had a turn.
        var unwritten = 0
        /// It has not read for a while: nobody waits for it until it reads again.
        var isStalled = false
    }

    /// Unwritten bytes from which on it loses epochs.
    private static let backlog = 256 * 1024

    init(_ channel: any Channel, of device: SimulatedDevice, _ policy: WatchPolicy) {
        self.channel = channel
        self.device = device
        state = Mutex(State(policy: policy))
    }

    /// Whether it gets anything of an epoch.
    var isWatching: Bool { state.withLock { $0.policy.isInterested(in: device.path) } }

    // MARK: - Epochs

    /// Sends what it wants of an epoch. `false`: it has not read enough, and loses this epoch.
    func send(_ epoch: EncodedEpoch) -> Bool {
        let bytes = state.withLock { $0.policy.lines(of: epoch, from: device.path) }
        guard !bytes.isEmpty else { return true }
        let hasRoom = state.withLock { state in
            guard state.unwritten < Self.backlog else { return false }
            state.unwritten += bytes.count
            state.isStalled = false
            return true
        }
        guard hasRoom else { return false }
        let written = channel.writeAndFlush(ByteBuffer(bytes: bytes))
        written.whenComplete { _ in self.state.withLock { $0.unwritten -= bytes.count } }
        state.withLock { $0.written = written }
        return true
    }

    /// Whether it reads all that was sent within `seconds`. It gets this time only once, until it
    /// reads again.
    func catchesUp(within seconds: Double) async -> Bool {
        if state.withLock({ $0.isStalled }) { return false }
        let hasRead = await hasRead(within: seconds)
        if !hasRead { state.withLock { $0.isStalled = true } }
        return hasRead
    }

    /// Whether it reads all that was sent within `seconds`.
    func hasRead(within seconds: Double) async -> Bool {
        guard let written = state.withLock({ $0.written }) else { return true }
        let answer = channel.eventLoop.makePromise(of: Bool.self)
        let timer = channel.eventLoop.scheduleTask(in: .nanoseconds(Int64(seconds * 1e9))) {
            answer.succeed(false)
        }
        written.whenComplete { _ in
            timer.cancel()
            answer.succeed(true)
        }
        return (try? await answer.futureResult.get()) ?? false
    }

    // MARK: - Requests

    /// Answers its requests until it leaves. `begin` is called when it wants epochs; `poll` is the
    /// epoch that was sent last.
    func converse(
        _ input: NIOAsyncChannelInboundStream<ByteBuffer>, begin: @Sendable () -> Void,
        poll: @Sendable () -> Epoch?
    ) async throws {
        try await write(SimulatedDevice.versionLine)
        var framer = RequestFramer()
        for try await bytes in input {
            do {
                for request in try framer.take(bytes.readableBytesView) {
                    try await write(answer(to: GPSDRequest(request), poll))
                    if isWatching { begin() }
                }
            } catch is RequestFramer.TooLong {
                try await write(
                    SimulatedDevice.error(
                        "the request is longer than \(RequestFramer.longest) bytes"))
                return
            }
        }
        // It will send no more requests, but it may still read. If it has gone, sending the next
        // epoch fails.
        if isWatching { try await channel.closeFuture.get() }
    }

    private func answer(to request: GPSDRequest, _ poll: () -> Epoch?) -> [UInt8] {
        switch request {
        case .version: SimulatedDevice.versionLine
        case .devices: device.deviceList
        case .poll: device.poll(poll())
        case .device(let path) where path == nil || path == device.path: device.deviceLine
        case .device(let path): SimulatedDevice.error("Can't open \(path ?? "").")
        case .watch(let change): watch(change)
        case .wrong(let why): SimulatedDevice.error(why)
        }
    }

    private func watch(_ change: String?) -> [UInt8] {
        var policy = state.withLock { $0.policy }
        if let change {
            do {
                try policy.change(change[...])
            } catch {
                return SimulatedDevice.error("Invalid WATCH: \(change.quoted)")
            }
        }
        state.withLock { $0.policy = policy }
        if policy.isEnabled, let wanted = policy.device, wanted != device.path {
            return SimulatedDevice.error("No such device as \(wanted)")
        }
        return device.deviceList + policy.line
    }

    /// Returns when the bytes have been sent: a client that does not read its answers gets no more.
    private func write(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    }
}
