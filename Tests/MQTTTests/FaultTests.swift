import Glibc
import MQTT
import Synchronization
import TestSupport
import Testing

/// Brokers that are away, broken or hostile.
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
    /// What a session says of a broker, when it has tried some times and says `error`: of its state,
    /// and in the log.
    private func tries(
        _ count: Int, at broker: FakeBroker, saying error: String?,
        clock: QuickClock = QuickClock()
    ) async throws -> (state: EndpointState, log: [String], sleeps: [Double]) {
        defer { broker.stop() }
        var end = MQTTBroker(broker.port)
        end.keepAlive = 30
        return try await withSession(at: end, clock: clock) { session in
            try await eventually(broker.connections) { $0 > count }
            let state = try await eventually(await session.session.state) {
                $0.works == false && (error == nil || $0.error == error)
            }
            return (state, session.log.all, clock.sleeps)
        }
    }

    @Test func `a broker that closes at once is tried less and less often`() async throws {
        let broker = try FakeBroker { client, _ in _ = client.receive() }
        let (_, log, sleeps) = try await tries(
            6, at: broker, saying: "the broker closes the connection at once")
        #expect(log.count { $0.hasPrefix("warning:") } <= 2, "\(log)")
        #expect(sleeps.filter { $0 < 10 }.prefix(4) == [0.5, 1, 2, 4])
    }

    @Test func `a broker that lets us in and closes is told once`() async throws {
        let broker = try FakeBroker { client, _ in client.acceptAndSubscribe() }
        let (_, log, _) = try await tries(6, at: broker, saying: nil)
        // Not each of the six times, and once more if it looks as if another had our id.
        #expect(log.count <= 5, "\(log)")
    }

    @Test func `a broker that hangs`() async throws {
        let broker = try FakeBroker { client, _ in client.waitForEnd() }
        let (_, log, _) = try await tries(
            3, at: broker, saying: "the broker does not answer", clock: QuickClock { _, _ in true })
        #expect(log.count <= 2, "\(log)")
    }

    @Test func `a broker that hangs later`() async throws {
        let broker = try FakeBroker { client, _ in
            client.acceptAndSubscribe()
            client.waitForEnd()
        }
        _ = try await tries(
            2, at: broker, saying: "the broker is silent",
            clock: QuickClock(times: 10) { session, _ in await session.isConnected })
    }

    @Test func `a broker that answers all but the subscription`() async throws {
        let asked = Mutex(0)
        let broker = try FakeBroker { client, _ in
            client.accept()
            // SUBSCRIBE, and pings.
            if !client.receive().isEmpty { asked.withLock { $0 += 1 } }
            repeat { client.send([0xD0, 0]) } while !client.receive().isEmpty
        }
        // Of each connection, both times end when it has asked.
        let clock = QuickClock(times: 10) { _, times in asked.withLock(\.self) > times / 2 }
        let (_, log, sleeps) = try await tries(
            3, at: broker, saying: "the broker does not answer that we subscribe", clock: clock)
        #expect(log.count { $0.hasPrefix("warning:") } == 1, "\(log)")
        // Twice as long as it has to let us in.
        #expect(sleeps.prefix(3) == [10, 10, 0.5])
        #expect(sleeps.filter { $0 < 10 }.prefix(3) == [0.5, 1, 2])
    }

    @Test func `nobody listens`() async throws {
        let port = try freePort()
        let clock = QuickClock()
        try await withSession(at: MQTTBroker(port), clock: clock) { session in
            try await eventually(clock.sleeps) { $0.count > 4 }
            #expect(await session.session.state.error == "connection refused")
            #expect(await session.session.state.works == false)
            #expect(
                session.log.all == [
                    "warning: no connection to the broker, tried again broker=127.0.0.1:\(port) "
                        + "error=connection refused"
                ])
            await #expect(throws: MQTTError.away("connection refused")) {
                try await session.publish("x", to: "t")
            }
        }
    }

    @Test(arguments: [
        ([0x20, 3, 0, 0x84, 0], "the broker does not speak MQTT 5"),
        // MQTT 3.1.1
        ([0x20, 2, 0, 1], "the broker does not speak MQTT 5"),
        ([0x20, 3, 0, 0x86, 0], "the broker does not let us in: wrong user name or password"),
        ([0x20, 3, 0, 0x85, 0], "the broker does not take the client id 'geofenced-test'"),
        (
            [0x20, 8, 0, 0x89, 5, 0x1F, 0, 2, 0x6E, 0x6F],
            "the broker ends it: it is busy: no"
        ),
        ([0x48, 0x54, 0x54, 0x50], "it breaks the rules of MQTT 5: a packet begins with 72"),
        (
            [0x20, 3, 0, 0, 0, 0x20, 3, 0, 0, 0],
            "it breaks the rules of MQTT 5: it answers CONNECT twice"
        ),
        ([0xD0, 0], "it breaks the rules of MQTT 5: it does not answer CONNECT first"),
        ([0x20, 3, 0, 0, 0, 0xE0, 1, 0x8B], "the broker ends it: it is shutting down"),
        (
            [0x20, 3, 0, 0, 0, 0x34, 6, 0, 1, 0x74, 0, 1, 0],
            "it breaks the rules of MQTT 5: it publishes with QoS 2 or 3"
        ),
        (
            [0x20, 3, 0, 0, 0, 0x30, 0xFF, 0xFF, 0xFF, 0x7F],
            "it sends 268435455 bytes in one packet"
        ),
    ])
    func `what a broker may answer`(answer: [Int], error: String) async throws {
        let broker = try FakeBroker { client, _ in
            _ = client.receive()
            client.send(answer.map { UInt8($0) })
            client.waitForEnd()
        }
        let (_, log, _) = try await tries(3, at: broker, saying: error)
        #expect(log.count { $0.hasPrefix("warning:") } <= 2, "\(log)")
    }

    @Test func `a session may be cancelled in the moment when it is connected`() async throws {
        let broker = try FakeBroker { client, _ in client.waitForEnd() }
        defer { broker.stop() }
        for round in 0..<100 {
            try await withSession(at: MQTTBroker(broker.port)) { _ in
                // Sooner and later.
                for _ in 0..<round % 100 { await Task.yield() }
            }
        }
    }

    @Test func `random bytes end nothing but the connection`() async throws {
        let broker = try FakeBroker { client, number in
            var random = SplitMix64(seed: UInt64(number))
            if number % 2 == 0 { client.accept() }
            for _ in 0..<20 {
                let bytes = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
                guard client.send(bytes) else { return }
            }
        }
        defer { broker.stop() }
        let clock = QuickClock(times: 10_000)
        try await withSession(at: MQTTBroker(broker.port), clock: clock) { session in
            try await eventually(broker.connections) { $0 > 200 }
            #expect(session.log.all.count <= 12, "\(session.log.all)")
        }
    }

    @Test func `a subscription that is refused is said`() async throws {
        let broker = try FakeBroker { client, _ in
            client.acceptAndSubscribe(answer: 0x87)
            client.waitForEnd()
        }
        defer { broker.stop() }
        try await withSession(at: MQTTBroker(broker.port)) { session in
            _ = try await session.session.nextConnection(after: 0)
            let state = try await eventually(await session.session.state) { $0.works == false }
            #expect(
                state.error
                    == "the broker does not let us subscribe to 'in/#': it does not allow that")
            #expect(state.remedy?.contains("mqtt.positions") == true)
        }
    }

    @Test func `a broker that sends more than is taken waits, and memory is bounded`() async throws
    {
        let broker = try FakeBroker { client, _ in
            client.acceptAndSubscribe()
            // 64 KiB with QoS 0.
            var packet: [UInt8] = [0x30, 0x84, 0x80, 0x04, 0, 1, 0x74, 0]
            packet += [UInt8](repeating: 1, count: 65_536)
            // Of a gigabyte, the client wants little.
            for _ in 0..<(1 << 14) where !client.send(packet) { return }
        }
        defer { broker.stop() }
        let receiver = Receiver()
        receiver.refuse(true)
        // A keep-alive time in which nothing is read does not end the connection: the times to look
        // whether the broker is there, which are as long as those to let us in, are over at once while
        // nothing is read, and last otherwise, as the machine may be busy.
        let clock = QuickClock { session, _ in await session.isFull }
        var end = MQTTBroker(broker.port)
        end.keepAlive = 20
        try await withSession(at: end, filters: ["t"], receiver: receiver, clock: clock) { _ in
            try await eventually(broker.sent) { $0 > 8 << 20 }
            // As often as the session has looked whether the broker is there.
            let looks = clock.sleeps.count
            try await eventually(clock.sleeps.count) { $0 > looks + 20 }
            #expect(broker.sent < 32 << 20)
            #expect(broker.connections == 1)
            receiver.refuse(false)
            try await eventually(broker.sent) { $0 > 64 << 20 }
            #expect(broker.connections == 1)
        }
    }

    /// mosquitto 2.0.11, which Debian 12 has, is one.
    @Test func `a broker that sends more at once than it may is borne`() async throws {
        let broker = try FakeBroker { client, _ in
            client.acceptAndSubscribe()
            for id in 1...600 {
                client.send([0x32, 6, 0, 1, 0x74, UInt8(id >> 8), UInt8(id & 0xFF), 0])
            }
            client.waitForEnd()
        }
        defer { broker.stop() }
        let receiver = Receiver()
        receiver.refuse(true)
        try await withSession(at: MQTTBroker(broker.port), filters: ["t"], receiver: receiver) {
            _ in
            try await eventually(receiver.tries) { $0 > 0 }
            receiver.refuse(false)
            try await eventually(receiver.taken) { $0.count >= 600 }
            #expect(receiver.taken.count == 600)
            #expect(broker.connections == 1)
        }
    }

    @Test func `two with one client id are told so, and keep away`() async throws {
        let mosquitto = try Mosquitto()
        let clock = QuickClock()
        let broker = MQTTBroker(mosquitto.port)
        try await withSession(at: broker, clock: clock) { one in
            try await withSession(at: broker, clock: QuickClock()) { _ in
                let state = try await eventually(await one.session.state) { $0.remedy != nil }
                #expect(
                    state.error
                        == "the broker has closed it, again and again: does another client use "
                        + "the client id 'geofenced-test'?")
                #expect(
                    state.remedy
                        == "give one of the two another mqtt.client_id in gateway.toml")
                // Each is tried less and less often.
                try await eventually(clock.sleeps) { $0.contains { $0 >= 32 } }
                #expect(one.log.all.count <= 6, "\(one.log.all)")
            }
        }
    }

    @Test func `who is said to have been driven out keeps away for long`() async throws {
        let broker = try FakeBroker { client, _ in
            client.acceptAndSubscribe()
            client.send([0xE0, 1, 0x8E])
            client.waitForEnd()
        }
        let (state, log, sleeps) = try await tries(
            3, at: broker, saying: "another client uses the client id 'geofenced-test'")
        #expect(state.remedy == "give one of the two another mqtt.client_id in gateway.toml")
        #expect(log.count { $0.hasPrefix("warning:") } <= 2, "\(log)")
        #expect(sleeps.contains { $0 >= Backoff.longest })
    }
}
