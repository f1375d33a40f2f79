import APIClient
import Community
import FoundationEssentials
import HTTPService
import Posix
import TestSupport
import Testing

@testable import Page

/// The things and the bills of a household, as the page has them.
struct HouseholdTests {
    private func world() async throws -> PageWorld {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        var world = try await PageWorld(in: folder.path)
        world.folder = folder
        return world
    }

    private func ask(
        _ world: PageWorld, _ method: String, _ path: String, _ body: String? = nil,
        as person: String = "mia", expecting status: Int, seen: String? = nil
    ) async throws -> AnyJSON {
        let reply = try await world.ask(
            method, "/api/groups/home/\(path)", body, cookie: try await world.cookie(of: person),
            fields: seen.map { ["If-Match": "\"\($0)\""] } ?? [:])
        #expect(reply.status == status, "\(method) \(path): \(reply.body)")
        guard !reply.body.isEmpty else { return .null }
        return try JSONDecoder().decode(AnyJSON.self, from: Data(reply.body.utf8))
    }

    @Test func `a thing is added, bought at a price, used up and wanted again`() async throws {
        let world = try await world()
        let milk = try await ask(
            world, "POST", "things", #"{"text": "Milk", "amount": "2 l", "key": "a"}"#,
            expecting: 201)
        #expect(milk["id"] == .integer(3) && milk["target"]?.string == "shop=supermarket")
        #expect(milk["state"]?.string == "wanted")
        #expect(milk["by"]?["person"]?.string == "mia" && milk["by"]?["name"]?.string == "Mia")
        let same = try await ask(
            world, "POST", "things", #"{"text": "Milk", "amount": "2 l", "key": "a"}"#,
            expecting: 201)
        #expect(same == milk)
        let list = try await ask(world, "GET", "things?state=wanted", as: "ada", expecting: 200)
        #expect(list["things"]?.elements.map { $0["text"]?.string } == ["Bread", "Milk"])
        #expect(list["things"]?.elements.last == milk)
        let buy = #"{"price": 300, "for": ["mia", "ada"], "key": "b"}"#
        let bought = try await ask(
            world, "POST", "things/3/bought", buy, as: "ada", expecting: 200)
        #expect(bought["thing"]?["text"]?.string == "Milk")
        #expect(bought["thing"]?["state"]?.string == "home")
        #expect(bought["thing"]?["version"] != nil && bought["bill"]?["version"] != nil)
        #expect(
            bought["bill"]?["shares"]?.elements.map { $0["amount"] } == [
                .integer(150), .integer(150),
            ])
        let again = try await ask(world, "POST", "things/3/bought", buy, as: "ada", expecting: 200)
        #expect(again == bought)
        // Who comes second is told, also with a key of their own; nothing is done to what it is now.
        for (path, words) in [
            ("things/3/bought", "it has been bought meanwhile: see the inventory"),
            ("things/4/bought", "it has been bought meanwhile: see the inventory"),
            ("things/1/used-up", "it has been used up meanwhile: see the list"),
        ] {
            let second = try await ask(
                world, "POST", path, #"{"key": "c"}"#, expecting: 409)
            #expect(second["detail"]?.string == words, "\(path)")
        }
        _ = try await ask(world, "DELETE", "things/3", expecting: 404)
        #expect(try await ask(world, "GET", "bills", expecting: 200)["bills"]?.elements.count == 2)
        _ = try await ask(world, "POST", "things/99/bought", expecting: 404)
        let free = try await ask(world, "POST", "things/1/bought", expecting: 200)
        #expect(free["bill"] == .null)
        let back = try await ask(
            world, "POST", "things/4/used-up", #"{"amount": "1 l"}"#, expecting: 200)
        #expect(back["thing"]?["text"]?.string == "Milk")
        #expect(back["thing"]?["amount"]?.string == "1 l")
        _ = try await ask(world, "POST", "things/4/used-up", expecting: 409)
        _ = try await ask(world, "POST", "things/99/used-up", expecting: 404)
        let salt = try await ask(
            world, "POST", "things", #"{"text": "Salt", "state": "home"}"#, expecting: 201)
        #expect(salt["by"]?["name"]?.string == "Mia" && salt["amount"] == nil)
        let home = try await ask(world, "GET", "things?state=home", expecting: 200)
        #expect(
            home["things"]?.elements.map { $0["text"]?.string } == ["Rice", "Bread", "Salt"])
        let all = try await ask(world, "GET", "things", expecting: 200)
        #expect(
            all["things"]?.elements.map { $0["text"]?.string } == ["Rice", "Bread", "Milk", "Salt"])
    }

    @Test func `bills are written, changed as they were seen, and settled`() async throws {
        let world = try await world()
        let bill = try await ask(
            world, "POST", "bills",
            #"{"what": "Dinner", "amount": 5000, "date": "2026-05-02", "paid_by": "ada", "shares": [{"person": "mia", "amount": 2000}, {"person": "ada", "amount": 3000}]}"#,
            expecting: 201)
        #expect(bill["may_edit"] == .bool(true) && bill["kind"]?.string == "bill")
        #expect(bill["paid_by"]?["person"]?.string == "ada")
        let version = try #require(bill["version"]?.string)
        let refused = try await ask(
            world, "PATCH", "bills/2", #"{"amount": 1}"#, expecting: 412, seen: "x")
        #expect(refused["now"] == bill)
        _ = try await ask(world, "PATCH", "bills/2", #"{"what": "x"}"#, as: "ada", expecting: 403)
        let changed = try await ask(
            world, "PATCH", "bills/2", #"{"amount": 4000, "for": ["mia"]}"#, expecting: 200,
            seen: version)
        #expect(changed["equal"] == .bool(true))
        _ = try await ask(
            world, "POST", "bills",
            #"{"what": "Back", "amount": 1000, "kind": "payment", "date": "2026-05-03", "for": ["ada"]}"#,
            expecting: 201)
        // Mia has paid 10,01 for both, and owes 40,00, of which she paid 10,00 back.
        let balances = try await ask(world, "GET", "balances", as: "ada", expecting: 200)
        #expect(
            balances["balances"]?.elements.map { $0["balance"] } == [
                .integer(2500), .integer(-2500),
            ])
        let payment = try #require(balances["payments"]?.elements.first)
        #expect(payment["from"]?["person"]?.string == "mia")
        #expect(payment["to"]?["name"]?.string == "Ada" && payment["amount"] == .integer(2500))
        let list = try await ask(
            world, "GET", "bills?from=2026-05-02&limit=1", expecting: 200)
        #expect(list["bills"]?.elements.count == 1)
        for date in ["2026-13-45", "2026-02-30", "yesterday.."] {
            let refused = try await ask(world, "GET", "bills?from=\(date)", expecting: 400)
            #expect(refused["errors"]?.elements.first?["field"]?.string == "from")
        }
        let back = try await ask(
            world, "POST", "bills",
            #"{"what": "Dinner, back", "amount": -1001, "date": "2026-05-04"}"#, expecting: 201)
        #expect(back["amount"] == .integer(-1001))
        #expect(back["shares"]?.elements.map { $0["amount"] } == [.integer(-500), .integer(-501)])
        let own = try await ask(
            world, "PATCH", "bills/4", #"{"shares": [{"person": "ada", "amount": -1001}]}"#,
            expecting: 200)
        #expect(own["shares"]?.elements.map { $0["amount"] } == [.integer(-1001)])
        _ = try await ask(world, "DELETE", "bills/4", expecting: 204)
        _ = try await ask(world, "DELETE", "bills/2", expecting: 412, seen: version)
        _ = try await ask(world, "DELETE", "bills/2", expecting: 204)
    }

    @Test(
        arguments: [
            ("POST", "things", #"{"text": ""}"#, "text"), ("POST", "things", "{}", "text"),
            ("POST", "things", #"{"text": "x", "amount": 2}"#, "amount"),
            ("POST", "things", #"{"text": "x", "key": ""}"#, "key"),
            ("POST", "things", #"{"text": "x", "state": "lost"}"#, "state"),
            ("GET", "things?state=lost", nil, "state"),
            ("PATCH", "things/1", #"{"text": "x", "state": "home"}"#, "state"),
            ("POST", "things/1/bought", #"{"price": -1}"#, "price"),
            ("POST", "things/1/bought", #"{"price": 1.5}"#, "price"),
            ("POST", "things/1/bought", #"{"price": 1, "for": "mia"}"#, "for"),
            ("POST", "things/1/bought", #"{"for": ["mia"]}"#, "price"),
            ("POST", "bills", #"{"what": "x", "amount": 0}"#, "amount"),
            ("POST", "bills", #"{"what": "x", "amount": -100000000001}"#, "amount"),
            (
                "POST", "bills", #"{"what": "x", "amount": -1, "kind": "payment", "for": ["ada"]}"#,
                "amount"
            ),
            (
                "POST", "bills",
                #"{"what": "x", "amount": -1, "shares": [{"person": "mia", "amount": 1}]}"#,
                "shares"
            ),
            ("POST", "bills", #"{"what": "x", "amount": 1000000000000}"#, "amount"),
            ("POST", "bills", #"{"what": "x", "amount": 0.5}"#, "amount"),
            ("POST", "bills", #"{"what": "x", "amount": "1"}"#, "amount"),
            ("POST", "bills", #"{"what": "x", "amount": 1, "date": "2026-02-30"}"#, "date"),
            ("POST", "bills", #"{"what": "x", "amount": 1, "paid_by": "otto"}"#, "paid_by"),
            ("POST", "bills", #"{"what": "x", "amount": 1, "for": []}"#, "for"),
            ("POST", "bills", #"{"what": "x", "amount": 1, "for": [1]}"#, "for"),
            (
                "POST", "bills",
                #"{"what": "x", "amount": 1, "for": ["mia"], "shares": [{"person": "mia", "amount": 1}]}"#,
                "shares"
            ),
            ("POST", "bills", #"{"what": "x", "amount": 1, "shares": {}}"#, "shares"),
            (
                "POST", "bills", #"{"what": "x", "amount": 1, "shares": [{"person": "mia"}]}"#,
                "shares"
            ),
            (
                "POST", "bills",
                #"{"what": "x", "amount": 1, "shares": [{"person": "mia", "amount": 0.5}]}"#,
                "shares"
            ),
            ("POST", "bills", #"{"what": "x", "amount": 1, "kind": "loan"}"#, "kind"),
            ("PATCH", "bills/1", #"{"kind": "payment"}"#, "kind"),
            ("GET", "bills?limit=0", nil, "limit"), ("GET", "bills?from=yesterday", nil, "from"),
        ] as [(String, String, String?, String)])
    func `what is wrong is named`(
        _ method: String, _ path: String, _ body: String?, _ field: String
    ) async throws {
        let problem = try await ask(try await world(), method, path, body, expecting: 400)
        #expect(problem["errors"]?.elements.first?["field"]?.string == field, "\(problem)")
    }

    @Test func `a program of this machine names who writes`() async throws {
        let world = try await world()
        func add(_ fields: KeyValuePairs<String, String>) async throws -> Int {
            try await world.ask(
                "POST", "/api/groups/home/things", #"{"text": "Milk"}"#, fields: fields,
                peer: .account(.root)
            ).status
        }
        #expect(try await add([:]) == 400)
        #expect(try await add(["Geofenced-Person": "mia"]) == 201)
        #expect(try await add(["Geofenced-Person": "otto"]) == 404)
    }
}
