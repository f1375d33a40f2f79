import EventLoops
import Glibc
import NIOCore
import NIOPosix
import Posix
import Simulation
import Synchronization

/// Serves a simulated receiver at a port that only programs of this machine can reach.
package final class ReceiverService: Sink {
    package enum Language: String, Sendable {
        /// gpsd's protocol.
        case gpsd
        /// NMEA sentences, which each client gets without a request.
        case nmea
    }

    package let name: String
    private let language: Language
    private let device: SimulatedDevice
    private let clients: AcceptLoop<ServedClient.Connection>
    private let state = Mutex(State())

    private struct State {
        var clients: [ObjectIdentifier: ServedClient] = [:]
        var last: Epoch?
    }

    /// As many as gpsd takes.
    private static let mostClients = 64
    /// Seconds that clients have after the end.
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
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .bind(host: Self.host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try ServedClient.Connection(bytesOf: channel)
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

    package var clientCount: Int? { state.withLock { $0.clients.count } }

    // MARK: - Readers

    package func run(begin: @escaping @Sendable () -> Void) async throws {
        try await clients.run { await self.serve($0, begin) }
    }

    private func serve(_ connection: ServedClient.Connection, _ begin: @Sendable () -> Void) async {
        let channel = connection.parts.channel
        let client = ServedClient(
            channel, of: device, language == .gpsd ? WatchPolicy() : .sentences)
        let isAccepted = state.withLock {
            guard $0.clients.count < Self.mostClients else { return false }
            $0.clients[ObjectIdentifier(client)] = client
            return true
        }
        defer { state.withLock { $0.clients[ObjectIdentifier(client)] = nil } }
        await connection.serve {
            // A client that goes away is no error.
            try? await connection.parts.executeThenClose { input, _ in
                guard isAccepted else { return }
                switch language {
                case .gpsd:
                    try await client.converse(input, begin: begin) {
                        self.state.withLock { $0.last }
                    }
                case .nmea:
                    begin()
                    for try await _ in input {}
                    // It may still read. If it has gone, sending the next epoch fails.
                    try await channel.closeFuture.get()
                }
            }
        }
    }

    // MARK: - Epochs

    package func send(_ epoch: EncodedEpoch, patience: Double) async {
        let clients = state.withLock {
            $0.last = epoch.epoch
            return Array($0.clients.values)
        }
        var late: [ServedClient] = []
        for client in clients where !client.send(epoch) { late.append(client) }
        if late.isEmpty || patience <= 0 { return }
        await withDiscardingTaskGroup { group in
            for client in late {
                group.addTask {
                    if await client.catchesUp(within: patience) { _ = client.send(epoch) }
                }
            }
        }
    }

    package func finish() async {
        let clients = state.withLock { Array($0.clients.values) }
        await withDiscardingTaskGroup { group in
            for client in clients {
                group.addTask { _ = await client.hasRead(within: Self.patience) }
            }
        }
    }
}
