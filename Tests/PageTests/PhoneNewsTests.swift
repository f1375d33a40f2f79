import APIClient
import Community
import FoundationEssentials
import Posix
import TestSupport
import Testing
import Ways

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

    @Test func `friends have letters of their own`() {
        var taken: Set<String> = []
        for (name, tid) in [
            ("Ben", "BE"), ("Bea", "BA"), ("Be", "B0"), ("Zoë", "ZO"), ("李", "F0"), ("", "F1"),
        ] {
            #expect(OwnTracksObject.tid(name, taken: taken) == tid, "\(name)")
            taken.insert(tid)
        }
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
            world.community, world.messages, world.api.devices, carriesRegions: false)
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
}
