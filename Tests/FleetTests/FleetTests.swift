import Geofencing
import Notifications
import Synchronization
import TestSupport
import Testing

/// Many devices: in memory and out of it, while regions and what they follow change.
@Suite(.timeLimit(.minutes(10)))
struct FleetTests {
    private static let anna = DeviceID("anna")!
    private static let ben = DeviceID("ben")!

    // MARK: Memory

    @Test func `twenty devices of which two are in memory are told what all in memory are`()
        async throws
    {
        let field = Field([.circle("a", 0), .circle("b", 1000), .circle("c", 5000)])
        var told: [[DeviceID: [Told]]] = []
        for inMemory in [2, 100] {
            var settings = Fleet.Settings()
            settings.inMemory = inMemory
            let (clock, ground) = (SetClock(), try await Ground())
            let fleet = Fleet(
                settings, regions: field, journal: ground.journal, now: { nil },
                uptime: { clock.seconds })
            var random = SplitMix64(seed: 7)
            var walks = try await Self.twenty(fleet, &random)
            while let id = walks.keys.sorted().randomElement(using: &random) {
                clock.seconds += 1
                _ = try await fleet.push(Array(walks[id]!.prefix(5)), to: id)
                walks[id]!.removeFirst(min(5, walks[id]!.count))
                if walks[id]!.isEmpty { walks[id] = nil }
                #expect(await fleet.condition().inMemory <= inMemory)
            }
            told.append(await ground.journal.told)
        }
        #expect(told[0] == told[1])
        #expect(told[0].values.allSatisfy { $0.contains { $0.kind == .exit } })
    }

    private static func twenty(
        _ fleet: Fleet, _ random: inout SplitMix64
    ) async throws -> [DeviceID: ArraySlice<Fix>] {
        var walks: [DeviceID: ArraySlice<Fix>] = [:]
        for number in 0..<20 {
            let id = DeviceID("d\(number)")!
            _ = try await fleet.set(Device(id))
            let start = Double.random(in: -600 ... -300, using: &random)
            walks[id] = Fix.walk(from: start, to: start + 2400, after: Double(number))[...]
        }
        return walks
    }

    @Test func `who has not moved for ten minutes is in memory no more`() async throws {
        let (clock, ground) = (SetClock(), try await Ground())
        let fleet = ground.fleet(uptime: { clock.seconds })
        for id in [Self.anna, Self.ben] { _ = try await fleet.set(Device(id)) }
        _ = try await fleet.push([.at(0, 0)], to: Self.anna)
        clock.seconds = 601
        _ = try await fleet.push([.at(0, 0)], to: Self.ben)
        #expect(await fleet.condition().inMemory == 1)
    }

    // MARK: Changes

    /// Where a device is while something changes.
    enum Whereabouts: CaseIterable, Sendable {
        case inMemory, outOfMemory, inAnotherDaemon
    }

    /// What changes while a device stands in circle a, at 0 m; what it is told at its next
    /// positions, and when it goes on to 1000 m.
    struct Change: Sendable, CustomStringConvertible {
        let description: String
        let regions: [Region]
        let there: [String]
        let onward: [String]
    }

    private static let changes = [
        Change(description: "nothing", regions: [.circle("a", 0)], there: [], onward: ["exit a"]),
        Change(description: "removed", regions: [], there: ["exit a"], onward: []),
        Change(
            description: "added", regions: [.circle("a", 0), .circle("b", 50)], there: ["enter b"],
            onward: ["exit a", "exit b"]),
        Change(
            description: "moved on", regions: [.circle("a", 1000)], there: ["exit a"],
            onward: ["enter a"]),
        Change(
            description: "moved a little", regions: [.circle("a", 20)], there: [],
            onward: ["exit a"]),
        Change(
            description: "another in its place", regions: [.circle("b", 0)],
            there: ["exit a", "enter b"], onward: ["exit b"]),
        Change(
            description: "for others", regions: [.circle("a", 0, for: "person/ben")],
            there: ["exit a"], onward: []),
    ]

    @Test(arguments: changes, Whereabouts.allCases)
    func `what changes around a device is told at its next position`(
        change: Change, whereabouts: Whereabouts
    ) async throws {
        let field = Field([.circle("a", 0)])
        let (clock, ground) = (SetClock(), try await Ground())
        func fleet() -> Fleet {
            Fleet(
                Fleet.Settings(), regions: field, journal: ground.journal, now: { nil },
                uptime: { clock.seconds })
        }
        var followed = fleet()
        _ = try await followed.set(Device(Self.anna))
        _ = try await followed.set(Device(Self.ben))
        _ = try await followed.push((0..<10).map { .at(0, Double($0) * 10) }, to: Self.anna)
        #expect(await ground.journal.words(of: Self.anna) == ["enter a"])

        if whereabouts != .inMemory {
            clock.seconds = 1000
            _ = try await followed.push([.at(9000, 0)], to: Self.ben)
            #expect(await followed.condition().inMemory == 1)
        }
        await field.become(change.regions)
        if whereabouts == .inAnotherDaemon {
            followed = fleet()
        } else {
            await followed.regionsChanged()
        }
        _ = try await followed.push((10..<20).map { .at(0, Double($0) * 10) }, to: Self.anna)
        #expect(
            await ground.journal.words(of: Self.anna).dropFirst().sorted() == change.there.sorted())
        let way = Fix.walk(from: 0, to: 1000, after: 200)
        _ = try await followed.push(way, to: Self.anna)
        let stay = (0..<10).map { Fix.at(1000, way.last!.time.seconds + Double($0 + 1) * 10) }
        _ = try await followed.push(stay, to: Self.anna)
        #expect(
            await ground.journal.words(of: Self.anna).dropFirst(1 + change.there.count).sorted()
                == change.onward.sorted())
    }

    @Test(arguments: Whereabouts.allCases)
    func `who stops following an audience while in its region is told the exit, and back again`(
        whereabouts: Whereabouts
    ) async throws {
        let field = Field([.circle("a", 0, for: "group/7")])
        let (clock, ground) = (SetClock(), try await Ground())
        func fleet() -> Fleet {
            Fleet(
                Fleet.Settings(), regions: field, journal: ground.journal, now: { nil },
                uptime: { clock.seconds })
        }
        var followed = fleet()
        var device = Device(Self.anna)
        var time = 0.0
        for (follows, told) in [
            ("group/7", ["enter a"]), ("group/8", ["exit a"]), ("group/8", []),
        ] {
            device.follows = [Audience(follows)!]
            if whereabouts == .outOfMemory {
                clock.seconds += 1000
                _ = try await followed.set(Device(Self.ben))
                _ = try await followed.push([.at(9000, clock.seconds)], to: Self.ben)
            }
            if whereabouts == .inAnotherDaemon { followed = fleet() }
            _ = try await followed.set(device)
            let before = await ground.journal.words(of: Self.anna).count
            _ = try await followed.push(
                (0..<10).map { .at(0, time + Double($0) * 10) }, to: Self.anna)
            time += 100
            #expect(await ground.journal.words(of: Self.anna).dropFirst(before) == told[...])
        }
    }

    @Test func `another process's change is seen, but not asked for at every position`()
        async throws
    {
        let field = Field([.circle("a", 0)])
        let (clock, ground) = (SetClock(), try await Ground())
        let fleet = Fleet(
            Fleet.Settings(), regions: field, journal: ground.journal, now: { nil },
            uptime: { clock.seconds })
        _ = try await fleet.set(Device(Self.anna))
        clock.seconds = 1
        _ = try await fleet.push((0..<10).map { .at(0, Double($0)) }, to: Self.anna)
        await field.become([], elsewhere: true)
        _ = try await fleet.push([.at(0, 10)], to: Self.anna)
        #expect(await ground.journal.words(of: Self.anna) == ["enter a"])
        clock.seconds = 1.5
        _ = try await fleet.push([.at(0, 11)], to: Self.anna)
        #expect(await ground.journal.words(of: Self.anna) == ["enter a", "exit a"])
    }

    // MARK: Faults

    @Test(arguments: [1, 3])
    func `what could not be written is not taken, and told once when it is sent again`(
        failures: Int
    ) async throws {
        let (field, ground) = (Field([.circle("a", 500)]), try await Ground())
        let fleet = Fleet(
            Fleet.Settings(), regions: field, journal: ground.journal, now: { nil }, uptime: { 0 })
        _ = try await fleet.set(Device(Self.anna))
        let walk = Fix.walk(from: 0, to: 1500, after: 0)
        let half = walk.count / 2
        _ = try await fleet.push(Array(walk[..<half]), to: Self.anna)
        let before = await ground.journal.told
        await ground.journal.fail(failures)
        for _ in 0..<failures {
            await #expect(throws: Recorder.Failed.self) {
                try await fleet.push(Array(walk[half...]), to: Self.anna)
            }
        }
        #expect(await ground.journal.told == before)
        let answer = try await fleet.push(Array(walk[half...]), to: Self.anna)
        #expect(answer.counts.accepted == walk.count - half)
        #expect(await ground.journal.words(of: Self.anna) == ["enter a", "exit a"])
        #expect(try await ground.journal.device(Self.anna)?.state?.counts.accepted == walk.count)
    }

    @Test func `where regions cannot be looked up, nothing is taken`() async throws {
        let (field, ground) = (Field([.circle("a", 0)]), try await Ground())
        let fleet = Fleet(
            Fleet.Settings(), regions: field, journal: ground.journal, now: { nil }, uptime: { 0 })
        _ = try await fleet.set(Device(Self.anna))
        await field.close(true)
        await #expect(throws: Field.Closed.self) {
            try await fleet.push([.at(0, 0)], to: Self.anna)
        }
        await field.close(false)
        let answer = try await fleet.push([.at(0, 0)], to: Self.anna)
        #expect(answer.counts.accepted == 1 && answer.notices == [1])
    }

    @Test func `when too much waits, more is refused, until it is worked off`() async throws {
        let (field, ground) = (Field([]), try await Ground())
        let fleet = Fleet(
            Fleet.Settings(), regions: field, journal: ground.journal, now: { nil }, uptime: { 0 })
        for id in [Self.anna, Self.ben] { _ = try await fleet.set(Device(id)) }
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
        await ground.journal.onAppend {
            arrive.yield()
            for await _ in gate {}
        }
        let many = (0..<10_000).map { Fix.at(Double($0), Double($0)) }
        async let first = fleet.push(many, to: Self.anna)
        for await _ in arrived { break }
        await #expect(throws: FleetBusy.self) { try await fleet.push([.at(0, 0)], to: Self.ben) }
        open.finish()
        #expect(try await first.counts.accepted == 10_000)
        #expect(try await fleet.push([.at(0, 0)], to: Self.ben).counts.accepted == 1)
    }

    @Test func `batches that are sent again change nothing, also of what is not believed`()
        async throws
    {
        let ground = try await Ground()
        let fleet = ground.fleet()
        for id in [Self.anna, Self.ben] { _ = try await fleet.set(Device(id)) }
        var random = SplitMix64(seed: 9)
        var (time, aside, batches) = (0.0, 0.0, [[Fix]]())
        for _ in 0..<500 {
            var batch: [Fix] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                time += Double.random(in: 1...8, using: &random)
                if random.chance(0.1) { aside = random.chance(0.5) ? 0 : time * 10 }
                if random.chance(0.05) { time += 30 }
                var fix = Fix.at(time + aside, time)
                (fix.speed, fix.accuracy) = (1, random.chance(0.2) ? 50 : 5)
                batch.append(fix)
            }
            batches.append(batch)
            _ = try await fleet.push(batch, to: Self.anna)
            _ = try await fleet.push(batch, to: Self.ben)
            if random.chance(0.5), let again = batches.suffix(4).randomElement(using: &random) {
                let answer = try await fleet.push(again, to: Self.ben)
                #expect(answer.counts.accepted == 0)
            }
            let (anna, ben) = (
                try await ground.journal.device(Self.anna),
                try await ground.journal.device(Self.ben)
            )
            #expect(anna?.state?.position == ben?.state?.position)
            #expect(anna?.state?.counts.accepted == ben?.state?.counts.accepted)
        }
        let counts = try await ground.journal.device(Self.anna)?.state?.counts
        #expect((counts?.dropped(for: .jump) ?? 0) > 100 && (counts?.accepted ?? 0) > 100)
    }

    @Test func `what comes late is kept for the trail, once, and decides nothing`() async throws {
        let (field, ground) = (Field([.circle("a", 300)]), try await Ground())
        let fleet = Fleet(
            Fleet.Settings(), regions: field, journal: ground.journal, now: { nil }, uptime: { 0 })
        _ = try await fleet.set(Device(Self.anna))
        let way = (0...20).map { Fix.at(Double($0) * 3, Double($0) * 3) }
        _ = try await fleet.push(way + [.at(1000, 1000)], to: Self.anna)
        func trail() async throws -> [Double] {
            let start = try #require(way.first?.time)
            return try await ground.journal.log.positions(
                of: Self.anna, since: start, until: start + 9999, limit: 99
            ).map { $0.time - start }
        }
        #expect(try await trail() == [0, 12, 24, 36, 48, 60, 1000])
        for _ in 1...2 {
            // Sent again, and what was still missing.
            let answer = try await fleet.push(way + [.at(300, 300), .at(302, 301)], to: Self.anna)
            #expect(answer.counts.accepted == 0 && answer.notices == [])
            #expect(try await trail() == [0, 12, 24, 36, 48, 60, 300, 1000])
        }
    }

    // MARK: Who may be there

    @Test func `there are so many devices, and no more`() async throws {
        let ground = try await Ground()
        var settings = Fleet.Settings()
        (settings.most, settings.automatic) = (2, true)
        let fleet = ground.fleet(settings)
        #expect(try await fleet.set(Device(Self.anna)))
        #expect(try await fleet.push([.at(0, 0)], to: Self.ben).counts.accepted == 1)
        let third = DeviceID("third")!
        await #expect(throws: TooManyDevices.self) {
            try await fleet.push([.at(0, 0)], to: third)
        }
        await #expect(throws: TooManyDevices.self) { try await fleet.set(Device(third)) }
        #expect(try await !fleet.set(Device(Self.anna)))
        try await fleet.remove(Self.ben, isForgotten: false)
        #expect(try await fleet.set(Device(third)))
        settings.automatic = false
        await fleet.adopt(settings)
        await #expect(throws: UnknownDevice.self) {
            try await fleet.push([.at(0, 0)], to: Self.ben)
        }
    }

    @Test func `a device that is removed and added again knows nothing of before`() async throws {
        let (field, ground) = (Field([.circle("a", 0)]), try await Ground())
        let fleet = Fleet(
            Fleet.Settings(), regions: field, journal: ground.journal, now: { nil }, uptime: { 0 })
        for count in 1...2 {
            _ = try await fleet.set(Device(Self.anna))
            let answer = try await fleet.push([.at(0, 0)], to: Self.anna)
            #expect(answer.counts.accepted == 1 && answer.notices == [count])
            try await fleet.remove(Self.anna, isForgotten: false)
        }
        #expect(await ground.journal.words(of: Self.anna) == ["enter a", "enter a"])
    }

    @Test func `only the transitions that are wanted are told`() async throws {
        let (field, ground) = (Field([.circle("a", 500)]), try await Ground())
        var settings = Fleet.Settings()
        settings.transitions = [.exit]
        let fleet = Fleet(
            settings, regions: field, journal: ground.journal, now: { nil }, uptime: { 0 })
        _ = try await fleet.set(Device(Self.anna))
        _ = try await fleet.push(Fix.walk(from: 0, to: 1500, after: 0), to: Self.anna)
        #expect(await ground.journal.words(of: Self.anna) == ["exit a"])
    }

    @Test func `settings that change while a position is written down count for the next`()
        async throws
    {
        let (field, ground) = (Field([]), try await Ground())
        let fleet = Fleet(
            Fleet.Settings(), regions: field, journal: ground.journal, now: { nil }, uptime: { 0 })
        _ = try await fleet.set(Device(Self.anna))
        var changed = Fleet.Settings()
        changed.rules.filter.worstAccuracy = 3
        await ground.journal.onAppend { [changed] in await fleet.adopt(changed) }
        #expect(try await fleet.push([.at(0, 0)], to: Self.anna).counts.accepted == 1)
        let answer = try await fleet.push([.at(1, 1)], to: Self.anna)
        #expect(answer.counts.dropped(for: .coarse) == 1)
    }
}

// MARK: - What they walk through

/// Regions that a test changes as it likes.
actor Field: FleetRegions {
    struct Closed: Error {}

    private var regions: [Region]
    private var hasChanges = false
    private var isClosed = false

    init(_ regions: [Region]) { self.regions = regions }

    /// `elsewhere`: by another process.
    func become(_ regions: [Region], elsewhere: Bool = false) {
        self.regions = regions
        hasChanges = elsewhere
    }

    func close(_ isClosed: Bool) { self.isClosed = isClosed }

    func forget() {}

    func hasChanged() -> Bool {
        defer { hasChanges = false }
        return hasChanges
    }

    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, for audiences: Set<Audience>
    ) throws -> RegionSet {
        if isClosed { throw Closed() }
        let near = regions.filter { $0.center.distance(to: center) - $0.radius <= reach }
        let found = IndexedRegions(RegionList(near))
        return RegionSet(layers: [RegionLayer(found, for: audiences)], reach: reach)
    }
}

extension Region {
    /// A circle of 100 m, so many metres north of the beginning.
    fileprivate static func circle(
        _ id: String, _ north: Double, for audience: String = "everyone"
    ) -> Region {
        var region = Region(
            id: id, kind: "test", name: id, center: Fix.at(north, 0).coordinate, radius: 100)
        region.audience = Audience(audience)!
        return region
    }
}

extension Fix {
    /// So many metres north of the beginning, and seconds after it.
    fileprivate static func at(_ north: Double, _ seconds: Double) -> Fix {
        var fix = Fix(
            time: Timestamp(iso8601: "2026-05-01T12:00:00Z")! + seconds,
            coordinate: Coordinate(latitude: 52 + north / 111_260, longitude: 4.9))
        fix.accuracy = 5
        return fix
    }

    /// At 2 m/s, a fix each 10 s; it begins so many seconds after the beginning.
    fileprivate static func walk(from start: Double, to end: Double, after: Double) -> [Fix] {
        stride(from: start, through: end, by: 20).enumerated().map {
            .at($0.element, after + Double($0.offset) * 10)
        }
    }
}

extension Timestamp {
    /// After the beginning.
    fileprivate var seconds: Double { self - Timestamp(iso8601: "2026-05-01T12:00:00Z")! }
}

extension Recorder {
    /// As in `enter a`; without dwells.
    fileprivate func words(of id: DeviceID) -> [String] {
        (told[id] ?? []).filter { $0.kind != .dwell }.map { "\($0.kind) \($0.region)" }
    }
}
