import TestSupport
import Testing

extension SystemTests {
    /// The daemon is killed while many devices push; each sends again what was not answered.
    struct FleetKillTests {
        private static let rounds = killRounds(usually: 8)
        private static let devices = 50

        @Test(arguments: [5 as UInt64])
        func `killed while fifty devices push, it tells all of each once`(
            seed: UInt64
        ) async throws {
            let traces = [
                "amsterdam-walk.nmea", "fiji-antimeridian.nmea.gz", "munich-motorway.gpx",
                "venice-boat.nmea.gz",
            ]
            let journeys = try await Journeys(traces)
            // The more kills, the smaller the batches: each shall come while they push.
            let batches = journeys.batches(
                of: Self.devices, atMost: max(2, 2000 / Self.rounds), seed: seed)

            let undisturbed = try await Pushed(journeys, batches, kills: 0, seed: seed)
            #expect(undisturbed.answered == Set(undisturbed.pushedNumbers))
            #expect(undisturbed.told.count == Self.devices + 1)
            // However a journey is cut into batches, it tells the same.
            for device in 0..<Self.devices {
                #expect(
                    undisturbed.told["d\(device)"] == undisturbed.told["d\(device % traces.count)"])
            }

            // Devices come and go in memory meanwhile.
            let killed = try await Pushed(
                journeys, batches, kills: Self.rounds, inMemory: 10, seed: seed)
            #expect(killed.reconnections > Self.rounds / 2)
            // What was answered is there; what was not may be there as well.
            #expect(killed.answered.isSubset(of: killed.pushedNumbers))
            for (device, lines) in undisturbed.told {
                #expect(killed.told[device] == lines, "\(device)")
            }
            #expect(killed.told.count == undisturbed.told.count)
        }
    }
}

/// What came of pushing everything to a daemon of its own, which was killed so often meanwhile.
private struct Pushed {
    /// The notices of each device in their order, without what depends on the time of writing.
    var told: [String: [String]]
    /// The numbers of the pushed devices' notices.
    var pushedNumbers: [Int]
    /// The numbers that requests were answered with.
    var answered: Set<Int>
    var reconnections: Int

    /// `inMemory`: devices, at most.
    init(
        _ journeys: Journeys, _ batches: [[String]], kills: Int, inMemory: Int = 1000, seed: UInt64
    ) async throws {
        let workshop = Workshop()
        let regions = try workshop.write("regions.geojson", journeys.regions)
        let file = try workshop.configure(
            regions: regions, more: "[devices]\nin_memory = \(inMemory)")
        let listener = ResumingListener(workshop)
        let fleet = PushingFleet(workshop, batches, seed: seed)
        try await kill(
            file, rounds: kills, during: fleet.count, progress: { fleet.answeredCount }, seed: seed)
        try await withDaemon(workshop) { _ in
            try await eventually(fleet.answeredCount, within: longestRun) {
                $0 == fleet.count
            }
            // The own source has told all, too, and nothing more is on its way.
            try await eventually(listener.lines.count { !$0.has("\"device\":\"d") }) { $0 >= 17 }
            let last = fleet.answered.max() ?? 0
            try await eventually(listener.lines) { $0.count >= last }
        }
        fleet.stop()
        listener.stop()
        #expect(fleet.faults.prefix(3) == [])
        // The numbers are contiguous, and each came once.
        #expect(listener.faults == [])
        let lines = listener.lines
        told = Dictionary(grouping: lines) { $0.between("\"device\":\"", "\"") ?? "own" }
            .mapValues { $0.map(timeless) }
        pushedNumbers = lines.indices.filter { lines[$0].has("\"device\":\"d") }.map { $0 + 1 }
        answered = fleet.answered
        reconnections = fleet.connections
    }
}

/// A notice without its number, and without how late it was written.
private func timeless(_ line: String) -> String {
    let words = bare(line)
    let sequence = words.prefix { $0 != " " }
    let rest = words.dropFirst(sequence.count)
    guard let late = rest.firstRange(of: ",\"late\":") else { return String(rest) }
    return String(rest[..<late.lowerBound])
}
