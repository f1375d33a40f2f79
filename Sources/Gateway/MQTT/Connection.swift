import NIOCore
import NIOPosix
import NIOSSL
import Posix
import Synchronization

/// A connection to a broker, with TLS if it has that.
struct Connection: Sendable {
    typealias Wire = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    let wire: Wire
    private var channel: any Channel { wire.channel }

    /// Seconds to find the host and to connect.
    private static let patience: Int64 = 10

    /// Throws a `ConnectionLoss`, or `CancellationError`.
    init(to broker: MQTTBroker) async throws {
        let tls = try Self.tls(broker)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(.seconds(Self.patience))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let tls else { return }
                    // A certificate for an address is compared with the connection's.
                    let isAddress = IPAddress(broker.host) != nil
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(
                            context: tls, serverHostname: isAddress ? nil : broker.host))
                }
            }
        // Looking an address up would take threads.
        let known = try? SocketAddress(ipAddress: broker.host, port: broker.port)
        let connecting =
            known.map { bootstrap.connect(to: $0) }
            ?? bootstrap.connect(host: broker.host, port: broker.port)
        let connected = loop.makePromise(of: Wire.self)
        // NIO ends the process if a wire is made and never used, so one of the two takes the turn. No
        // lock: who cancels has the task's own, which is taken by whoever resumes it.
        let isOpen = Atomic(true)
        let takesTurn: @Sendable () -> Bool = {
            isOpen.exchange(false, ordering: .acquiringAndReleasing)
        }
        connecting.whenComplete { result in
            guard takesTurn() else { return }
            connected.completeWith(
                result.flatMap { channel in
                    Result { try Wire(wrappingChannelSynchronously: channel) }
                })
        }
        do {
            wire = try await withTaskCancellationHandler {
                try await connected.futureResult.get()
            } onCancel: {
                if takesTurn() { connected.fail(CancellationError()) }
            }
        } catch {
            connecting.whenSuccess { $0.close(promise: nil) }
            try Task.checkCancellation()
            throw ConnectionLoss(error, broker)
        }
    }

    /// The files are read each time, so that new ones count at once.
    private static func tls(_ broker: MQTTBroker) throws -> NIOSSLContext? {
        guard broker.isSecure else { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.renegotiationSupport = .none
        // For a broker that does not answer the farewell.
        configuration.shutdownTimeout = .seconds(1)
        if let path = broker.authorities {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(path),
                !certificates.isEmpty
            else {
                throw ConnectionLoss(
                    "\(path): has no certificate", remedy: "use a file in PEM as mqtt.ca_file")
            }
            configuration.trustRoots = .certificates(certificates)
        }
        return try NIOSSLContext(configuration: configuration)
    }

    /// Packets are sent in the order of the calls.
    func send(_ packets: [OutgoingPacket], _ sent: EventLoopPromise<Void>? = nil) {
        var bytes = channel.allocator.buffer(capacity: 256)
        for packet in packets { packet.write(to: &bytes) }
        channel.writeAndFlush(bytes, promise: sent)
    }

    func promise() -> EventLoopPromise<Void> { channel.eventLoop.makePromise() }
}
