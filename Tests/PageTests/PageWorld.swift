import APIClient
import Community
import FoundationEssentials
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import MQTT
import NIOCore
import Posix
import Routing
import SQLite
import TestSupport

@testable import Messages
@testable import Page

/// The gateway's `/api` without a network: a household and an organisation, and people around them.
struct PageWorld: Sendable {
    static let local = "otter.localhost:8377"

    /// Who asks.
    enum Role: String, CaseIterable {
        case nobody
        case other = "another person"
        case asked
        case member
        case admin = "its admin"
        case former = "former member"
        case elsewhere = "admin of another group"
        case machine = "admin of this machine"

        /// The id of the person.
        var person: String {
            switch self {
            case .nobody: ""
            case .other: "otto"
            case .asked: "asa"
            case .member: "mia"
            case .admin: "ada"
            case .former: "fred"
            case .elsewhere: "greta"
            case .machine: "root"
            }
        }
    }

    /// Kept as long as this is.
    var folder: TemporaryFolder?
    let api: GatewayAPI
    let community: Community
    let messages: MessageStore
    let daemon: DaemonDouble
    private let responder: RouterResponder<PageContext>
    private let log = Logger(label: "page") { _ in SwiftLogNoOpLogHandler() }

    /// `folder`: with a database that `populated` has made, or none.
    init(
        in folder: String, signup: Bool = true, publicURL: String? = nil,
        tiles: GatewayAPI.Tiles? = nil, ways: [EndpointState] = [], pictureProgram: String? = nil,
        engine: (any RoutingEngine)? = nil
    ) async throws {
        let now: @Sendable () -> Int64 = { 1_777_636_800 }
        community = try Community(in: folder, now: now, uptime: { 0 })
        messages = try MessageStore(
            path: "\(folder)/gateway.sqlite",
            ways: [NtfyChannel(servers: [.init(url: "https://ntfy.example")], sender: HTTPSender())]
        )
        daemon = try DaemonDouble("\(folder)/control")
        let mirror = DeviceMirror(
            at: daemon.socket, changes: community.changes, timeout: .seconds(patience))
        for (id, own) in [("pi", true), ("mias-phone", false)] {
            await mirror.note(
                .object(["id": .string(id), "own": .bool(own), "fix": .null, "name": .null]))
        }
        var settings = GatewayAPI.Settings(
            version: "1.2.3", publicURL: publicURL, port: 8377, word: "otter",
            allowsSignup: signup, tiles: tiles, hasTLS: false, isBehindProxy: false,
            started: now())
        if let pictureProgram { settings.pictureProgram = pictureProgram }
        let routes = RouteFolder(in: folder)
        let asked = Daemon(at: daemon.socket, timeout: .seconds(patience))
        api = GatewayAPI(
            community: community, messages: messages,
            maps: BaseMaps(in: folder, log: log), routes: routes,
            desk: RouteDesk(uptime: { 0 }, sleep: { _ in }) { [routes] in
                let prepared: (any RoutingEngine)? = await routes.engine()
                return [engine, prepared].compactMap(\.self)
            }, daemon: asked, devices: mirror,
            movedSites: MovedSites(community, asked), files: try PageFolder(), settings: settings,
            log: log, uptime: { 0 }, ways: { ways })
        responder = api.router().buildResponder()
    }

    /// Makes the database of the household `home`, the organisation `acme`, and all roles.
    static func populate(_ folder: String) async throws {
        let world = try await PageWorld(in: folder)
        let community = world.community
        for role in Role.allCases where role != .nobody {
            _ = try await community.addPerson(
                name: role.person.prefix(1).uppercased() + role.person.dropFirst(),
                isAdmin: role == .machine, by: .machine)
        }
        let ada = PersonID("ada")!
        for (kind, name) in [(Group.Kind.household, "Home"), (.organisation, "Acme")] {
            let group = try await community.addGroup(kind, name: name, by: .person(ada))
            for person in ["mia", "fred"] {
                try await Self.admit(person, to: group, community)
            }
            try await community.removeMember(PersonID("fred")!, of: group.id, by: .person(ada))
            _ = try await community.addGroup(
                kind, name: "\(name) elsewhere", by: .person(PersonID("greta")!))
        }
        try await community.ask("Asa", toJoin: GroupID("home")!, by: .person(ada))
        try await community.askToJoin(GroupID("acme")!, by: .person(PersonID("asa")!))
        let area = Area(latitude: 52.37, longitude: 4.89, radius: 100)
        _ = try await community.addPlace(
            of: GroupID("home")!, name: "Home", area: area, by: .person(ada))
        _ = try await community.addSite(
            of: GroupID("acme")!, name: "Depot", area: area, by: .person(ada))
        try await populateOrganisation(community, ada)
        let mia = PersonID("mia")!
        _ = try await community.addPhone(
            device: "mias-phone", name: "Mia's phone", owner: mia, by: .person(mia))
        try await community.share(
            "mias-phone", with: GroupID("home")!, level: .arrivals, by: .person(mia))
        _ = try await community.askForArrivals(
            of: mia, at: 1, in: GroupID("home")!, .enter, by: .person(ada))
        try await community.setTip(of: "osm/node/1", rating: 4, text: "Nice.", by: mia)
        try await addToHousehold(GroupID("home")!, mia, community)
        for group in [GroupID("home")!, GroupID("acme")!] {
            _ = try await community.addEvent(
                EventChange(what: "Party", start: "2026-05-02", end: "2026-05-02", isAllDay: true),
                to: group, by: .person(ada))
        }
        for person in [mia, ada] {
            _ = try await community.renewCalendarLink(of: GroupID("home")!, by: person)
        }
        _ = try await community.requestSignup(name: "Sam")
        try await world.tell("mia")
        _ = try await world.cookie(of: "mia")
        _ = try await world.messages.mute(.region("deal/9"), title: "A deal", of: "mia")
    }

    /// Thing 1, which is wanted, thing 2, which is at home, and bill 1, of `person`.
    private static func addToHousehold(
        _ group: GroupID, _ person: PersonID, _ community: Community
    ) async throws {
        let caller = Caller.person(person)
        _ = try await community.addThing([.text: "Bread", .amount: "2"], of: group, by: caller)
        _ = try await community.addThing([.text: "Rice"], .home, of: group, by: caller)
        var bill = BillDraft()
        (bill.what, bill.amount) = ("Gas", 1001)
        _ = try await community.addBill(bill, of: group, by: caller)
    }

    /// A bulletin and a deal with a picture each, a form, and a review of Mia.
    private static func populateOrganisation(
        _ community: Community, _ ada: PersonID
    ) async throws {
        let acme = GroupID("acme")!
        let bulletin = try await community.addBulletin(of: acme, title: "News", by: .person(ada))
        try await community.setPicture(
            [0xFF, 0xD8], ofBulletin: bulletin.id, of: acme, by: .person(ada))
        let deal = try await community.addDeal(
            of: acme, site: nil, key: nil, by: .person(ada)
        ).deal
        try await community.setPicture(
            [0xFF, 0xD8], ofDeal: deal.reference, of: acme, by: .person(ada))
        let form = try await community.addForm(
            of: acme, name: "Round", questions: [.init(text: "Helmet?", kind: .yesOrNo)],
            by: .person(ada))
        _ = try await community.addReview(
            of: PersonID("mia")!, in: acme, form: form.id, answers: [.flag(true)],
            by: .person(ada))
    }

    private static func admit(
        _ person: String, to group: Group, _ community: Community
    ) async throws {
        let (id, ada) = (PersonID(person)!, PersonID("ada")!)
        if group.kind == .household {
            let link = try await community.invite(to: group.id, by: .person(ada))
            _ = try await community.join(link.secret, as: id)
        } else {
            try await community.askToJoin(group.id, by: .person(id))
            let request = try await community.requests(by: .person(ada)).first { $0.person == id }
            try await community.acceptRequest(request!.id, by: .person(ada))
        }
    }

    /// Tells a person of a coffee house.
    private func tell(_ person: String) async throws {
        let line = """
            {"specversion":"1.0","id":"log-00000000000000000001","source":"/geofenced/pi","type":"geofence.enter",\
            "time":"2026-05-01T12:00:00.000Z","sequence":"00000000000000000001","data":{"region":{"id":"deal/1",\
            "kind":"deal","name":"Coffee","center":[4.89,52.37],"radius":200},"fix":{"lat":52.37,"lon":4.89},\
            "distance":10,"rule":"accurate"}}
            """
        try await messages.add(
            [[AddressedNotice(try Notice(line: Array(line.utf8)), [Recipient(person: person)])]],
            upTo: ListenerCursor(after: 1, log: "log"),
            now: Timestamp(milliseconds: 1_777_636_800_000))
    }

    // MARK: Requests

    /// The cookie of a new session; `nil` for nobody.
    func cookie(of person: String) async throws -> String? {
        guard let id = PersonID(person) else { return nil }
        let link = try await community.addLink(for: id, by: .machine)
        let joined = try await community.join(link.secret, device: "test")
        return "geofenced=\(joined.session!.secret.text)"
    }

    struct Reply: Sendable {
        var status: Int
        var headers: HTTPFields
        var body: String
        var bytes: [UInt8]
    }

    /// `bytes`: a body that is no JSON.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, bytes: [UInt8]? = nil,
        cookie: String? = nil,
        host: String = local, fields: KeyValuePairs<String, String> = [:],
        peer: Peer = .address(IPAddress("192.0.2.1"))
    ) async throws -> Reply {
        var headers = HTTPFields()
        if let cookie { headers[.cookie] = cookie }
        if body != nil { headers[.contentType] = "application/json" }
        for (name, value) in fields { headers.append(.init(name: .init(name)!, value: value)) }
        let head = HTTPRequest(
            method: .init(method)!, scheme: "http", authority: host, path: path,
            headerFields: headers)
        let request = Request(
            head: head,
            body: .init(
                buffer: bytes.map { ByteBuffer(bytes: $0) } ?? ByteBuffer(string: body ?? "")))
        let context = PageContext(source: PageSource(peer: peer, logger: log))
        let response = try await respond(to: request, context)
        let collected = Collected()
        // A stream has no end: its head is enough.
        if response.headers[.contentType] != "text/event-stream" {
            try await response.body.write(collected)
        }
        return Reply(
            status: response.status.code, headers: response.headers,
            body: String(decoding: collected.bytes, as: UTF8.self), bytes: collected.bytes)
    }

    func respond(to request: Request, _ context: PageContext) async throws -> Response {
        try await responder.respond(to: request, context: context)
    }

    /// Keeps what is written of a body.
    private final class Collected: ResponseBodyWriter {
        private(set) var bytes: [UInt8] = []

        func write(_ buffer: ByteBuffer) async throws { bytes += buffer.readableBytesView }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
