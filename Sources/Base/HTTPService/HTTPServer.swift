import EventLoops
package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import Posix
import ServiceLifecycle

/// Answers HTTP requests on a listening socket.
package struct HTTPServer<Context: RequestContext> where Context.Source: Sendable {
    private let responder: RouterResponder<Context>
    private let descriptor: CInt
    private let limits: HTTPLimits
    private let log: Logger
    private let prepare: @Sendable (any Channel) throws -> Void
    private let source: @Sendable (any Channel) -> EventLoopFuture<Context.Source>

    /// - `descriptor`: a listening socket, which is closed at the end.
    /// - `prepare`: adds handlers to a connection before those of HTTP, as for TLS.
    /// - `source`: finds out who is at the other end of a connection.
    package init(
        _ router: Router<Context>, descriptor: CInt, limits: HTTPLimits, log: Logger,
        prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in },
        source: @escaping @Sendable (any Channel) -> EventLoopFuture<Context.Source>
    ) {
        router.refuseOtherMethods()
        responder = router.buildResponder()
        (self.descriptor, self.limits, self.log) = (descriptor, limits, log)
        (self.prepare, self.source) = (prepare, source)
    }

    /// Serves until a graceful shutdown; then open requests may finish, within `limits.farewell`.
    package func run() async throws {
        let seats = Seats(limits)
        let clients = try await AcceptLoop(descriptor: descriptor) {
            [AvailableConnectionsChannelHandler(maxConnections: limits.connections)]
        } client: { channel in
            source(channel).flatMap { source in
                let address = channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
                let seat = NIOLoopBound(
                    Seat(seats, address: address?.unmapped.network), eventLoop: channel.eventLoop)
                let http = http(for: source, at: seat)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(seat.value)
                    try prepare(channel)
                }.flatMap {
                    http.setup(channel: channel, logger: log)
                }.flatMapThrowing {
                    try HostOfOldRequests.add(to: channel)
                    return Client(http, $0)
                }
            }
        }
        try await clients.run(until: gracefulShutdown, patience: limits.farewell) { client in
            await client.serve(log)
        }
    }

    private func http(
        for source: Context.Source, at seat: NIOLoopBound<Seat>
    ) -> HTTP1Channel {
        let (limits, departure) = (limits, Departure())
        return HTTP1Channel(
            responder: { request, writer, _ in
                try await answer(request, source, writer, departure)
            },
            configuration: .init(
                additionalChannelHandlers: [ConnectionEnd(limits, seat.value, departure)],
                httpDecoderConfiguration: .limited))
    }

    @concurrent private func answer(
        _ request: Request, _ source: Context.Source, _ writer: consuming ResponseWriter,
        _ departure: Departure
    ) async throws {
        let context = Context(source: source)
        let response = try await departure.cancelling(limits.isQuestion(request.head)) {
            try await responder.respond(to: request, context: context)
        }
        try await writer.write(response: response.head, body: response.body)
    }
}
