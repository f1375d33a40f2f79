import Community
import FoundationEssentials
import Logging
import MQTT
import Posix
import SQLite
import Synchronization
import TestSupport
import Testing

extension SystemTests {
    /// The daemon and the gateway are killed while programs are told notices.
    struct TargetKillTests {
        private static let rounds = killRounds(usually: 8)
        /// Those that push. The daemon's own may still move when the targets become known.
        private static let devices = ["d0", "d1", "d2", "d3"]

        @Test(arguments: [11 as UInt64])
        func `killed while notices flow, each program is told all of them in order`(
            seed: UInt64
        ) async throws {
            let journeys = try await Journeys(["amsterdam-walk.nmea", "munich-motorway.gpx"])
            let batches = journeys.batches(
                of: 4, atMost: max(2, 400 / Self.rounds), seed: seed)
            let gateway = try await Gateway()
            let workshop = gateway.workshop
            let regions = try workshop.write("regions.geojson", journeys.regions)
            let daemon = try workshop.configure(regions: regions)
            let (bad, one) = (try Listening(isBad: true, seed: seed), try Listening())
            let dead = try Listening(isAway: true)
            let broker = try Mosquitto()
            let subscriber = Subscriber(broker)
            try gateway.configure(
                """
                webhook = [
                    {url = "\(bad.url)/bad", devices = \(Self.devices)},
                    {url = "\(one.url)/one", devices = ["d1"]},
                    {url = "\(dead.url)/dead", devices = \(Self.devices)},
                ]
                """,
                tables: """
                    [mqtt]
                    url = "mqtt://127.0.0.1:\(broker.port)"
                    devices = \(Self.devices)
                    """)
            let subscribed = Task { try await subscriber.run() }
            defer { subscribed.cancel() }
            try await subscriber.isReady()
            // Notices of before a target is known are not told.
            let database = "\(gateway.state)/\(GatewayDatabase.fileName)"
            try await withDaemon(workshop) { _ in
                try await gateway.run { _ in
                    let state = try Connection(path: database, mode: .readOnly)
                    try await eventually(state.integer("SELECT count(*) FROM target")) { $0 == 4 }
                }
            }
            let fleet = PushingFleet(workshop, batches, seed: seed)
            let work = Work()
            async let daemonKills: Void = {
                try await kill(
                    daemon, rounds: Self.rounds, during: fleet.count,
                    progress: { fleet.answeredCount }, seed: seed)
                // The gateway's rounds may go on, and wait for what it tells.
                try await withDaemon(workshop) { _ in
                    try await eventually(within: longestRun) { work.isOver.withLock(\.self) }
                }
            }()
            async let brokerRestarts: Void = {
                for count in [5, 15, 25] {
                    try await eventually(within: longestRun) {
                        subscriber.ids.count >= count || work.isOver.withLock(\.self)
                    }
                    broker.stop()
                    try broker.start()
                }
            }()
            let busy = try await kill(
                gateway.file, of: .gateway, rounds: Self.rounds, during: 60,
                progress: { bad.ids.count }, mostWrites: 100, seed: seed + 1)
            work.isOver.withLock { $0 = true }
            try await daemonKills
            try await brokerRestarts
            // There are 60 notices to be busy with.
            #expect(busy > min(Self.rounds, 60) / 10)

            #expect(dead.ids == [])
            dead.comeBack()
            try await withDaemon(workshop) { _ in
                try await eventually(fleet.answeredCount, within: longestRun) {
                    $0 == fleet.count
                }
                let (all, ofOne) = try await Self.told(workshop)
                #expect(all.count > 20)
                try await gateway.run { _ in
                    try await eventually(bad.ids) { $0.last == all.last }
                    try await eventually(one.ids) { $0.last == ofOne.last }
                    try await eventually(dead.ids) { $0.last == all.last }
                    try await eventually(subscriber.ids) { $0.last == all.last }
                }
                #expect(bad.ids == all)
                #expect(dead.ids == all)
                #expect(one.ids == ofOne)
                #expect(subscriber.ids == all)
            }
            fleet.stop()
            #expect(fleet.faults.prefix(3) == [])
            #expect(bad.repetitions > 0)
        }

        /// The ids of notices of pushed devices: of all, and of `d1`.
        private static func told(_ workshop: Workshop) async throws -> ([String], [String]) {
            struct Notice: Decodable {
                var id: String
                var device: String?
            }
            let text = try await shell(
                """
                curl -sS --unix-socket \(workshop.control) \
                    'http://x/v1/history?limit=1000&format=ndjson&device=\(devices.joined(separator: ","))'
                """
            ).output
            let notices = try text.lines.map {
                try JSONDecoder().decode(Notice.self, from: Data($0.utf8))
            }
            return (notices.map(\.id), notices.filter { $0.device == "d1" }.map(\.id))
        }
    }
}

/// Whether the gateway was killed as often as it is to be.
private final class Work: Sendable {
    let isOver = Mutex(false)
}

/// Takes notices, and remembers their ids.
private final class Listening: Sendable {
    private let server: BadServer
    private let notes: Notes

    private final class Notes: Sendable {
        let state: Mutex<State>

        init(_ state: State) { self.state = Mutex(state) }
    }

    private struct State {
        var random: SplitMix64
        /// Whether it takes nothing.
        var isAway: Bool
        /// As they came for the first time.
        var ids: [String] = []
        var repetitions = 0

        mutating func take(_ request: BadServer.Request) {
            let id = request.body.between(#""id":""#, "\"") ?? "none"
            if ids.contains(id) { repetitions += 1 } else { ids.append(id) }
        }
    }

    /// `isBad`: it takes some without saying so, and refuses others.
    init(isBad: Bool = false, isAway: Bool = false, seed: UInt64 = 0) throws {
        let notes = Notes(State(random: SplitMix64(seed: seed), isAway: isAway))
        self.notes = notes
        server = try BadServer { request in
            notes.state.withLock { state in
                if state.isAway { return .close }
                let luck = isBad ? Int.random(in: 0..<10, using: &state.random) : 9
                if luck == 0 { return .status("500 Broken") }
                state.take(request)
                return luck == 1 ? .close : .fine
            }
        }
    }

    var url: String { server.url }
    var ids: [String] { notes.state.withLock(\.ids) }
    var repetitions: Int { notes.state.withLock(\.repetitions) }

    /// It is there from now on.
    func comeBack() { notes.state.withLock { $0.isAway = false } }
}

/// Takes the notices that a broker has, and remembers their ids.
private final class Subscriber: Sendable {
    private let session: MQTTSession
    private let notes: Notes

    private final class Notes: Sendable {
        /// As they came for the first time.
        let ids = Mutex<[String]>([])
    }

    init(_ broker: Mosquitto) {
        let notes = Notes()
        self.notes = notes
        session = MQTTSession(
            MQTTBroker(
                host: "127.0.0.1", port: broker.port, isSecure: false, clientID: "subscriber"),
            filters: ["geofenced/notices/#"], online: nil, clock: SystemGatewayClock(),
            logger: Logger(label: "subscriber") { _ in SwiftLogNoOpLogHandler() }
        ) { publications in
            notes.ids.withLock { ids in
                for publication in publications {
                    let text = String(decoding: publication.payload, as: UTF8.self)
                    let id = text.between(#""id":""#, "\"") ?? "none"
                    if !ids.contains(id) { ids.append(id) }
                }
            }
        }
    }

    var ids: [String] { notes.ids.withLock(\.self) }

    /// Runs until the task is cancelled.
    func run() async throws { try await session.run() }

    /// Waits until it has subscribed.
    func isReady() async throws { _ = try await session.nextConnection(after: 0) }
}
