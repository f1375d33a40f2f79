import Geofencing
import TestSupport
import Testing

/// Positions that are pushed tell what a receiver with these positions tells.
@Suite(.timeLimit(.minutes(10)))
struct OneSetOfRulesTests {
    private static let anna = DeviceID("anna")!
    private static let ben = DeviceID("ben")!

    @Test func `there are journeys, and they tell something`() async throws {
        #expect(RecordedJourney.all.count >= 9)
        for journey in RecordedJourney.all {
            let told = try await journey.ground.toldLive(try await journey.positions)
            // Who is parked at an edge is told nothing, or that it is there.
            #expect(told.count >= (journey.name.hasSuffix("parked") ? 0 : 2), "\(journey)")
        }
    }

    /// So many positions a request; `nil`: all.
    private static let batches: [Int?] = [1, 7, 100, nil]

    @Test(arguments: RecordedJourney.share, batches)
    func `in batches of any size`(journey: RecordedJourney, batch: Int?) async throws {
        let positions = try await journey.positions
        let ground = try await journey.ground
        let fleet = ground.fleet()
        _ = try await fleet.set(Device(Self.anna))
        for batch in positions.batches(of: batch ?? positions.count) {
            let answer = try await fleet.push(batch, to: Self.anna)
            #expect(answer.counts.read == batch.count)
        }
        #expect(
            await ground.journal.told[Self.anna] ?? [] == (try await ground.toldLive(positions)))
    }

    @Test(arguments: RecordedJourney.share)
    func `in random batches, each in any order, some of them sent again`(
        journey: RecordedJourney
    ) async throws {
        let positions = try await journey.positions
        let ground = try await journey.ground
        let fleet = ground.fleet()
        _ = try await fleet.set(Device(Self.anna))
        var random = SplitMix64(seed: 1)
        var (rest, sent) = (positions[...], [[Fix]]())
        while !rest.isEmpty {
            var batch = Array(rest.prefix(.random(in: 1...300, using: &random)))
            rest = rest.dropFirst(batch.count)
            batch.shuffle(using: &random)
            _ = try await fleet.push(batch, to: Self.anna)
            sent.append(batch)
            guard random.chance(0.3), let again = sent.randomElement(using: &random) else {
                continue
            }
            let second = try await fleet.push(again, to: Self.anna)
            #expect(second.counts.accepted == 0 && second.notices.isEmpty)
        }
        #expect(
            await ground.journal.told[Self.anna] ?? [] == (try await ground.toldLive(positions)))
    }

    @Test(arguments: RecordedJourney.share)
    func `in reverse within a batch, of two devices at once that are out of memory in turn`(
        journey: RecordedJourney
    ) async throws {
        let positions = try await journey.positions
        let ground = try await journey.ground
        var settings = Fleet.Settings()
        settings.inMemory = 1
        let clock = SetClock()
        let fleet = ground.fleet(settings, uptime: { clock.seconds })
        for id in [Self.anna, Self.ben] { _ = try await fleet.set(Device(id)) }
        // Ben does the second half only, beside Anna.
        let later = Array(positions.dropFirst(positions.count / 2))
        let batches = zip(positions.batches(of: 60), later.batches(of: 30))
        for (one, other) in batches {
            clock.seconds += 1
            async let anna = fleet.push(one.reversed(), to: Self.anna)
            async let ben = fleet.push(other.reversed(), to: Self.ben)
            #expect(try await anna.counts.read == one.count)
            #expect(try await ben.counts.read == other.count)
            #expect(await fleet.condition().inMemory <= 2)
        }
        let told = await ground.journal.told
        #expect(told[Self.anna] ?? [] == (try await ground.toldLive(positions)))
        #expect(told[Self.ben] ?? [] == (try await ground.toldLive(later)))
        let numbers = await ground.journal.numbers.sorted()
        #expect(numbers == Array(1..<(numbers.count + 1)))
    }

    @Test(arguments: RecordedJourney.share)
    func `with the positions that are dropped as well, each batch sent twice`(
        journey: RecordedJourney
    ) async throws {
        let positions = try await journey.allPositions
        let ground = try await journey.ground
        let fleet = ground.fleet()
        _ = try await fleet.set(Device(Self.anna))
        for batch in positions.batches(of: 7) {
            _ = try await fleet.push(batch, to: Self.anna)
            let again = try await fleet.push(batch, to: Self.anna)
            #expect(again.counts.accepted == 0 && again.notices.isEmpty)
        }
        #expect(
            await ground.journal.told[Self.anna] ?? [] == (try await ground.toldLive(positions)))
    }

    @Test(arguments: RecordedJourney.share)
    func `with the daemon begun anew between any two requests`(
        journey: RecordedJourney
    ) async throws {
        let positions = try await journey.positions
        let ground = try await journey.ground
        _ = try await ground.fleet().set(Device(Self.anna))
        for batch in positions.batches(of: 50) {
            _ = try await ground.fleet().push(batch, to: Self.anna)
        }
        #expect(
            await ground.journal.told[Self.anna] ?? [] == (try await ground.toldLive(positions)))
    }
}

extension [Fix] {
    fileprivate func batches(of count: Int) -> [[Fix]] {
        stride(from: 0, to: self.count, by: Swift.max(1, count)).map {
            Array(self[$0..<Swift.min($0 + count, self.count)])
        }
    }
}
