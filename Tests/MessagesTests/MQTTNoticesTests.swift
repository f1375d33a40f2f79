import APIClient
import Logging
import MQTT
import Posix
import Synchronization
import TestSupport
import Testing

@testable import Messages

/// With a real broker, and a daemon that says what it is told to.
@Suite(.timeLimit(.minutes(10))) struct MQTTNoticesTests {
    private let people: People
    private let log = LogLines()
    private let daemon: FakeDaemon
    private let mosquitto: Mosquitto
    private let heard = Heard()

    private static let resumed = #"{"resumed":5,"log":"k3v9xq2m"}"#

    init() throws {
        people = try People()
        daemon = try FakeDaemon(people.folder.file("socket"))
        // It forgets all when it is killed.
        mosquitto = try Mosquitto(keeps: false)
    }

    private func session(_ id: String, filters: [String] = []) -> MQTTSession {
        let heard = heard
        return MQTTSession(
            MQTTBroker(mosquitto.port, clientID: id), filters: filters, online: nil,
            clock: PatientClock(),
            logger: Logger(label: "none") { _ in SwiftLogNoOpLogHandler() }
        ) { heard.take($0) }
    }

    /// Tells the broker, where somebody listens to all, while `body` runs.
    private func telling(
        _ topics: MQTTTopics = MQTTTopics(
            notices: "geofenced/notices/{device}", tellsOwnTracks: true,
            homeAssistant: "homeassistant"),
        _ body: (TargetTelling) async throws -> Void
    ) async throws {
        let listener = session("listener", filters: ["#"])
        let session = session("gateway")
        let target = MQTTNotices(session, name: "broker", devices: ["anna-phone"], topics: topics) {
            $0 == "anna-phone" ? "anna" : nil
        }
        let telling = TargetTelling(
            target, control: try SocketPath(people.folder.file("control")),
            notifications: daemon.path, store: try people.store(), logger: log.logger)
        try await withThrowingTaskGroup { group in
            group.addTask { try await listener.run() }
            _ = try await listener.nextConnection(after: 0)
            group.addTask { try await session.run() }
            group.addTask { try await telling.run() }
            try await body(telling)
            group.cancelAll()
            while let result = await group.nextResult() {
                #expect(throws: CancellationError.self) { try result.get() }
            }
        }
    }

    @Test func `a notice is told thrice, each in its form`() async throws {
        daemon.answers(Self.resumed, FakeDaemon.notice(6))
        try await telling { telling in
            try await eventually(heard.all) { $0.count >= 3 }
            try await eventually(await telling.state) { $0.counts["told"] == 1 }
        }
        let all = heard.all
        #expect(
            all.map(\.topic) == [
                "geofenced/notices/anna-phone", "owntracks/anna/anna-phone/event",
                "geofenced/events/anna-phone",
            ])
        #expect(all.map(\.quality) == [.atLeastOnce, .atLeastOnce, .atLeastOnce])
        #expect(all[0].text == FakeDaemon.notice(6))
        #expect(all[0].contentType == "application/cloudevents+json")
        #expect(
            all[1].text == """
                {"_type":"transition","acc":0,"desc":"Coffee","event":"enter","lat":52.4,"lon":4.9,\
                "t":"c","tid":"AN","tst":1777629606,"wtst":0}
                """)
        #expect(
            all[2].text == """
                {"event_type":"enter","id":"k3v9xq2m-6","kind":"deal","late":0,"region":"Coffee",\
                "region_id":"deal/1","time":"2026-05-01T10:00:06.000Z"}
                """)
        #expect(daemon.requests.first == #"{"after":"now","devices":["anna-phone"]}"#)
    }

    @Test func `the session and what is told over it are two ways`() async throws {
        try await telling { telling in
            let session = await session("gateway").state
            #expect(await telling.state.id != session.id)
            #expect(telling.id == "mqtt")
        }
    }

    @Test func `what is not wanted is not told`() async throws {
        daemon.answers(
            Self.resumed, FakeDaemon.notice(6), #"{"id":"k3v9xq2m-7","sequence":"7"}"#,
            FakeDaemon.notice(8))
        let topics = MQTTTopics(notices: "n/{device}", tellsOwnTracks: false, homeAssistant: "")
        try await telling(topics) { telling in
            // The one in the middle cannot be understood, and holds nobody up.
            try await eventually(await telling.state) { $0.counts["told"] == 3 }
            try await eventually(heard.all) { $0.count >= 2 }
        }
        #expect(heard.all.map(\.topic) == ["n/anna-phone", "n/anna-phone"])
    }

    @Test func `many are told in their order, also while the broker comes and goes`() async throws {
        let count = 2000
        daemon.answers([Self.resumed] + (6..<6 + count).map { FakeDaemon.notice($0) })
        let topics = MQTTTopics(notices: "n/{device}", tellsOwnTracks: false, homeAssistant: "")
        try await telling(topics) { telling in
            try await eventually(heard.all) { $0.count > 100 }
            mosquitto.kill()
            try mosquitto.start()
            try await eventually(await people.store().cursor(of: "mqtt")?.last.after) {
                $0 == 5 + count
            }
        }
        let numbers = try heard.all.map { try ReceivedNotice(line: $0.payload).position.after }
        var seen = Set<Int>()
        let first = numbers.filter { seen.insert($0).inserted }
        #expect(first == first.sorted())
    }

    @Test func `a broker that has lost its session is told the last minute again`() async throws {
        daemon.answers(Self.resumed, FakeDaemon.notice(6), FakeDaemon.notice(7))
        try await telling { telling in
            try await eventually(heard.all) { $0.count >= 6 }
            try await eventually(await telling.state) { $0.counts["told"] == 2 }
            mosquitto.kill()
            try mosquitto.start()
            try await eventually(await telling.state) { $0.counts["told"] ?? 0 >= 4 }
        }
        #expect(daemon.requests.last == #"{"after":5,"devices":["anna-phone"],"log":"k3v9xq2m"}"#)
        #expect(
            log.all.contains(
                "notice: a target has lost what it was told last, and is told again "
                    + "id=mqtt/notices target=broker"))
    }
}

/// What a subscriber has had.
private final class Heard: Sendable {
    private let state = Mutex<[MQTTPublication]>([])

    var all: [MQTTPublication] { state.withLock(\.self) }

    func take(_ publications: [MQTTPublication]) { state.withLock { $0 += publications } }
}

extension MQTTPublication {
    fileprivate var text: String { String(decoding: payload, as: UTF8.self) }
}
