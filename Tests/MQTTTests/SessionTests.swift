import Glibc
import MQTT
import TestSupport
import Testing

/// With a real broker.
@Suite(.timeLimit(.minutes(10))) struct SessionTests {
    private let mosquitto: Mosquitto
    private var broker: MQTTBroker { MQTTBroker(mosquitto.port) }

    init() throws { mosquitto = try Mosquitto() }

    /// Publishes as another client.
    private func publish(_ texts: [String], to topic: String = "in/a") async throws {
        let other = MQTTBroker(mosquitto.port, clientID: "other")
        try await withSession(at: other, filters: []) { other in
            _ = try await other.session.nextConnection(after: 0)
            for text in texts { try await other.publish(text, to: topic) }
        }
    }

    @Test func `what is published arrives, in order`() async throws {
        let texts = (0..<200).map { "\($0)" }
        try await withSession(at: broker) { session in
            _ = try await session.session.nextConnection(after: 0)
            try await publish(texts)
            try await eventually(session.receiver.taken) { $0.count >= texts.count }
            #expect(session.receiver.payloads == texts)
            #expect(session.receiver.taken[0].quality == .atLeastOnce)
            #expect(await session.session.state.works == true)
            #expect(await session.session.state.counts["received"] == 200)
        }
    }

    @Test func `what comes while nobody is there waits at the broker`() async throws {
        try await withSession(at: broker) { session in
            let connected = try await session.session.nextConnection(after: 0)
            #expect(connected.hasLostSession)
        }
        try await publish(["1", "2", "3"])
        try await withSession(at: broker) { session in
            let connected = try await session.session.nextConnection(after: 0)
            #expect(!connected.hasLostSession)
            try await eventually(session.receiver.taken) { $0.count >= 3 }
            #expect(session.receiver.payloads == ["1", "2", "3"])
        }
    }

    @Test func `nothing is acknowledged until it is taken`() async throws {
        let receiver = Receiver()
        receiver.refuse(true)
        try await withSession(at: broker, receiver: receiver) { session in
            _ = try await session.session.nextConnection(after: 0)
            try await publish(["1", "2", "3"])
            try await eventually(receiver.tries) { $0 > 1 }
            #expect(session.log.count("what came from the broker waits there") == 1)
        }
        // As if it had been killed: who comes next has it all.
        try await withSession(at: broker) { session in
            try await eventually(await session.session.state) { $0.counts["received"] == 3 }
            #expect(session.receiver.payloads == ["1", "2", "3"])
        }
        // That has acknowledged it, before it went.
        try await publish(["4"])
        try await withSession(at: broker) { session in
            try await eventually(session.receiver.taken) { !$0.isEmpty }
            #expect(session.receiver.payloads == ["4"])
        }
    }

    @Test func `what was subscribed to before is dropped, and acknowledged`() async throws {
        try await withSession(at: broker, filters: ["in/+", "other/#"]) { session in
            _ = try await session.session.nextConnection(after: 0)
        }
        try await publish(["1", "2"], to: "other/a")
        try await publish(["3"])
        try await publish(["4"], to: "other")
        try await withSession(at: broker, filters: ["in/+"]) { session in
            try await eventually(await session.session.state) { $0.counts["unsubscribed"] == 3 }
            #expect(session.receiver.payloads == ["3"])
            #expect(await session.session.state.counts["received"] == 1)
        }
        try await publish(["5"])
        try await withSession(at: broker, filters: []) { session in
            try await eventually(await session.session.state) { $0.counts["unsubscribed"] == 1 }
            #expect(session.receiver.taken.isEmpty)
        }
        // Each was acknowledged, so that nothing comes again.
        try await publish(["6"])
        try await withSession(at: broker, filters: ["in/+"]) { session in
            try await eventually(session.receiver.taken) { !$0.isEmpty }
            #expect(session.receiver.payloads == ["6"])
            #expect(await session.session.state.counts["unsubscribed"] == nil)
        }
    }

    @Test func `what it publishes itself does not come back`() async throws {
        try await withSession(at: broker) { session in
            _ = try await session.session.nextConnection(after: 0)
            try await session.publish("own", to: "in/a")
            try await publish(["other"])
            try await eventually(session.receiver.taken) { !$0.isEmpty }
            #expect(session.receiver.payloads == ["other"])
        }
    }

    @Test func `it is handed over again until it is taken`() async throws {
        let receiver = Receiver()
        receiver.refuse(true)
        try await withSession(at: broker, receiver: receiver) { session in
            _ = try await session.session.nextConnection(after: 0)
            try await publish(["1", "2"])
            try await eventually(receiver.tries) { $0 > 1 }
            receiver.refuse(false)
            try await eventually(receiver.taken) { $0.count >= 2 }
            #expect(receiver.payloads == ["1", "2"])
        }
    }
}
