import Logging
import MQTT
import Synchronization
import TestSupport
import Testing
import Ways

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
            MQTTBroker(host: "127.0.0.1", port: port, isSecure: false, clientID: name),
            filters: filters, online: nil, clock: SystemWayClock(),
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
            let delivery = try await MQTTWay(session).deliver(
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
        let delivery = try await MQTTWay(Self.session(1, "gateway")).deliver(
            Self.message, id: "7-log-1", rings: true, to: "geofenced/messages")
        #expect(delivery == .later("there is no connection yet"))
    }

    @Test func `it is chosen in the settings`() {
        let way = MQTTWay(Self.session(1, "gateway"))
        var settings = PersonSettings()
        #expect(way.target(of: settings) == nil)
        settings.ways.mqtt = true
        #expect(way.target(of: settings) == "geofenced/messages")
    }
}
