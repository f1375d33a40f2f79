import NIOCore
import Synchronization

/// How many connections a server has, and which of them are idle.
///
/// Clients that only sit there keep nobody from being served: when all seats are taken, the
/// connection that has been idle longest is let go.
final class Seats: Sendable {
    private let most: Int
    private let state = Mutex(State())

    private struct State {
        var taken = 0
        /// Those that are idle, the longest first.
        var idle: [(number: Int, leave: @Sendable () -> Void)] = []
        var lastNumber = 0
    }

    init(_ most: Int) {
        self.most = most
    }

    fileprivate func take() {
        state.withLock { $0.taken += 1 }
        makeRoom()
    }

    fileprivate func leave() { state.withLock { $0.taken -= 1 } }

    /// Returns the number of the connection among those that are idle.
    fileprivate func add(_ leave: @escaping @Sendable () -> Void) -> Int {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.idle.append((state.lastNumber, leave))
            return state.lastNumber
        }
        makeRoom()
        return number
    }

    fileprivate func remove(_ number: Int) {
        state.withLock { state in
            guard let index = state.idle.firstIndex(where: { $0.number == number }) else { return }
            state.idle.remove(at: index)
        }
    }

    private func makeRoom() {
        let first = state.withLock { state in
            state.taken < most || state.idle.isEmpty ? nil : state.idle.removeFirst()
        }
        first?.leave()
    }
}

/// A connection's seat. It is the first handler: when it is to leave, it does so at once, without
/// the farewell of TLS.
final class Seat: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let seats: Seats
    private var leave: (@Sendable () -> Void)?
    /// Among those that are idle.
    private var number: Int?

    init(_ seats: Seats) {
        self.seats = seats
    }

    /// Whether nothing is being done for the client, which may have to leave.
    var isIdle = false {
        didSet {
            if let number { seats.remove(number) }
            number = nil
            guard isIdle, let leave else { return }
            number = seats.add(leave)
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let loop = context.eventLoop
        leave = { loop.execute { bound.value.close(promise: nil) } }
        context.channel.closeFuture.whenComplete { [seats] _ in seats.leave() }
        seats.take()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isIdle = false
        leave = nil
    }
}

@available(*, unavailable)
extension Seat: Sendable {}
