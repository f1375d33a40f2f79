import APIClient
import Geofencing
import MQTT
import Synchronization
import TestSupport
import Testing

extension SystemTests {
    /// The daemon and the gateway are killed, and the broker is restarted, while phones send.
    ///
    /// The broker is not killed: mosquitto writes down what it has acknowledged when it ends, and
    /// otherwise only now and then.
    struct PhoneKillTests {
        private static let rounds = killRounds(usually: 4)

        @Test(arguments: [13 as UInt64])
        func `killed while phones send, it tells what it would have told`(
            seed: UInt64
        ) async throws {
            let journeys = try await Journeys([
                "amsterdam-walk.nmea", "munich-motorway.gpx", "toronto-parked.nmea.gz",
            ])
            let travels = Self.travels(journeys, seed: seed)
            #expect(travels.allSatisfy { !$0.isLate || $0.batches[0].count > 10_000 })

            let undisturbed = try await Travelled(journeys, travels, kills: 0, seed: seed)
            #expect(undisturbed.repetitions == 0)
            for (number, travel) in travels.enumerated() {
                let told = try #require(undisturbed.told["p\(number)"])
                #expect(told.count > 10)
                // Whichever way it has sent, a phone with the same journey is told the same.
                let first = travels.firstIndex { $0.trace == travel.trace }!
                #expect(told == undisturbed.told["p\(first)"], "p\(number)")
            }

            let killed = try await Travelled(journeys, travels, kills: Self.rounds, seed: seed)
            #expect(killed.busyRounds > Self.rounds / 10)
            #expect(killed.repetitions > Self.rounds / 2)
            for (phone, notices) in undisturbed.told {
                #expect(killed.told[phone] == notices, "\(phone)")
            }
            #expect(killed.told.count == undisturbed.told.count)
        }

        /// Two journeys by each app, and two of hours without a network.
        private static func travels(_ journeys: Journeys, seed: UInt64) -> [Travel] {
            var random = SplitMix64(seed: seed)
            // The more kills, the smaller the batches: each shall come while they send.
            let most = max(2, 200 / rounds)
            var travels: [Travel] = []
            for app in PhoneFleet.App.allCases {
                for trace in 0..<2 {
                    let batches = journeys.cut(
                        of: trace, atMost: app == .ownTracks ? 1 : most, &random)
                    travels.append(Travel(app: app, trace: trace, batches: batches))
                }
            }
            let queued = [journeys.doubled(2)]
            for app in [PhoneFleet.App.overland, .mqtt] {
                travels.append(Travel(app: app, trace: 2, batches: queued, isLate: true))
            }
            return travels
        }
    }
}

/// A phone's journey.
private struct Travel {
    var app: PhoneFleet.App
    var trace: Int
    var batches: [[Fix]]
    var isLate = false
}

/// What came of phones that travelled, while programs were killed so often.
private struct Travelled {
    /// The notices of each phone, in their order.
    var told: [String: [String]] = [:]
    /// How often something was sent again.
    var repetitions = 0
    /// How often the gateway was killed after it had taken something.
    var busyRounds = 0

    init(_ journeys: Journeys, _ travels: [Travel], kills: Int, seed: UInt64) async throws {
        let gateway = try await Gateway()
        let workshop = gateway.workshop
        let regions = try workshop.write("regions.geojson", journeys.regions)
        let daemon = try workshop.configure(regions: regions)
        let broker = try Mosquitto()
        try gateway.configure(tables: "[mqtt]\nurl = \"mqtt://127.0.0.1:\(broker.port)\"")
        let phones = try await gateway.addPhones(
            travels.indices.map { "p\($0)" }, topic: GatewayPhone.topic)
        // From now on, the broker keeps what comes while the gateway is away.
        try await withDaemon(workshop) { _ in
            try await gateway.run { _ in
                try await eventually(await gateway.way("mqtt")) { $0.works == true }
                try await gateway.waitUntilKnown(phones)
            }
        }
        let fleet = PhoneFleet(
            gateway, brokerPort: broker.port,
            zip(travels, phones).map { travel, phone in
                .init(
                    phone: phone, app: travel.app, batches: travel.batches, isLate: travel.isLate)
            })
        defer { fleet.stop() }
        // Else each program may come before the other, which is no reason to send anything twice.
        if kills > 0 { fleet.begin() }
        let isOver = Mutex(false)
        async let daemonKills: Void = {
            try await kill(
                daemon, rounds: kills, during: fleet.count, progress: { fleet.done }, seed: seed)
            try await withDaemon(workshop) { _ in
                try await eventually(within: longestRun) { isOver.withLock(\.self) }
            }
        }()
        async let brokerRestarts: Void = {
            for round in 0..<kills {
                let due = fleet.count * (round + 1) / (kills + 1)
                try await eventually(fleet.done, within: longestRun) { $0 >= due }
                broker.stop()
                try broker.start()
            }
        }()
        busyRounds = try await kill(
            gateway.file, of: .gateway, rounds: kills, during: fleet.count,
            progress: { fleet.done }, mostWrites: 200, seed: seed + 1)
        try await gateway.run { _ in
            try await eventually(await gateway.way("mqtt")) { $0.works == true }
            try await gateway.waitUntilKnown(phones)
            fleet.begin()
            try await eventually(fleet.done, within: longestRun) { $0 == fleet.count }
            for (travel, phone) in zip(travels, phones) {
                let end = AnyJSON.string("\(travel.batches.last!.last!.time)")
                try await eventually(
                    await gateway.daemon.get("/v1/devices/\(phone.id)", as: AnyJSON.self)
                ) { $0["fix"]?["time"] == end }
                told[phone.id] = try await gateway.told(phone)
            }
        }
        isOver.withLock { $0 = true }
        try await daemonKills
        try await brokerRestarts
        #expect(fleet.faults.prefix(3) == [])
        repetitions = fleet.repetitions
    }
}
