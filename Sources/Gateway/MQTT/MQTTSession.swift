import EventLoops
package import Logging
import NIOCore
import Posix

/// A session at a broker: connects, again and again, and goes on where it was.
package actor MQTTSession {
    /// Takes what came together, in order. It is acknowledged when this returns. When this throws,
    /// nothing of it is, and it is handed over again later.
    package typealias Receive = @Sendable ([MQTTPublication]) async throws -> Void

    let broker: MQTTBroker
    private let filters: [TopicFilter]
    private let online: MQTTPublication?
    private let clock: any GatewayClock
    private let receive: Receive
    private var log: SessionLog

    /// `nil` while there is none, or the broker has not let us in yet.
    private var connection: Connection?
    private var connected: Connected?
    /// Whether the connection is known to those who wait for it.
    private var isAnnounced = false
    private var limits = BrokerLimits()
    private var inbox = Inbox()
    private var outbox = Outbox()
    /// Advances whenever a connection is announced.
    private let announced = ChangeCount()
    /// Something has come that is to be handed over.
    private let arrived = AsyncSignal()
    /// There is room in the inbox again.
    private let hasRoom = AsyncSignal()
    /// Something has come since the broker was asked whether it is there.
    private var hasHeard = false
    /// Something was taken or published over the connection.
    private var hasWorked = false
    /// Nothing is read, as too much waits to be handed over.
    package private(set) var isFull = false

    /// Bytes that wait to be handed over; then nothing more is read.
    private static let mostWaiting = 8 << 20
    /// Publications of QoS 1 that are under way at once, also if the broker takes more.
    private static let mostUnderWay = 1000
    /// Seconds until the broker must have let us in, and until it must have subscribed us then.
    private static let patience = 10.0
    /// Seconds; a connection that lasted as long was a good one.
    private static let goodConnection = 10.0
    /// Seconds until what could not be taken is handed over again.
    private static let longestRetry = 5.0
    /// As many brief connections, one after the other, are another client's doing, who has the same
    /// client id.
    private static let mostBrief = 3

    /// `filters`: what is subscribed to, with QoS 1; what else comes is of an earlier run, and dropped.
    /// `online`: is published at each connection.
    package init(
        _ broker: MQTTBroker, filters: [String], online: MQTTPublication?, clock: any GatewayClock,
        logger: Logger, receive: @escaping Receive
    ) {
        (self.broker, self.online) = (broker, online)
        self.filters = filters.map { TopicFilter($0) }
        (self.clock, self.receive) = (clock, receive)
        log = SessionLog(broker, clock, logger)
    }

    package var state: EndpointState { log.state }

    /// Runs until the task is cancelled.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.connectForEver() }
            group.addTask { try await self.handOverForEver() }
            defer {
                group.cancelAll()
                end(ConnectionLoss("the gateway ends"))
            }
            try await group.next()
        }
    }

    // MARK: Connections

    private func connectForEver() async throws {
        var backoff = Backoff()
        // Connections, one after the other, that ended soon after the broker had let us in.
        var brief = 0
        while true {
            let begin = ContinuousClock.now
            var loss = await converse()
            try Task.checkCancellation()
            let (wasConnected, wasAnnounced) = (connection != nil, isAnnounced)
            end(loss)
            let isGood =
                wasAnnounced && ContinuousClock.now - begin >= .seconds(Self.goodConnection)
            if isGood || !wasConnected { brief = 0 } else { brief += 1 }
            let isDriven = brief >= Self.mostBrief
            if isDriven { loss.suspectTakeover(of: broker) }
            if isGood || hasWorked && !isDriven { backoff = Backoff() }
            hasWorked = false
            log.note(loss, isBrief: !isGood, wasConnected: wasConnected)
            let asked = isDriven && loss.isTakeover ? Backoff.longest : nil
            try await clock.sleep(seconds: backoff.wait(asked: asked, jitter: clock.jitter()))
        }
    }

    /// One connection, from its beginning to its end.
    private func converse() async -> ConnectionLoss {
        do {
            let password = try broker.password()
            let connection = try await Connection(to: broker)
            return try await connection.wire.executeThenClose { input, _ in
                connection.send([.connect(broker, password: password)])
                return await converse(over: connection, input)
            }
        } catch {
            return ConnectionLoss(error, broker)
        }
    }

    private func converse(
        over connection: Connection, _ input: NIOAsyncChannelInboundStream<ByteBuffer>
    ) async -> ConnectionLoss {
        await withTaskGroup(of: ConnectionLoss.self) { group in
            group.addTask { await self.listen(input, connection) }
            group.addTask { await self.watch(connection) }
            let first = await group.next()
            group.cancelAll()
            return first ?? ConnectionLoss("ended")
        }
    }

    private func listen(
        _ input: NIOAsyncChannelInboundStream<ByteBuffer>, _ connection: Connection
    ) async -> ConnectionLoss {
        var unread = ByteBuffer()
        do {
            for try await bytes in input {
                hasHeard = true
                unread.writeImmutableBuffer(bytes)
                while let packet = try IncomingPacket.read(
                    from: &unread, largest: OutgoingPacket.largestTaken)
                {
                    try take(packet, from: connection)
                }
                unread.discardReadBytes()
                try await waitForRoom()
            }
            if self.connection == nil, broker.isSecure { return .ofTLS(broker) }
            let how = self.connection == nil ? "closes the connection at once" : "has closed it"
            var loss = ConnectionLoss("the broker \(how)")
            loss.isUnexplained = true
            return loss
        } catch let fault as PacketFault {
            connection.send([.disconnect(fault.reason)])
            return ConnectionLoss(fault)
        } catch {
            return ConnectionLoss(error, broker)
        }
    }

    private func waitForRoom() async throws {
        while inbox.bytes > Self.mostWaiting {
            isFull = true
            defer { isFull = false }
            try await hasRoom.wait()
        }
    }

    /// Returns when the broker does not answer any more.
    private func watch(_ connection: Connection) async -> ConnectionLoss {
        do {
            try await clock.sleep(seconds: Self.patience)
            if self.connection == nil { return ConnectionLoss("the broker does not answer") }
            if !isAnnounced { try await clock.sleep(seconds: Self.patience) }
            if !isAnnounced { return .withoutSubscription }
            log.noteGood()
            while true {
                hasHeard = false
                connection.send([.ping])
                try await clock.sleep(seconds: Double(limits.keepAlive) / 2)
                if !hasHeard, !isFull { return ConnectionLoss("the broker is silent") }
            }
        } catch {
            return ConnectionLoss("ended")
        }
    }

    private func end(_ loss: ConnectionLoss) {
        (connection, isAnnounced) = (nil, false)
        outbox.failAll(.away(loss.why))
    }

    // MARK: Packets

    /// Throws a `PacketFault` or a `ConnectionLoss`.
    private func take(_ packet: IncomingPacket, from connection: Connection) throws {
        if case .answer(let reason, let hasSession, let properties) = packet {
            guard self.connection == nil else {
                throw PacketFault.unexpected("it answers CONNECT twice")
            }
            guard reason == .success else {
                throw ConnectionLoss(reason, text: properties.text(.reason), broker)
            }
            return begin(connection, hasSession: hasSession, properties)
        }
        if case .farewell(let reason, let text) = packet {
            throw ConnectionLoss(reason, text: text, broker)
        }
        guard self.connection != nil else {
            throw PacketFault.unexpected("it does not answer CONNECT first")
        }
        switch packet {
        case .publication(let publication, let id):
            inbox.append(publication, id: id)
            arrived.raise()
        case .acknowledgement(let id, let reason, let text):
            take(acknowledgement: id, reason, text)
        case .subscribed(_, let reasons): subscribed(reasons)
        default: break
        }
    }

    private func begin(_ connection: Connection, hasSession: Bool, _ properties: PacketProperties) {
        limits = BrokerLimits(properties, keepAlive: broker.keepAlive)
        inbox.beginConnection(isSentAgain: hasSession)
        hasRoom.raise()
        outbox.most = min(limits.underWay, Self.mostUnderWay)
        self.connection = connection
        connected = Connected(
            number: (connected?.number ?? 0) + 1, hasLostSession: !hasSession)
        if filters.isEmpty {
            announce()
        } else {
            connection.send([.subscribe(filters.map(\.text), id: outbox.nextIdentifier())])
        }
    }

    private func subscribed(_ reasons: [ReasonCode]) {
        let refused = zip(filters, reasons).first { $0.1.isRefusal }
        announce()
        guard let refused else { return }
        log.note(subscription: refused.0.text, refused.1)
    }

    /// Says to the broker, and to those who wait, that we are there.
    private func announce() {
        if isAnnounced { return }
        isAnnounced = true
        log.noteConnected()
        if let online {
            // If this fails, the connection has ended, which `listen` says.
            outbox.append(online, connection!.promise())
            sendWaiting()
        }
        announced.advance()
    }

    private func take(acknowledgement id: UInt16, _ reason: ReasonCode, _ text: String?) {
        guard let (topic, promise) = outbox.take(id) else { return }
        if reason.isRefusal {
            log.noteRefused(topic, reason)
            promise.fail(
                MQTTError.refused(
                    code: reason.rawValue,
                    "\(reason)" + (text.map { ": \($0.shortened)" } ?? "")))
        } else {
            log.count("published")
            hasWorked = true
            promise.succeed()
        }
        sendWaiting()
    }

    // MARK: In

    private func handOverForEver() async throws {
        while true {
            try await arrived.wait()
            var backoff = Backoff()
            while case let batch = inbox.next(), !batch.isEmpty {
                // The broker goes on with what an earlier run has subscribed to.
                let wanted = batch.filter { one in filters.contains { $0.takes(one.topic) } }
                do {
                    if !wanted.isEmpty { try await receive(wanted) }
                    acknowledge()
                    log.noteTaken(wanted.count)
                    log.count("unsubscribed", batch.count - wanted.count)
                    backoff = Backoff()
                } catch {
                    try Task.checkCancellation()
                    log.noteNotTaken(error)
                    let wait = backoff.wait(asked: nil, jitter: clock.jitter())
                    try await clock.sleep(seconds: min(wait, Self.longestRetry))
                }
            }
        }
    }

    private func acknowledge() {
        let identifiers = inbox.takeIdentifiers()
        hasRoom.raise()
        if identifiers.isEmpty { return }
        hasWorked = true
        connection?.send(identifiers.map { .acknowledge(id: $0) })
    }

    // MARK: Out

    /// Returns when the broker has acknowledged it; of QoS 0, when it is sent. Any number may be under
    /// way, and those of one caller arrive in their order. Throws `MQTTError`, `away` at once if there
    /// is no connection.
    package func publish(_ publication: MQTTPublication) async throws {
        if let error = try await publish([publication])[0] { throw error }
    }

    /// As `publish` of each, all under way at once and in their order. Returns what came of them, up to
    /// the first that could not be published for want of a connection: `nil` is an acknowledgement.
    /// Throws only `CancellationError`.
    package func publish(_ publications: [MQTTPublication]) async throws -> [MQTTError?] {
        let begun = publications.map { publication in
            Result { () throws(any Error) in try begin(publication) }
        }
        var results: [MQTTError?] = []
        for one in begun {
            do {
                let promise = try one.get()
                try await withTaskCancellationHandler {
                    try await promise.futureResult.get()
                } onCancel: {
                    promise.fail(CancellationError())
                }
                results.append(nil)
            } catch {
                try Task.checkCancellation()
                let failure =
                    error as? MQTTError ?? .away(ConnectionLoss(error, broker).why)
                results.append(failure)
                if case .away = failure { return results }
            }
        }
        return results
    }

    /// Sends it, or lets it wait for those before it.
    private func begin(_ publication: MQTTPublication) throws -> EventLoopPromise<Void> {
        try limits.check(publication)
        guard let connection else {
            throw MQTTError.away(log.state.error ?? "there is no connection yet")
        }
        let promise = connection.promise()
        if publication.quality == .atLeastOnce {
            outbox.append(publication, promise)
            sendWaiting()
        } else {
            connection.send([.publish(publication, id: nil)], promise)
        }
        return promise
    }

    private func sendWaiting() {
        let packets = outbox.next()
        if !packets.isEmpty { connection?.send(packets) }
    }

    /// Waits for a connection after the one with that number. Numbers grow from 1.
    package func nextConnection(after number: Int) async throws -> Connected {
        while true {
            let count = announced.number
            if isAnnounced, let connected, connected.number > number { return connected }
            _ = try await announced.next(after: count)
        }
    }

    package struct Connected: Hashable, Sendable {
        package var number: Int
        /// The broker has no session of ours: what it has acknowledged before may be lost. It is so at
        /// the very first connection, too.
        package var hasLostSession: Bool
    }
}
