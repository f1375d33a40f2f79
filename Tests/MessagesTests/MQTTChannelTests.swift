import Logging
import MQTT
import Synchronization
import TestSupport
import Testing

@testable import Messages

/// With a real broker.
@Suite(.timeLimit(.minutes(5))) struct MQTTWayTests {
    private static let message = Message(
        id: 7, person: "anna", time: .example, made: .example, title: "Starbucks",
        lines: [.init(text: "54 m away", kind: "favourite", region: "f/1", transition: "enter")],
        notices: ["log-1"], isLate: false, rings: true, isRead: false)

    private static func session(
        _ port: Int, _ name: String, filters: [String] = [],
        _ receive: @escaping MQTTSession.Receive = { _ in }
    ) -> MQTTSession {
        MQTTSession(
            MQTTBroker(port, clientID: name), filters: filters, online: nil, clock: PatientClock(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, receive: receive)
    }

    @Test func `a message comes to the person's topic`() async throws {
        let mosquitto = try Mosquitto()
        let (heard, continuation) = AsyncStream<MQTTPublication>.makeStream()
        let reader = Self.session(mosquitto.port, "reader", filters: ["geofenced/messages/#"]) {
            for publication in $0 { continuation.yield(publication) }
        }
        let session = Self.session(mosquitto.port, "gateway")
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for session in [reader, session] {
                group.addTask { try await session.run() }
                _ = try await session.nextConnection(after: 0)
            }
            let delivery = try await MQTTChannel(session).deliver(
                Self.message, id: "7-log-1", rings: false, to: "geofenced/messages")
            #expect(delivery == .delivered)
            let publication = try #require(await heard.first { _ in true })
            #expect(publication.topic == "geofenced/messages/anna")
            #expect(!publication.isRetained)
            #expect(publication.contentType == "application/json")
            #expect(
                String(decoding: publication.payload, as: UTF8.self) == """
                    {"id":7,"is_late":false,"lines":[{"kind":"favourite","region":"f/1",\
                    "text":"54 m away","transition":"enter"}],"made":"2026-05-01T10:00:00.000Z",\
                    "notices":["log-1"],"person":"anna","read":false,"rings":false,\
                    "time":"2026-05-01T10:00:00.000Z","title":"Starbucks"}
                    """)
        }
    }

    @Test func `without a connection it waits`() async throws {
        let delivery = try await MQTTChannel(Self.session(1, "gateway")).deliver(
            Self.message, id: "7-log-1", rings: true, to: "geofenced/messages")
        #expect(delivery == .later("there is no connection yet"))
    }

    /// Delivers to a person who has chosen the way, while `body` runs. `published`: how much the broker
    /// has acknowledged.
    private func delivering(
        _ mosquitto: Mosquitto, clock: any GatewayClock,
        _ body: (
            MessageStore, _ published: @Sendable () async -> Int
        ) async throws -> Void
    ) async throws {
        let people = try People()
        let session = Self.session(mosquitto.port, "gateway")
        let store = try people.store([MQTTChannel(session)])
        try await store.setSettings(.with { $0.ways.mqtt = true }, of: "anna")
        let courier = MessageCourier(
            store, ways: store.ways, clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await session.run() }
            group.addTask { try await courier.run() }
            _ = try await session.nextConnection(after: 0)
            try await body(store) { await session.state.counts["published"] ?? 0 }
        }
    }

    @Test func `a message leaves as soon as the broker is back`() async throws {
        let mosquitto = try Mosquitto()
        // In its time, nobody waits for the next attempt.
        let clock = TestClock()
        try await delivering(mosquitto, clock: clock) { store, published in
            mosquitto.stop()
            try await store.tell()
            store.undelivered.raise()
            try await eventually(clock.sleeps) { $0.count >= 1 }
            try mosquitto.start()
            try await eventually(await published()) { $0 >= 1 }
            // However long it was away, the next attempt did not wait longer.
            #expect(clock.sleeps.allSatisfy { $0 == 0.5 })
            try await eventually(await store.behind()) { $0.isEmpty }
        }
    }

    @Test func `a broker that has lost its session is told messages of the last minute again`()
        async throws
    {
        // It forgets all when it is killed.
        let mosquitto = try Mosquitto(keeps: false)
        let clock = TestClock()
        try await delivering(mosquitto, clock: clock) { store, published in
            for (number, pause) in [(1, 61.0), (2, 30), (3, 0)] {
                try await store.tell(["anna"], .example(number, region: "deal/\(number)"))
                store.undelivered.raise()
                try await eventually(await published()) { $0 == number }
                try await eventually(await store.behind()) { $0.isEmpty }
                try await clock.sleep(seconds: pause)
            }
            mosquitto.kill()
            try mosquitto.start()
            // The second and the third.
            try await eventually(await published()) { $0 == 5 }
            try await eventually(await store.behind()) { $0.isEmpty }
        }
    }

    @Test func `it is chosen in the settings`() {
        let way = MQTTChannel(Self.session(1, "gateway"))
        var settings = PersonSettings()
        #expect(way.target(of: settings) == nil)
        settings.ways.mqtt = true
        #expect(way.target(of: settings) == "geofenced/messages")
    }
}
