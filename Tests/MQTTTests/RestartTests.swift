import MQTT
import TestSupport
import Testing

/// A real broker that goes, comes back, forgets and refuses.
@Suite(.timeLimit(.minutes(10))) struct RestartTests {
    private func publish(_ texts: [String], at mosquitto: Mosquitto) async throws {
        let other = MQTTBroker(mosquitto.port, clientID: "other")
        try await withSession(at: other, filters: []) { other in
            _ = try await other.session.nextConnection(after: 0)
            for text in texts { try await other.publish(text, to: "in/a") }
        }
    }

    @Test func `a broker that is started again is gone on with`() async throws {
        let mosquitto = try Mosquitto()
        try await withSession(at: MQTTBroker(mosquitto.port)) { session in
            let first = try await session.session.nextConnection(after: 0)
            mosquitto.stop()
            try await eventually(await session.session.state) { $0.works == false }
            try mosquitto.start()
            let next = try await session.session.nextConnection(after: first.number)
            #expect(next.number == 2 && !next.hasLostSession)
            try await publish(["1"], at: mosquitto)
            try await eventually(session.receiver.payloads) { $0 == ["1"] }
        }
    }

    @Test func `what was not acknowledged survives a broker that forgets`() async throws {
        let mosquitto = try Mosquitto(keeps: false)
        let receiver = Receiver()
        receiver.refuse(true)
        try await withSession(at: MQTTBroker(mosquitto.port), receiver: receiver) { session in
            let first = try await session.session.nextConnection(after: 0)
            try await publish(["1", "2"], at: mosquitto)
            try await eventually(receiver.tries) { $0 > 0 }
            mosquitto.kill()
            try mosquitto.start()
            let next = try await session.session.nextConnection(after: first.number)
            #expect(next.hasLostSession)
            receiver.refuse(false)
            try await publish(["3"], at: mosquitto)
            try await eventually(receiver.taken) { $0.count >= 3 }
            #expect(receiver.payloads == ["1", "2", "3"])
        }
    }

    @Test func `what the broker sends again is taken once`() async throws {
        let mosquitto = try Mosquitto()
        let receiver = Receiver()
        receiver.refuse(true)
        try await withSession(at: MQTTBroker(mosquitto.port), receiver: receiver) { session in
            let first = try await session.session.nextConnection(after: 0)
            try await publish(["1", "2"], at: mosquitto)
            try await eventually(receiver.tries) { $0 > 0 }
            mosquitto.stop()
            try mosquitto.start()
            let next = try await session.session.nextConnection(after: first.number)
            #expect(!next.hasLostSession)
            receiver.refuse(false)
            try await publish(["3"], at: mosquitto)
            try await eventually(receiver.taken) { $0.count >= 3 }
            #expect(receiver.payloads == ["1", "2", "3"])
        }
    }

    @Test func `who publishes is told when the connection ends`() async throws {
        let mosquitto = try Mosquitto()
        try await withSession(at: MQTTBroker(mosquitto.port)) { session in
            _ = try await session.session.nextConnection(after: 0)
            mosquitto.freeze()
            async let published: Void = session.publish("1", to: "t")
            mosquitto.kill()
            do {
                try await published
                Issue.record("it was published")
            } catch let error as MQTTError {
                guard case .away = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    @Test func `a broker that falls silent is left, and found again`() async throws {
        let mosquitto = try Mosquitto()
        var broker = MQTTBroker(mosquitto.port)
        broker.keepAlive = 20
        let clock = QuickClock(times: 1) { session, _ in await session.isConnected }
        try await withSession(at: broker, clock: clock) { session in
            let first = try await session.session.nextConnection(after: 0)
            mosquitto.freeze()
            try await eventually(session.log.all) {
                $0.contains { $0.contains("error=the broker is silent") }
            }
            mosquitto.thaw()
            _ = try await session.session.nextConnection(after: first.number)
        }
    }

    @Test func `it says whether it is there`() async throws {
        let mosquitto = try Mosquitto()
        func said(_ isOnline: Bool) -> MQTTPublication {
            MQTTPublication(
                topic: "in/online", payload: [isOnline ? 1 : 0], isRetained: true)
        }
        var broker = MQTTBroker(mosquitto.port)
        broker.will = said(false)
        try await withSession(at: MQTTBroker(mosquitto.port, clientID: "other")) { other in
            _ = try await other.session.nextConnection(after: 0)
            try await withSession(at: broker, filters: [], online: said(true)) { session in
                _ = try await session.session.nextConnection(after: 0)
                try await eventually(other.receiver.taken.last?.payload) { $0 == [1] }
            }
            try await eventually(other.receiver.taken.last?.payload) { $0 == [0] }
        }
    }

    @Test func `what was kept is said to be old`() async throws {
        let mosquitto = try Mosquitto()
        let other = MQTTBroker(mosquitto.port, clientID: "other")
        try await withSession(at: other, filters: []) { other in
            _ = try await other.session.nextConnection(after: 0)
            try await other.session.publish(
                MQTTPublication(topic: "in/a", payload: [1], isRetained: true))
            try await withSession(at: MQTTBroker(mosquitto.port)) { session in
                try await eventually(session.receiver.taken) { !$0.isEmpty }
                try await other.publish("new", to: "in/a")
                try await eventually(session.receiver.taken) { $0.count > 1 }
                #expect(session.receiver.taken.map(\.isRetained) == [true, false])
            }
            // It comes once: the session has the subscription already.
            try await withSession(at: MQTTBroker(mosquitto.port)) { session in
                _ = try await session.session.nextConnection(after: 0)
                try await other.publish("newer", to: "in/a")
                try await eventually(session.receiver.taken) { !$0.isEmpty }
                #expect(session.receiver.payloads == ["newer"])
            }
        }
    }

    @Test func `many are published at once, in order`() async throws {
        let mosquitto = try Mosquitto("max_inflight_messages 5")
        try await withSession(at: MQTTBroker(mosquitto.port)) { session in
            _ = try await session.session.nextConnection(after: 0)
            let texts = (0..<1000).map { "\($0)" }
            let other = MQTTBroker(mosquitto.port, clientID: "other")
            try await withSession(at: other, filters: []) { other in
                _ = try await other.session.nextConnection(after: 0)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for text in texts {
                        group.addTask { try await other.publish(text, to: "in/a") }
                    }
                    try await group.waitForAll()
                }
                #expect(await other.session.state.counts["published"] == 1000)
            }
            try await eventually(session.receiver.taken) { $0.count >= texts.count }
            #expect(session.receiver.payloads.sorted() == texts.sorted())
        }
    }
}
