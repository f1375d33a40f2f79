import EventLoops
import Glibc
import NIOCore
import NIOPosix
import Posix
import Simulation
import Synchronization

/// Serves a simulated receiver at a port of this machine, and nowhere else.
package final class ReceiverService: Outlet {
    package enum Language: String, Sendable {
        /// gpsd's protocol.
        case gpsd
        /// NMEA sentences, to whoever connects.
        case nmea
    }

    package let name: String
    private let language: Language
    private let device: SimulatedDevice
    private let clients: AcceptLoop<Guest.Connection>
    private let state = Mutex(State())

    private struct State {
        var guests: [ObjectIdentifier: Guest] = [:]
        var last: Epoch?
    }

    /// gpsd takes as many.
    private static let mostGuests = 64
    /// Seconds to read on after the end.
    private static let patience = 3.0
    private static let host = "127.0.0.1"

    /// `port` 0: any that is free.
    package init(
        _ language: Language, port: Int, _ device: SimulatedDevice
    ) async throws(ServingError) {
        await prepareTimers()
        do {
            let server = try await ServerBootstrap.accepting()
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.writeBufferWaterMark, value: Guest.owed)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .bind(host: Self.host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Guest.Connection(bytesOf: channel)
                    }
                }
            clients = AcceptLoop(server)
        } catch {
            let number = (error as? IOError)?.errnoCode ?? EINVAL
            throw .cannotListen("\(Self.host):\(port)", Errno(number))
        }
        let port = clients.address?.port ?? port
        name = language == .gpsd ? "gpsd:\(Self.host):\(port)" : "tcp://\(Self.host):\(port)"
        (self.language, self.device) = (language, device)
    }

    package var audience: Int? { state.withLock { $0.guests.count } }

    // MARK: - Readers

    package func run(begin: @escaping @Sendable () -> Void) async throws {
        try await clients.run { await self.serve($0, begin) }
    }

    private func serve(_ connection: Guest.Connection, _ begin: @Sendable () -> Void) async {
        let channel = connection.parts.channel
        let guest = Guest(channel, of: device, language == .gpsd ? WatchPolicy() : .sentences)
        let isWelcome = state.withLock {
            guard $0.guests.count < Self.mostGuests else { return false }
            $0.guests[ObjectIdentifier(guest)] = guest
            return true
        }
        defer { state.withLock { $0.guests[ObjectIdentifier(guest)] = nil } }
        await connection.serve {
            // A client that goes away is no error.
            try? await connection.parts.executeThenClose { input, _ in
                guard isWelcome else { return }
                switch language {
                case .gpsd:
                    try await guest.converse(input, begin: begin) {
                        self.state.withLock { $0.last }
                    }
                case .nmea:
                    begin()
                    for try await _ in input {}
                    // It may still read; if it has gone, the next epoch tells.
                    try await channel.closeFuture.get()
                }
            }
        }
    }

    // MARK: - Epochs

    package func send(_ moment: Moment, patience: Double) async {
        let guests = state.withLock {
            $0.last = moment.epoch
            return Array($0.guests.values)
        }
        var late: [Guest] = []
        for guest in guests where !guest.send(moment) { late.append(guest) }
        if late.isEmpty || patience <= 0 { return }
        await withDiscardingTaskGroup { group in
            for guest in late {
                group.addTask {
                    if await guest.catchesUp(within: patience) { _ = guest.send(moment) }
                }
            }
        }
    }

    package func finish() async {
        let guests = state.withLock { Array($0.guests.values) }
        await withDiscardingTaskGroup { group in
            for guest in guests { group.addTask { _ = await guest.hasRead(within: Self.patience) } }
        }
    }
}
