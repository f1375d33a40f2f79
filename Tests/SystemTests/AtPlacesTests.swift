import APIClient
import Community
import Geofencing
import Glibc
import Messages
import Posix
import TestSupport
import Testing

extension SystemTests {
    /// What groups have at places, with phones that come there, and a gateway that is killed.
    struct AtPlacesTests {
        @Test func `in front of the shop one hears what is left to buy, and of a bulletin once`()
            async throws
        {
            let town = try await Town()
            try await withDaemon(town.gateway.workshop) { (_) async throws in
                try await town.openShop()
                try await town.gateway.run { _ in
                    try await town.waitUntilReady()
                    try await town.visit("annas", at: 52.37, hour: -20)
                    try await town.hears(
                        "anna", "Harbour store: Buy: milk 2 l, eggs, bread (Home) · open now")
                    try await town.visit("annas", at: 52.39, hour: -19)
                    try await town.hears("anna", "Back door: Use the front door.")
                }
                // It is not there while Ben comes.
                try await town.buyAll()
                let last = try await town.visit("bens", at: 52.37, hour: -2)
                try await kill(town.gateway.file, of: .gateway) { writes in
                    try await town.store.cursor()?.after ?? 0 >= last || writes == .max
                }
                try await town.visit("annas", at: 52.38, hour: -1)
                let again = try await town.visit("annas", at: 52.39, hour: 0)
                try await town.gateway.run { _ in
                    try await eventually(await town.store.cursor()?.after ?? 0) { $0 >= again }
                }
                // What one has bought is bought for all, and what was told is told.
                #expect(try await town.told("ben") == [])
                #expect(try await town.told("anna").count == 2)
            }
        }

        @Test func `a shop that opens later is told at, too`() async throws {
            let town = try await Town()
            try await withDaemon(town.gateway.workshop) { (_) async throws in
                try await town.gateway.run { _ in
                    // The daemon knows no Harbour store.
                    try await town.waitUntilReady(errands: 1)
                    try await town.openShop()
                    try await town.waitUntilReady()
                    try await town.visit("annas", at: 52.37, hour: -2)
                    try await town.hears(
                        "anna", "Harbour store: Buy: milk 2 l, eggs, bread (Home) · open now")
                }
            }
        }

        @Test func `who comes to an event is told of it, and not of one that is hours away`()
            async throws
        {
            let town = try await Town()
            try await town.plan("Fair", at: 52.35, inMinutes: 240)
            try await town.plan("Choir", at: 52.36, inMinutes: 30)
            try await withDaemon(town.gateway.workshop) { (_) async throws in
                try await town.openShop()
                try await town.gateway.run { _ in
                    try await town.waitUntilReady(events: 2)
                    try await town.visit("bens", at: 52.35, hour: -1)
                    try await town.visit("bens", at: 52.36, hour: 0)
                    let told = try await eventually(await town.told("ben")) { !$0.isEmpty }
                    #expect(told.count == 1 && told[0].hasPrefix("Choir: "), "\(told)")
                }
            }
        }

        @Test(arguments: [1, 5, 20, 40])
        func `killed while bulletins are told, everybody is told each once`(
            writes: Int
        ) async throws {
            let town = try await Town()
            try await withDaemon(town.gateway.workshop) { (_) async throws in
                try await town.openShop()
                try await town.gateway.run { _ in
                    try await town.waitUntilReady()
                }
                for title in ["B", "C", "D", "E"] { try await town.write(title) }
                let last = try await town.visit("annas", at: 52.39, hour: -1)
                try await kill(town.gateway.file, of: .gateway) { written in
                    // Or it is done before.
                    try await town.store.cursor()?.after ?? 0 >= last || written >= writes
                }
                try await town.gateway.run { _ in
                    try await eventually(await town.store.cursor()?.after ?? 0) { $0 >= last }
                }
                #expect(
                    try await town.told("anna").map { $0.prefix { $0 != ":" } }.sorted()
                        == ["B", "Back door", "C", "D", "E"])
            }
        }
    }
}

/// Anna and Ben, their household and the organisation where Anna works; what they do is written while
/// the gateway runs or not.
private struct Town {
    let gateway: Gateway
    let community: Community
    let store: MessageStore
    private let home: GroupID
    private let acme: GroupID
    private let site: Int64
    private let anna: PersonID

    init() async throws {
        gateway = try await Gateway()
        try gateway.workshop.configure()
        mkdir(gateway.state, 0o700)
        community = try Community(
            in: gateway.state, now: { systemMilliseconds() / 1000 }, uptime: bootUptime)
        store = try MessageStore(path: "\(gateway.state)/\(GatewayDatabase.fileName)", ways: [])
        anna = try await community.addPerson(name: "Anna", by: .machine).person.id
        let ben = try await community.addPerson(name: "Ben", by: .machine).person.id
        home = try await community.addGroup(.household, name: "Home", by: .person(anna)).id
        _ = try await community.join(
            community.invite(to: home, by: .person(anna)).secret, as: ben)
        for (device, owner) in [("annas", anna), ("bens", ben)] {
            _ = try await community.addPhone(
                device: device, name: device, owner: owner, by: .person(owner))
        }
        for (text, amount, target) in [
            ("milk", "2 l", nil), ("eggs", nil, nil), ("bread", nil, "Harbour store"),
        ] as [(String, String?, String?)] {
            _ = try await community.addThing(
                [.text: text, .amount: amount ?? "", .target: target ?? ""], of: home,
                by: .person(anna))
        }
        acme = try await community.addGroup(.organisation, name: "Acme", by: .person(anna)).id
        site = try await community.addSite(
            of: acme, name: "North", area: Area(latitude: 52.39, longitude: 4.89, radius: 100),
            by: .person(anna)
        ).id
        try await write("Back door")
    }

    /// A bulletin that is in force for long.
    func write(_ title: String) async throws {
        let from = Timestamp(seconds: systemMilliseconds() / 1000 - 172_800)
        _ = try await community.addBulletin(
            of: acme, title: title, text: "Use the front door.", site: site, from: from,
            by: .person(anna))
    }

    /// An event of an hour at home.
    func plan(_ what: String, at latitude: Double, inMinutes minutes: Int64) async throws {
        let start = Timestamp(seconds: systemMilliseconds() / 1000 + minutes * 60)
        _ = try await community.addEvent(
            EventChange(
                what: what, start: "\(start)", end: "\(start + 3600)",
                place: EventPlace(lat: latitude, lon: 4.89, radius: 100)),
            to: home, by: .person(anna))
    }

    func openShop() async throws {
        let added = try await shell(
            """
            geofencectl places add --name 'Harbour store' --at 52.37,4.89 \
                --category shop=supermarket --opening-hours 24/7 --socket \(gateway.workshop.control)
            """)
        #expect(added.status == 0, "\(added)")
    }

    /// Until the daemon knows all, and the gateway hears it.
    func waitUntilReady(events: Int64 = 0, errands: Int64 = 2) async throws {
        let daemon = try gateway.daemon
        try await eventually(await daemon.get("/v1/devices", as: AnyJSON.self)) { answer in
            let follows = (answer["devices"]?.elements ?? []).filter {
                $0["follows"]?.elements.contains(.string("group/home")) == true
            }
            return follows.count >= 2
        }
        // Bulletins, errands of each target that it knows, events, no places.
        let wanted = [1, errands, events, 0].map { AnyJSON.integer($0) }
        try await eventually(await daemon.get("/v1/watches", as: AnyJSON.self)) { answer in
            (answer["sets"]?.elements ?? []).map { $0["watches"] } == wanted
        }
        try await eventually(await store.cursor()) { $0 != nil }
    }

    func buyAll() async throws {
        for item in try await community.things(of: home, in: .wanted, by: .person(anna)) {
            _ = try await community.buy(item.id, of: home, by: .person(anna))
        }
    }

    /// A minute there, `hour` hours from now. Returns the last notice of it.
    @discardableResult
    func visit(_ device: String, at latitude: Double, hour: Int64) async throws -> Int {
        let start = systemMilliseconds() / 1000 - 120 + hour * 3600
        let fixes: [AnyJSON] = (0..<60).map { second in
            .object([
                "time": .string("\(Timestamp(milliseconds: (start + Int64(second)) * 1000))"),
                "lat": .number(latitude), "lon": .number(4.89), "accuracy": .integer(5),
            ])
        }
        let answer = try await gateway.daemon.send(
            .post, "/v1/devices/\(device)/positions", AnyJSON.array(fixes), as: AnyJSON.self)
        guard case .integer(let last)? = answer.answer["notices"]?.elements.last else { return 0 }
        return Int(last)
    }

    /// Waits until a message is the newest.
    func hears(_ person: String, _ message: String) async throws {
        try await eventually(await told(person)) { $0.first == message }
    }

    /// The newest first.
    func told(_ person: String) async throws -> [String] {
        try await store.messages(of: person).map { message in
            "\(message.title): \(message.lines.map(\.text).joined(separator: "; "))"
        }
    }
}
