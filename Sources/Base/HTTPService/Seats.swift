import NIOCore
import Synchronization

/// How many connections a server has, and which of them wait for their clients.
///
/// Clients that only sit there keep nobody from being served: when all seats are taken, or all that one
/// address may have, the connection is let go that has waited longest for its client to send or to
/// read. One that has just come is not: it has its time to ask something.
final class Seats: Sendable {
    private let most: Int
    /// For one address.
    private let share: Int
    private let state = Mutex(State())

    private struct State {
        var taken = 0
        var takenByAddress: [String: Int] = [:]
        /// Those whose clients have something to do, the longest first.
        var waiting: [Waiting] = []
        var lastNumber = 0
    }

    private struct Waiting {
        var number: Int
        var address: String?
        var leave: @Sendable () -> Void
    }

    init(_ limits: HTTPLimits) {
        (most, share) = (limits.connections, limits.connectionsOfAddress)
    }

    fileprivate func take(_ address: String?) {
        state.withLock { state in
            state.taken += 1
            if let address { state.takenByAddress[address, default: 0] += 1 }
        }
        makeRoom(address)
    }

    fileprivate func free(_ address: String?) {
        state.withLock { state in
            state.taken -= 1
            guard let address else { return }
            let rest = (state.takenByAddress[address] ?? 1) - 1
            state.takenByAddress[address] = rest > 0 ? rest : nil
        }
    }

    /// Returns the number of the connection among those that wait. `isNew`: it has had no answer yet,
    /// so that it does not leave for others now.
    fileprivate func add(
        _ address: String?, isNew: Bool, _ leave: @escaping @Sendable () -> Void
    ) -> Int {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.waiting.append(
                Waiting(number: state.lastNumber, address: address, leave: leave))
            return state.lastNumber
        }
        makeRoom(address, for: isNew ? number : nil)
        return number
    }

    fileprivate func remove(_ number: Int) {
        state.withLock { state in
            // Numbers grow.
            let index = state.waiting.firstIndex { $0.number >= number }
            guard let index, state.waiting[index].number == number else { return }
            state.waiting.remove(at: index)
        }
    }

    /// `newcomer`: the number of the one that is not to leave.
    private func makeRoom(_ address: String?, for newcomer: Int? = nil) {
        let first = state.withLock { state -> Waiting? in
            let hasShare = address.map { state.takenByAddress[$0, default: 0] > share } ?? false
            guard hasShare || state.taken >= most else { return nil }
            let others = state.waiting.indices.filter { state.waiting[$0].number != newcomer }
            let own = others.first { state.waiting[$0].address == address }
            let index =
                hasShare && own != nil ? own : state.taken >= most ? others.first : nil
            return index.map { state.waiting.remove(at: $0) }
        }
        first?.leave()
    }
}

/// A connection's seat. It is the first handler: when it is to leave, it does so at once, without
/// the farewell of TLS.
final class Seat: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let seats: Seats
    /// `nil`: a Unix socket.
    private let address: String?
    private var leave: (@Sendable () -> Void)?
    /// Among those that wait.
    private var number: Int?
    /// Whether it has had no answer yet.
    var isNew = true

    init(_ seats: Seats, address: String?) {
        (self.seats, self.address) = (seats, address)
    }

    /// Whether the client has something to do, which may have to leave.
    var isWaiting = false {
        didSet {
            if let number { seats.remove(number) }
            number = nil
            guard isWaiting, let leave else { return }
            number = seats.add(address, isNew: isNew, leave)
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let loop = context.eventLoop
        leave = { loop.execute { bound.value.close(promise: nil) } }
        context.channel.closeFuture.whenComplete { [seats, address] _ in seats.free(address) }
        seats.take(address)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isWaiting = false
        leave = nil
    }
}

@available(*, unavailable)
extension Seat: Sendable {}
