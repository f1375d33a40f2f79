import APIClient
import Community
import Glibc
import Messages
import Posix
import SQLite
import Synchronization
import TestSupport
import Testing

extension SystemTests {
    /// The daemon and the gateway are killed while messages flow to people and to an ntfy server.
    struct MessageKillTests {
        private static let rounds = killRounds(usually: 4)

        @Test(arguments: [7 as UInt64])
        func `killed while messages flow, everybody is told each once`(seed: UInt64) async throws {
            let journeys = try await Journeys([
                "amsterdam-walk.nmea", "fiji-antimeridian.nmea.gz", "munich-motorway.gpx",
                "venice-boat.nmea.gz",
            ])
            // The more kills, the smaller the batches: each shall come while they push.
            let batches = journeys.batches(
                of: ToldPeople.names.count, atMost: max(2, 400 / Self.rounds), seed: seed)

            let undisturbed = try await ToldPeople(journeys, batches, seed: seed)
            #expect(undisturbed.listed.count == ToldPeople.names.count)
            #expect(undisturbed.listed.allSatisfy { $0.value.count > 1 })
            #expect(undisturbed.received == undisturbed.ids)
            #expect(undisturbed.repetitions == 0)

            let killed = try await ToldPeople(
                journeys, batches, kills: Self.rounds, work: undisturbed.count, seed: seed)
            for (person, messages) in undisturbed.listed {
                #expect(killed.listed[person] == messages, "\(person)")
            }
            #expect(killed.busyRounds > Self.rounds / 10)
            #expect(killed.repetitions > 0)
            // None is missing, and what came again had the id that it had.
            #expect(killed.received == killed.ids)
        }
    }
}

/// What people were told of devices that push, by programs that were killed so often meanwhile.
private struct ToldPeople {
    /// Of people, and of the one device that each has.
    static let names = (0..<8).map { "d\($0)" }

    /// The list of each person, without ids.
    var listed: [String: [String]] = [:]
    /// What the messages of each list have for an id at ntfy.
    var ids: [String: Set<String>] = [:]
    /// The ids that came at ntfy, by topic.
    var received: [String: Set<String>]
    /// How often something came again there.
    var repetitions: Int

    /// How often the gateway was killed after it had told something.
    var busyRounds: Int

    /// How many messages there are.
    var count: Int { listed.reduce(0) { $0 + $1.value.count } }

    /// `work`: how many messages there will be, if somebody is killed meanwhile.
    init(
        _ journeys: Journeys, _ batches: [[String]], kills: Int = 0, work: Int = 0, seed: UInt64
    ) async throws {
        let gateway = try await Gateway()
        let workshop = gateway.workshop
        let regions = try workshop.write("regions.geojson", journeys.regions)
        let daemon = try workshop.configure(regions: regions)
        let ntfy = try NtfyDouble(isBad: kills > 0, seed: seed)
        try gateway.configure("[[ntfy]]\nurl = \"\(ntfy.url)\"")
        let store = try await Self.settle(gateway, ntfy.url)
        // What is told before somebody listens is no message.
        try await withDaemon(workshop) { _ in
            try await gateway.run { _ in
                try await eventually(await store.cursor()) { $0 != nil }
            }
        }
        let fleet = PushingFleet(workshop, batches, seed: seed)
        let isOver = Flag()
        async let daemonKills: Void = {
            try await kill(
                daemon, rounds: kills, during: fleet.count, progress: { fleet.answeredCount },
                seed: seed)
            // The gateway's rounds may go on, and wait for what it tells.
            try await withDaemon(workshop) { _ in
                try await eventually(within: longestRun) { isOver.isSet }
            }
        }()
        // Many messages may be made at once, but each is delivered by itself.
        busyRounds = try await kill(
            gateway.file, of: .gateway, rounds: kills, during: 2 * work,
            progress: { try await store.count + ntfy.count }, mostWrites: 200, seed: seed + 1)
        isOver.set()
        try await daemonKills
        try await withDaemon(workshop) { _ in
            try await gateway.run { _ in
                try await eventually(fleet.answeredCount, within: longestRun) {
                    $0 == fleet.count
                }
                let last = fleet.answered.max() ?? 0
                try await eventually(await store.cursor()?.after ?? 0) { $0 >= last }
                let database = try Connection(path: Self.database(gateway), mode: .readOnly)
                try await eventually(database.integer("SELECT count(*) FROM delivery")) { $0 == 0 }
            }
        }
        fleet.stop()
        #expect(fleet.faults.prefix(3) == [])
        for person in Self.names {
            let messages = try await store.messages(of: person, limit: 1000)
            listed[person] = messages.map(\.outline)
            ids[person] = Set(messages.map { "\($0.id)-\($0.notices[0])" })
        }
        (received, repetitions) = (ntfy.received, ntfy.repetitions)
        #expect(ntfy.faults == [])
    }

    /// Makes the people, each with a device and a topic.
    private static func settle(_ gateway: Gateway, _ server: String) async throws -> MessageStore {
        mkdir(gateway.state, 0o700)
        let community = try Community(
            in: gateway.state, now: { systemMilliseconds() / 1000 }, uptime: bootUptime)
        let store = try MessageStore(
            path: database(gateway),
            ways: [NtfyChannel(servers: [.init(url: server)], sender: HTTPSender())])
        for name in names {
            let person = try await community.addPerson(name: name, by: .machine).person.id
            _ = try await community.addPhone(device: name, name: name, owner: person, by: .machine)
            var settings = PersonSettings()
            settings.ways.ntfy = .init(server: server, topic: name)
            settings.transitions = ["enter", "dwell", "exit"]
            try await store.setSettings(settings, of: person.rawValue)
        }
        return store
    }

    private static func database(_ gateway: Gateway) -> String {
        "\(gateway.state)/\(GatewayDatabase.fileName)"
    }
}

extension MessageStore {
    /// How many messages there are.
    fileprivate var count: Int {
        get throws {
            try ToldPeople.names.reduce(0) { try $0 + messages(of: $1, limit: 1000).count }
        }
    }
}

extension Message {
    /// What is the same whenever it was made.
    fileprivate var outline: String {
        let lines = lines.map { "\($0.transition) \($0.region) \($0.text)" }
        return "\(time) \(title): \(lines.joined(separator: "; "))"
    }
}

/// Takes what is published, and remembers the ids.
private final class NtfyDouble: Sendable {
    let url: String
    private let server: BadServer
    private let notes: Notes

    private final class Notes: Sendable {
        let state: Mutex<State>

        init(seed: UInt64) { state = Mutex(State(random: SplitMix64(seed: seed))) }
    }

    private struct State {
        var random: SplitMix64
        /// What came, by topic and id.
        var bodies: [String: [String: String]] = [:]
        var repetitions = 0
        /// What should not have happened.
        var faults: [String] = []

        mutating func take(_ request: BadServer.Request) {
            guard let topic = request.body.between(#""topic":""#, "\""),
                let id = request.header("X-Sequence-ID")
            else { return faults.append(request.body) }
            guard let before = bodies[topic, default: [:]].updateValue(request.body, forKey: id)
            else { return }
            repetitions += 1
            if before != request.body { faults.append("\(before) and then \(request.body)") }
        }
    }

    /// `isBad`: it takes some without saying so, and refuses others.
    init(isBad: Bool, seed: UInt64) throws {
        let notes = Notes(seed: seed)
        self.notes = notes
        server = try BadServer { request in
            notes.state.withLock { state in
                let luck = isBad ? Int.random(in: 0..<10, using: &state.random) : 9
                if luck == 0 { return .status("500 Broken") }
                state.take(request)
                return luck == 1 ? .close : .fine
            }
        }
        url = server.url
    }

    var received: [String: Set<String>] {
        notes.state.withLock { $0.bodies.mapValues { Set($0.keys) } }
    }
    /// How many came, without those that came again.
    var count: Int { received.reduce(0) { $0 + $1.value.count } }
    var repetitions: Int { notes.state.withLock(\.repetitions) }
    var faults: [String] { notes.state.withLock(\.faults) }
}

private final class Flag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
}
