import Community
import FoundationEssentials
import HTTPTypes
import Routing
import TestSupport
import Testing

@testable import Page

/// docs/people.md and docs/groups.md have a table of who may what: every operation, and everybody.
struct AccessTests {
    @Test(arguments: ["people", "groups"])
    func `everybody may what the table in this page says, and nothing else`(
        page: String
    ) async throws {
        let made = TemporaryFolder()
        try await PageWorld.populate(made.path)
        let documented = try Self.table(of: page)
        let operations = GatewayAPI.operations.filter { Self.page(of: $0) == page }
        #expect(documented.count == 1 + operations.count)
        #expect(
            documented.first
                == "| | \(PageWorld.Role.allCases.map(\.rawValue).joined(separator: " | ")) |")
        for operation in Share.of(operations, operations.count / 8) {
            let name = "| `\(operation.method) /api/\(operation.path)` |"
            var cells: [String] = []
            for role in PageWorld.Role.allCases {
                cells.append(try await cell(operation, role, made))
            }
            #expect(
                documented.first { $0.hasPrefix(name) }
                    == "\(name) \(cells.joined(separator: " | ")) |")
        }
    }

    /// What an operation answers, where the thing it is about is of `home`, `acme` or Mia.
    private func cell(
        _ operation: Page.Operation, _ role: PageWorld.Role, _ made: TemporaryFolder
    ) async throws -> String {
        let folder = TemporaryFolder()
        for name in made.names where name.hasPrefix("gateway.sqlite") {
            try folder.write(
                name, try Data(contentsOf: URL(filePath: made.file(name))))
        }
        let world = try await PageWorld(in: folder.path, engine: StraightWay())
        let cookie = try await world.cookie(of: role.person)
        let session = try await world.community.sessions(of: .init("mia")!, by: .machine).first?.id
        _ = try await world.community.addLink(for: .init("mia")!, by: .machine)
        let link = try await world.community.links(of: .init("mia")!, by: .machine).last?.id
        let ids = [
            "link": "\(link ?? 1)",
            "person": "mia", "phone": "mias-phone", "device": "mias-phone",
            "session": "\(session ?? 1)",
            "group": Self.isOfOrganisation(operation) ? "acme" : "home", "site": "1",
            "place_number": "1", "arrival": "1", "signup": "1", "message": "1", "mute": "1",
            "number": operation.id == "get_deal_picture" ? "3" : "1", "deal": "3",
            "request": Self.request(operation), "id...": "osm/node/1",
            "thing": operation.id == "use_up_thing" ? "2" : "1", "item": "1", "stock": "2",
            "bill": "1", "event": "1", "bulletin": "1", "form": "1",
            "review": "1",
        ]
        let path = operation.path.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? ids[String(segment.dropFirst().dropLast())]! : String(segment)
        }.joined(separator: "/")
        let query =
            Self.aboutDevice.contains(operation.id)
            ? "?device=mias-phone" : Self.queries[operation.id] ?? ""
        let reply = try await world.daemon.run {
            try await world.ask(
                operation.method.rawValue, "/api/\(path)\(query)", Self.bodies[operation.id],
                cookie: cookie)
        }
        return switch reply.status {
        case 200...299: "yes"
        case 401: "sign in"
        case 404: "–"
        case let status: "\(status)"
        }
    }
}

extension AccessTests {
    fileprivate static let aboutDevice: Set = ["regions", "history", "explain"]

    fileprivate static let queries = [
        "search_places": "?near=52.37,4.89",
        "find_route_by_query": "?from=52.37,4.89&to=52.38,4.89",
        "replace_routes": "?nodes=1&relations=1&segments=1&ways=1",
    ]

    /// Where it is documented: what groups have is in a page of its own.
    fileprivate static func page(of operation: Page.Operation) -> String {
        operation.path.hasPrefix("groups") ? "groups" : "people"
    }

    fileprivate static func isOfOrganisation(_ operation: Page.Operation) -> Bool {
        ["sites", "bulletins", "deals", "forms", "reviews", "due"].contains {
            operation.path.hasPrefix("groups/{group}/\($0)")
        } || operation.id == "ask"
    }

    /// Of the household to Asa.
    fileprivate static func request(_ operation: Page.Operation) -> String { "3" }

    fileprivate static let bodies = [
        "find_route": #"{"from": [52.37, 4.89], "to": [52.38, 4.89]}"#,
        "look_at_link": #"{"secret": "x"}"#, "join": #"{"secret": "x"}"#,
        "claim": #"{"secret": "x"}"#, "sign_up": #"{"name": "Zoe"}"#,
        "change_me": #"{"name": "Me"}"#, "approve_code": #"{"code": "BCDFGHJK"}"#,
        "add_person": #"{"name": "Zoe"}"#, "add_group": #"{"kind": "household", "name": "New"}"#,
        "add_site": #"{"name": "Shop", "lat": 1, "lon": 2}"#,
        "add_group_place": #"{"name": "School", "lat": 1, "lon": 2}"#,
        "add_phone": #"{"name": "Another"}"#, "change_phone": #"{"name": "Mine"}"#,
        "ask_for_arrivals": #"{"group": "home", "place": 1, "person": "ada"}"#,
        "share_phone": #"{"level": "position"}"#, "add_favourite": #"{"text": "starbucks"}"#,
        "add_deal":
            #"{"name": "Offer", "company": "A", "category": "food", "ends": "2026-06-01T00:00:00Z"}"#,
        "add_group_deal":
            #"{"name": "Offer", "category": "food", "lat": 1, "lon": 2, "ends": "2026-06-01T00:00:00Z"}"#,
        "change_group_deal": #"{"name": "Other"}"#,
        "change_deal": #"{"name": "Other"}"#, "change_place": #"{"name": "Other"}"#,
        "set_tip": #"{"rating": 5}"#, "read_messages": #"{"up_to": 1}"#,
        "add_place": #"{"name": "Spot"}"#,
        "add_mute": #"{"region": "deal/1", "title": "Deal"}"#,
        "set_own_owner": #"{"owner": "mia"}"#, "change_group": #"{"name": "Ours"}"#,
        "change_member": #"{"nick_name": "M."}"#,
        "change_person": #"{"name": "Mia M."}"#,
        "add_thing": #"{"text": "Milk", "state": "home"}"#,
        "change_thing": #"{"amount": "2 l"}"#, "buy_thing": #"{"price": 100}"#,
        "add_item": #"{"text": "Milk"}"#, "change_item": #"{"amount": "2 l"}"#,
        "buy_item": #"{"price": 100}"#, "add_stock": #"{"text": "Salt"}"#,
        "change_stock": #"{"amount": "1 kg"}"#,
        "add_bill": #"{"what": "Dinner", "amount": 100}"#, "change_bill": #"{"what": "Lunch"}"#,
        "add_event":
            #"{"what": "Fair", "start": "2026-05-01", "end": "2026-05-01", "all_day": true}"#,
        "change_event": #"{"what": "Fair"}"#,
        "add_bulletin": #"{"title": "Closed"}"#, "change_bulletin": #"{"title": "Open"}"#,
        "add_form": #"{"name": "F", "questions": [{"text": "Q", "kind": "text"}]}"#,
        "change_form": #"{"name": "F"}"#, "change_review": #"{"result": "Good"}"#,
        "add_review": #"{"form": 1, "of": "mia", "answers": [true]}"#,
    ]

    /// The lines of the table, without the one below its head.
    fileprivate static func table(of page: String) throws -> [String] {
        let lines = try Repository.text(of: "docs/\(page).md").split(separator: "\n").map(
            String.init)
        guard let head = lines.firstIndex(where: { $0.hasPrefix("| | nobody |") }) else {
            return []
        }
        return lines[head...].prefix { $0.hasPrefix("|") }.filter { !$0.hasPrefix("|---") }
    }
}

/// As the crow flies.
private struct StraightWay: RoutingEngine {
    let name = "straight"

    func route(_ request: RouteRequest) async throws -> Route {
        Route(
            distance: 1000, duration: 800, line: [request.from, request.to], steps: [],
            by: request.by, engine: name, credit: "")
    }
}
