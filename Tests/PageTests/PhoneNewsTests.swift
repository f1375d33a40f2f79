import APIClient
import Community
import FoundationEssentials
import Geofencing
import Glibc
import MQTT
import Posix
import Synchronization
import TestSupport
import Testing

@testable import Messages
@testable import Page

/// What phones with OwnTracks are told.
struct PhoneNewsTests {
    private func fences(_ numbers: some Sequence<Int>) -> [PhoneFences.Fence] {
        numbers.map { .init(latitude: Double($0), longitude: 4, radius: 99.6) }
    }

    private struct Waypoint: Decodable {
        var tst: Int
        var desc: String
        var lat: Double
        var rad: Int
    }

    private func waypoints(_ fences: PhoneFences) throws -> [Waypoint] {
        struct Command: Decodable {
            struct Waypoints: Decodable { var waypoints: [Waypoint] }
            var waypoints: Waypoints
        }
        let text = Data(fences.command.utf8)
        return try JSONDecoder().decode(Command.self, from: text).waypoints.waypoints
    }

    @Test func `a command names all slots, the free ones out of range`() throws {
        var carried = PhoneFences()
        func isNew(_ numbers: some Sequence<Int>) -> Bool { carried.take(fences(numbers)) }
        #expect(!isNew([]))
        #expect(isNew(1...3))
        let first = try waypoints(carried)
        #expect(first.count == 20)
        #expect(Set(first.map(\.tst)).count == 20)
        #expect(Set(first.map(\.desc)).count == 20)
        #expect(first.map(\.lat).prefix(4) == [1, 2, 3, -1e6])
        #expect(first[0].rad == 100)
        // The order alone is nothing new.
        #expect(!isNew([3, 1, 2]))
        // What stays keeps its slot.
        #expect(isNew([3, 4]))
        #expect(try waypoints(carried).map(\.lat).prefix(4) == [4, -1e6, 3, -1e6])
        #expect(isNew(1...30))
        #expect(try Set(waypoints(carried).map(\.lat)) == Set((1...20).map { Double($0) }))
    }

    @Test func `friends have letters of their own`() async throws {
        let fenced = try await Fenced()
        let (world, home) = (fenced.world, GroupID("home")!)
        for id in ["ben-phone", "bea-phone", "be"] {
            _ = try await world.community.addPhone(
                device: id, name: id, owner: fenced.owner, by: .machine)
            try await world.community.share(
                id, with: home, level: .position, by: .person(fenced.owner))
            let fix = #"{"id":"\#(id)","fix":{"time":"2026-05-01T12:00:00Z","lat":1,"lon":2}}"#
            await world.api.devices.note(
                try JSONDecoder().decode(AnyJSON.self, from: Data(fix.utf8)))
        }
        let mias = try await world.community.phone("mias-phone", by: .machine)
        let told = await fenced.news(carriesRegions: false).answer(mias, "owntracks")
        let letters = told.filter { $0.contains("location") }
            .map { $0.components(separatedBy: #""tid":""#)[1].prefix(2) }
        // In the order of their ids; the first has what its app is set up with.
        #expect(letters == ["BE", "BA", "BN"])
    }

    @Test func `a token that was in an address is told nothing, until there is another`()
        async throws
    {
        let fenced = try await Fenced()
        let (world, home) = (fenced.world, GroupID("home")!)
        _ = try await world.community.addPhone(
            device: "ben-phone", name: "Ben's", owner: fenced.owner, by: .machine)
        try await world.community.share(
            "ben-phone", with: home, level: .position, by: .person(fenced.owner))
        let fix = #"{"id":"ben-phone","fix":{"time":"2026-05-01T12:00:00Z","lat":1,"lon":2}}"#
        await world.api.devices.note(
            try JSONDecoder().decode(AnyJSON.self, from: Data(fix.utf8)))
        func told() async throws -> [String] {
            let phone = try await world.community.phone("mias-phone", by: .machine)
            return await fenced.news(carriesRegions: false).answer(phone, "owntracks")
        }
        #expect(try await told().contains { $0.contains("location") })
        let token = try await world.community.renewToken(of: "mias-phone", by: .machine)
        try await world.community.note(token, inAddressOf: "mias-phone")
        #expect(try await told() == [])
        _ = try await world.community.renewToken(of: "mias-phone", by: .machine)
        #expect(try await told().contains { $0.contains("location") })
        // That was the token before.
        try await world.community.note(token, inAddressOf: "mias-phone")
        #expect(try await told().contains { $0.contains("location") })
    }

    @Test func `an app is set up with the letters by which others are told of its phone`()
        async throws
    {
        let phone = try await Fenced().addPhone()
        let setup = PhoneSetup(of: phone, Secret(), at: "https://home.example", broker: nil)
        let code = try #require(setup.owntracks.link.split(separator: "=", maxSplits: 1).last)
        let json = String(decoding: try #require(Data(base64Encoded: String(code))), as: UTF8.self)
        #expect(json.contains(#""tid":"AD""#))
        #expect(TrackerID.of(phone.id) == "AD")
    }

    @Test func `a friend is shown only while the position is shared`() async throws {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        let world = try await PageWorld(in: folder.path)
        let (mia, ada, home) = (PersonID("mia")!, PersonID("ada")!, GroupID("home")!)
        let phone = try await world.community.addPhone(
            device: "adas-phone", name: "Ada's", owner: ada, by: .person(ada)
        ).phone
        let fix = #"{"time":"2026-05-01T12:00:00Z","lat":52.5,"lon":4.5,"accuracy":7}"#
        await world.api.devices.note(
            .object([
                "id": .string("mias-phone"),
                "fix": try JSONDecoder().decode(AnyJSON.self, from: Data(fix.utf8)),
            ]))
        let news = PhoneNews(
            world.community, world.messages, world.api.devices, carriesRegions: false,
            clock: SlowClock())
        // Arrivals alone are shared.
        #expect(await news.answer(phone, "owntracks") == [])
        try await world.community.share(
            "mias-phone", with: home, level: .position, by: .person(mia))
        #expect(
            await news.answer(phone, "owntracks") == [
                #"{"_type":"location","acc":7,"lat":52.5,"lon":4.5,"tid":"MI","tst":1777636800}"#,
                #"{"_type":"card","name":"Mia","tid":"MI"}"#,
            ])
        #expect(await news.answer(phone, "overland") == [])
        try await world.community.share("mias-phone", with: home, level: nil, by: .person(mia))
        #expect(await news.answer(phone, "owntracks") == [])
    }

    /// A world whose phones are near one region, and what is published to them.
    private final class Fenced: Sendable {
        let world: PageWorld
        let folder = TemporaryFolder()
        let published = Mutex<[(topic: String, text: String)]>([])
        let owner = PersonID("ada")!

        init() async throws {
            try await PageWorld.populate(folder.path)
            world = try await PageWorld(in: folder.path)
            world.daemon.answer("/v1/regions", Self.regions)
        }

        private static let regions = """
            {"features": [{"id": "deal/1", "geometry": {"coordinates": [4.5, 52.5]},
              "properties": {"kind": "deal", "name": "Pie", "radius": 80}}]}
            """

        func news(
            carriesRegions: Bool = true, isAway: Bool = false, clock: any GatewayClock = SlowClock()
        ) -> PhoneNews {
            PhoneNews(
                world.community, world.messages, world.api.devices, carriesRegions: carriesRegions,
                clock: clock
            ) { topic, payload in
                if isAway { throw CancellationError() }
                self.note(topic, String(decoding: payload, as: UTF8.self))
            }
        }

        private func note(_ topic: String, _ text: String) {
            published.withLock { $0.append((topic, text)) }
        }

        func addPhone(topic: String? = "owntracks/ada/phone") async throws -> Phone {
            try await world.community.addPhone(
                device: "adas-phone", name: "Ada's", topic: topic, owner: owner, by: .machine
            ).phone
        }

        /// What was published since the last time: to which topic, and how many regions.
        func heard() -> [String] {
            published.withLock { published in
                defer { published = [] }
                return published.map { one in
                    let free = one.text.components(separatedBy: #""lat":-1000000.0"#).count - 1
                    return "\(one.topic) \(PhoneFences.most - free)"
                }
            }
        }
    }

    @Test func `the regions of a phone go when it is removed, also while the broker is away`()
        async throws
    {
        let fenced = try await Fenced()
        try await fenced.world.daemon.run {
            _ = try await fenced.addPhone()
            #expect(await fenced.news().publishAll())
            #expect(fenced.heard() == ["owntracks/ada/phone/cmd 1"])
            try await fenced.world.community.removePhone("adas-phone", by: .machine)
            // The gateway may be started again meanwhile.
            #expect(await !fenced.news(isAway: true).publishAll())
            let news = fenced.news()
            for heard in [["owntracks/ada/phone/cmd 0"], []] {
                #expect(await news.publishAll())
                #expect(fenced.heard() == heard)
            }
        }
    }

    @Test func `with another topic, the regions go from the one before`() async throws {
        let fenced = try await Fenced()
        try await fenced.world.daemon.run {
            _ = try await fenced.addPhone()
            let news = fenced.news()
            #expect(await news.publishAll())
            _ = fenced.heard()
            try await fenced.world.community.editPhone(
                "adas-phone", topic: "owntracks/ada/new", by: .machine)
            #expect(await news.publishAll())
            #expect(fenced.heard() == ["owntracks/ada/phone/cmd 0", "owntracks/ada/new/cmd 1"])
            try await fenced.world.community.editPhone(
                "adas-phone", topic: .some(nil), by: .machine)
            #expect(await news.publishAll())
            #expect(fenced.heard() == ["owntracks/ada/new/cmd 0"])
        }
    }

    @Test func `when phones carry no regions any more, those that they have go`() async throws {
        let fenced = try await Fenced()
        try await fenced.world.daemon.run {
            _ = try await fenced.addPhone()
            #expect(await fenced.news().publishAll())
            _ = fenced.heard()
            let news = fenced.news(carriesRegions: false)
            for heard in [["owntracks/ada/phone/cmd 0"], []] {
                #expect(await news.publishAll())
                #expect(fenced.heard() == heard)
            }
        }
    }

    /// By which nobody who is asked takes too long.
    private struct SlowClock: GatewayClock {
        let now = SystemGatewayClock().now

        func sleep(seconds: Double) async throws {
            try await Task.sleep(for: .seconds(patience))
        }

        func jitter() -> Double { 1 }
    }

    @Test func `a daemon that hangs takes from an answer only what it is asked for`() async throws {
        let fenced = try await Fenced()
        let phone = try await fenced.addPhone()
        try await fenced.world.community.share(
            "mias-phone", with: GroupID("home")!, level: .position,
            by: .person(PersonID("mia")!))
        let fix = #"{"id":"mias-phone","fix":{"time":"2026-05-01T12:00:00Z","lat":1,"lon":2}}"#
        await fenced.world.api.devices.note(
            try JSONDecoder().decode(AnyJSON.self, from: Data(fix.utf8)))
        let socket = try fenced.world.daemon.socket.listen()
        defer { close(socket) }
        // The time is over at once.
        let told = await fenced.news(clock: FastClock()).answer(phone, "owntracks")
        #expect(told.count == 2 && told.allSatisfy { $0.contains(#""tid":"MI""#) }, "\(told)")
    }

    /// In its time nobody waits.
    private final class FastClock: GatewayClock {
        let sleeps = Mutex<[Double]>([])
        let now = Timestamp(milliseconds: 1_777_636_800_000)

        func sleep(seconds: Double) async throws {
            try Task.checkCancellation()
            sleeps.withLock { $0.append(seconds) }
            await Task.yield()
        }

        func jitter() -> Double { 1 }
    }

    @Test func `what the broker does not take is tried less and less often`() async throws {
        let fenced = try await Fenced()
        try await fenced.world.messages.setFenced("owntracks/ada/phone", device: "adas-phone")
        let clock = FastClock()
        let news = fenced.news(carriesRegions: false, isAway: true, clock: clock)
        let running = Task { try await news.run() }
        try await eventually(clock.sleeps.withLock(\.self)) { $0.count >= 9 }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        let sleeps = clock.sleeps.withLock { $0.prefix(9) }
        #expect(sleeps == [0.5, 1, 2, 4, 8, 16, 32, 60, 60])
    }

    @Test func `regions that went while the gateway was off go from the phone`() async throws {
        let fenced = try await Fenced()
        try await fenced.world.daemon.run {
            _ = try await fenced.addPhone()
            #expect(await fenced.news().publishAll())
            _ = fenced.heard()
            fenced.world.daemon.answer("/v1/regions", #"{"features": []}"#)
            let news = fenced.news()
            for heard in [["owntracks/ada/phone/cmd 0"], []] {
                #expect(await news.publishAll())
                #expect(fenced.heard() == heard)
            }
        }
    }

    @Test func `with a new token, a phone is told its regions again`() async throws {
        let fenced = try await Fenced()
        try await fenced.world.daemon.run {
            let news = fenced.news()
            var phone = try await fenced.addPhone()
            for _ in 1...2 {
                #expect(await news.publishAll())
                #expect(fenced.heard() == ["owntracks/ada/phone/cmd 1"])
                #expect(await news.answer(phone, "owntracks").count == 1)
                #expect(await news.publishAll())
                #expect(fenced.heard() == [])
                #expect(await news.answer(phone, "owntracks") == [])
                let token = try await fenced.world.community.renewToken(
                    of: "adas-phone", by: .machine)
                phone = try #require(await fenced.world.community.phone(withToken: token))
            }
        }
    }
}
