import APIClient
import Community
import Glibc
import Logging
import Messages
import Phones
import Posix
import TestSupport
import Testing

@testable import Page

/// What the daemon is told of devices, and of what groups watch.
@Suite(.timeLimit(.minutes(10))) struct UpkeepTests {
    private let folder = TemporaryFolder()
    private let daemon: DaemonDouble
    private let community: Community
    private let messages: MessageStore
    private let refused = RefusedDevices()
    private let unknown = UnknownTargets()
    private let log = LogLines(from: .warning)
    private let back = ChangeCount()
    private let places = ChangeCount()
    private let missing = ChangeCount()

    /// Mia has the phones `a-phone` and `mias-phone`, which the daemon has.
    init() async throws {
        daemon = try DaemonDouble(folder.file("control"))
        community = try Community(in: folder.path, now: { 1_777_636_800 }, uptime: { 0 })
        messages = try MessageStore(path: folder.file(GatewayDatabase.fileName), ways: [])
        let mia = try await community.addPerson(name: "Mia", by: .machine).person.id
        for id in ["a-phone", "mias-phone"] {
            try await community.addPhone(device: id, name: id, owner: mia, by: .machine)
        }
    }

    /// Runs the upkeep beside `body`.
    private func upkeep(_ body: () async throws -> Void) async throws {
        let asked = Daemon(at: daemon.socket, timeout: .seconds(patience))
        let upkeep = DaemonSync(
            community: community, daemon: asked, messages: messages,
            devices: DeviceMirror(
                at: daemon.socket, changes: community.changes, timeout: .seconds(patience)),
            refused: refused, unknown: unknown, movedSites: MovedSites(community, asked),
            log: log.logger)
        try await daemon.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await upkeep.run(
                        allIsDue: back, placesAreDue: places, deviceIsMissing: missing)
                }
                defer { group.cancelAll() }
                try await body()
            }
        }
    }

    private func count(_ request: String) -> Int { daemon.requests.count { $0 == request } }

    @Test func `a device that was begun anew for somebody who was forgotten is removed`()
        async throws
    {
        let eve = try await community.addPerson(name: "Eve", by: .machine).person.id
        try await community.addPhone(device: "eves", name: "Eve's", owner: eve, by: .machine)
        _ = try await community.removePerson(eve, by: .machine)
        let mia = Caller.person(PersonID("mia")!)
        let gone = try await community.addGroup(.household, name: "Gone", by: mia).id
        try await community.removeGroup(gone, by: mia)
        daemon.answer(
            "/v1/devices",
            """
            {"devices": [
                {"id": "pi", "own": true, "name": null, "follows": ["everyone", "person/eve"]},
                {"id": "eves", "own": false, "name": null, "follows": ["person/eve"]},
                {"id": "mias-phone", "own": false, "name": null, "follows": ["person/eve"]},
                {"id": "car", "own": false, "name": null, "follows": ["person/eve", "person/mia"]},
                {"id": "bike", "own": false, "name": null, "follows": ["person/eve"]},
                {"id": "van", "own": false, "name": null, "follows": ["person/somebody"]}]}
            """)
        // Others that nobody here was, and that are.
        daemon.answer(
            "/v1/favourites",
            """
            {"favourites": [{"id": 1, "audience": "person/eve"}, {"id": 2, "audience": "person/mia"},
                {"id": 3, "audience": "everyone"}, {"id": 5, "audience": "group/gone"}, {"id": 4, "audience": "person/somebody"}]}
            """)
        try await upkeep {
            try await eventually(daemon.requests) {
                $0.contains("DELETE /v1/devices/eves?history=forget")
            }
            try await eventually(daemon.requests) { $0.contains("DELETE /v1/favourites/1") }
            try await eventually(daemon.requests) { $0.contains("DELETE /v1/favourites/5") }
            #expect(daemon.requests.count { $0.hasPrefix("DELETE /v1/favourites") } == 2)
            try await eventually(daemon.requests) { $0.contains("PATCH /v1/devices/mias-phone") }
            #expect(count("DELETE /v1/devices/eves?history=forget") == 1)
            #expect(daemon.requests.count { $0.hasPrefix("DELETE /v1/devices") } == 1)
        }
    }

    @Test func `deals follow their site once the daemon is back, but not those that are elsewhere`()
        async throws
    {
        let mia = Caller.person(PersonID("mia")!)
        let acme = try await community.addGroup(.organisation, name: "Acme", by: mia).id
        var area = Area(latitude: 52, longitude: 4, radius: 100)
        let site = try await community.addSite(of: acme, name: "Quay", area: area, by: mia).id
        for _ in 1...2 {
            _ = try await community.addDeal(of: acme, site: site, key: nil, by: mia)
        }
        for latitude in [52.1, 52.2] {
            area.latitude = latitude
            try await community.editSite(site, of: acme, area: area, by: mia)
        }
        daemon.answer(
            "/v1/deals",
            """
            {"deals": [{"id": 7, "owner": \(geteuid()), "reference": "group/acme/deal/1", "lat": 52, "lon": 4},
                {"id": 8, "owner": \(geteuid()), "reference": "group/acme/deal/2", "lat": 50, "lon": 4},
                {"id": 9, "owner": \(geteuid()), "reference": "something else", "lat": 52, "lon": 4}]}
            """)
        #expect(try await community.unfinishedMoves().count == 1)
        try await upkeep {
            try await eventually(try await community.unfinishedMoves().count) { $0 == 0 }
        }
        #expect(daemon.bodies("PATCH /v1/deals/7").map { $0["lat"]?.number } == [52.2])
        #expect(
            !daemon.requests.contains { $0.hasPrefix("PATCH /v1/deals/") && !$0.hasSuffix("/7") })
    }

    @Test func `a device that the daemon refuses keeps back nothing else`() async throws {
        let full = #"{"status":409,"detail":"there are 2 devices already"}"#
        daemon.refuse("PUT /v1/devices/a-phone", with: (409, full))
        try await upkeep {
            try await eventually(daemon.requests) { $0.contains("PATCH /v1/devices/mias-phone") }
            for set in GroupWatch.SetName.allCases {
                try await eventually(daemon.requests) { $0.contains("PUT /v1/watches/\(set)") }
            }
            #expect(refused["a-phone"] == "there are 2 devices already")
            #expect(refused["mias-phone"] == nil)
            // However often its positions come, it is said once, and the sets are not written again.
            let sets = count("PUT /v1/watches/household")
            for _ in 0..<3 {
                let before = count("PUT /v1/devices/a-phone")
                missing.advance()
                try await eventually(count("PUT /v1/devices/a-phone")) { $0 > before }
            }
            #expect(count("PUT /v1/watches/household") == sets)
            daemon.refuse("PUT /v1/devices/a-phone", with: nil)
            missing.advance()
            try await eventually(refused["a-phone"]) { $0 == nil }
        }
        #expect(
            log.all == [
                "warning: the daemon refuses to set up devices devices=a-phone "
                    + "error=there are 2 devices already"
            ])
    }

    @Test func `where the daemon knows no place, the list says so until it does`() async throws {
        let mia = Caller.person(PersonID("mia")!)
        let home = try await community.addGroup(.household, name: "Home", by: mia).id
        func watch(_ target: String) -> String {
            let errands = Errands(group: home, groupName: "", target: target, things: [])
            return "PUT /v1/watches/errands/home.\(errands.number)"
        }
        daemon.refuse(watch("nowhere"), with: (422, #"{"status":422,"detail":"no such place"}"#))
        try await upkeep {
            try await eventually(daemon.requests) { $0.contains("PUT /v1/watches/errands") }
            let before = community.changes.number
            let item = try await community.addThing(
                [.text: "Moon dust", .target: "nowhere"], of: home, by: mia)
            try await eventually(unknown.isSomewhere("nowhere")) { $0 == false }
            // Whoever looks at the list hears of it: that is a change of its own.
            try await eventually(community.changes.number) { $0 >= before + 2 }
            _ = try await community.addThing([.text: "Milk"], of: home, by: mia)
            try await eventually(daemon.requests) { $0.contains(watch("shop=supermarket")) }
            try await eventually(unknown.isSomewhere("shop=supermarket")) { $0 == true }
            #expect(unknown.isSomewhere("nowhere") == false)
            try await community.removeThing(item.id, of: home, by: mia)
            try await eventually(unknown.isSomewhere("nowhere")) { $0 == nil }
        }
    }

    @Test func `a phone that has the id of the daemon's own device does not change that`()
        async throws
    {
        try await community.addPhone(
            device: "pi", name: "Pi", owner: PersonID("mia")!, by: .machine)
        try await upkeep { try await eventually(refused["pi"]) { $0 != nil } }
        #expect(daemon.bodies("PATCH /v1/devices/pi").allSatisfy { $0["name"] == nil })
    }

    @Test func `a phone's positions count up to 100 m, also where they came before it was set up`()
        async throws
    {
        try await upkeep {
            try await eventually(daemon.requests) { $0.contains("PATCH /v1/devices/mias-phone") }
        }
        for request in ["PUT /v1/devices/a-phone", "PATCH /v1/devices/mias-phone"] {
            let accuracies = daemon.bodies(request).map { $0["max_accuracy"]?.number }
            #expect(!accuracies.isEmpty && accuracies.allSatisfy { $0 == 100 }, "\(request)")
        }
        #expect(daemon.bodies("PATCH /v1/devices/pi").allSatisfy { $0["max_accuracy"] == nil })
    }

    @Test(arguments: [
        (#"["everyone"]"#, "30"), (#"["everyone", "person/mia"]"#, "30"),
        (#"["everyone", "person/mia"]"#, "null"),
    ])
    func `what somebody has said of a phone's accuracy stays`(
        follows: String, accuracy: String
    ) async throws {
        daemon.answer(
            "/v1/devices",
            """
            {"devices": [{"id": "mias-phone", "own": false, "name": "Old name", \
            "follows": \(follows), "max_accuracy": \(accuracy)}]}
            """)
        try await upkeep {
            try await eventually(daemon.requests) { $0.contains("PATCH /v1/devices/mias-phone") }
        }
        let bodies = daemon.bodies("PATCH /v1/devices/mias-phone")
        #expect(bodies.allSatisfy { $0["max_accuracy"] == nil }, "\(bodies)")
    }
}
