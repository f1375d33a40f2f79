import APIClient
import FoundationEssentials
import Posix
import Testing

extension SystemTests {
    /// Deals of an organisation, from their admin's first word to what customers say of them.
    struct OrganisationDealTests {
        @Test func `a deal is offered, reserved, full, rated and ended`() async throws {
            try await withFair { fair in
                let deal = try await fair.ask(
                    "POST", "groups/acme/deals",
                    """
                    {"name": "2 for 1", "category": "food", "site": 1, "capacity": 1, "key": "k", \
                    "opening_hours": "Mo-Fr 09:00-18:00", "ends": "2099-01-01T00:00:00Z"}
                    """, status: 201)
                #expect(deal["company"] == .string("Acme") && deal["site_name"] == .string("Dam"))
                #expect(deal["lat"] == .number(52.37) && deal["reference"] == nil)
                #expect(deal["is_manager"] == .bool(true))
                // Once more is not another.
                let again = try await fair.ask(
                    "POST", "groups/acme/deals",
                    #"{"name": "2", "category": "food", "key": "k", "site": 1, "ends": "2099-01-01T00:00:00Z"}"#,
                    status: 200)
                #expect(again["id"] == deal["id"])
                #expect(
                    try await fair.ask("GET", "groups/acme/deals")["deals"]?.elements.count == 1)
                // Of customers who come at once, one has the last.
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for person in ["ben", "cleo", "dan"] {
                        group.addTask {
                            try await fair.status("POST", "deals/1/reserve", as: person)
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.sorted() == [200, 409, 409])
                // It is off the map and the list, and still there for who has it.
                #expect(try await fair.ask("GET", "deals", as: "ben")["deals"]?.elements == [])
                let found = try await fair.ask("GET", "groups/acme/deals/1/reservations")
                let customer = try #require(found["people"]?.elements.first?["name"]?.string)
                #expect(found["people"]?.elements.count == 1 && found["capacity"] == .integer(1))
                let winner = customer.lowercased()
                let others = ["ben", "cleo", "dan"].filter { $0 != winner }
                #expect(
                    try await fair.ask("GET", "deals/1", as: winner)["is_manager"] == .bool(false))
                // Who has it says how it was, and nobody else.
                for (person, body, status) in [
                    (winner, #"{"text": "Good."}"#, 400),
                    (winner, #"{"rating": 4, "text": "Good."}"#, 200),
                    (others[0], #"{"rating": 1}"#, 409),
                ] {
                    #expect(
                        try await fair.status("PUT", "tips/deal/1", body, as: person) == status)
                }
                let rated = try await fair.ask("GET", "deals/1", as: others[0])
                #expect(rated["rating"] == .number(4) || rated["rating"] == .integer(4))
                #expect(rated["ratings"] == .integer(1) && rated["my_rating"] == nil)
                let said = try await fair.ask("GET", "groups/acme/deals/1/reservations")
                #expect(said["people"]?.elements.first?["text"] == .string("Good."))
                // Given back, it is another's, and what was said of it is gone.
                _ = try await fair.ask("POST", "deals/1/release", as: winner)
                #expect(try await fair.status("POST", "deals/1/reserve", as: others[0]) == 200)
                #expect(
                    try await fair.ask("GET", "deals/1", as: winner)["ratings"] == .integer(0))
                // It can be changed, but not to fewer than have it.
                #expect(
                    try await fair.status(
                        "PATCH", "groups/acme/deals/1", #"{"capacity": 0}"#, as: "anna") == 400)
                let changed = try await fair.ask(
                    "PATCH", "groups/acme/deals/1",
                    #"{"name": "3 for 2", "site": null, "capacity": 5}"#)
                #expect(changed["name"] == .string("3 for 2") && changed["site"] == nil)
                let ended = try await fair.ask("POST", "groups/acme/deals/1/end")
                #expect(ended["active"] == .bool(false))
                #expect(try await fair.ask("POST", "groups/acme/deals/1/end") == ended)
                #expect(try await fair.status("POST", "deals/1/reserve", as: winner) == 409)
            }
        }

        @Test func `a deal at a site moves with it, and one that was refused leaves nothing`()
            async throws
        {
            try await withFair { fair in
                func draft(_ rest: String) -> String {
                    #"{"name": "A", "category": "food", "ends": "2099-01-01T00:00:00Z", \#(rest)}"#
                }
                let here = draft(#""site": 1"#)
                _ = try await fair.ask("POST", "groups/acme/deals", here, status: 201)
                let elsewhere = draft(#""site": 1, "lat": 50, "lon": 4"#)
                _ = try await fair.ask("POST", "groups/acme/deals", elsewhere, status: 201)
                _ = try await fair.ask(
                    "PATCH", "groups/acme/sites/1", #"{"lat": 52.4, "lon": 4.9, "radius": 100}"#)
                #expect(try await fair.ask("GET", "deals/1")["lat"] == .number(52.4))
                #expect(try await fair.ask("GET", "deals/2")["lat"] == .integer(50))
                // The same key with a mended draft is another.
                let wrong = draft(#""site": 1, "capacity": 0, "key": "k""#)
                _ = try await fair.ask("POST", "groups/acme/deals", wrong, status: 400)
                let right = draft(#""lat": 51, "lon": 4, "key": "k""#)
                let added = try await fair.ask("POST", "groups/acme/deals", right, status: 201)
                #expect(added["lat"] == .integer(51) && added["site"] == nil)
            }
        }

        @Test func `a site is where its address is`() async throws {
            try await withFair { fair in
                let place = #"{"name": "Harbour house", "category": "amenity=cafe", "#
                let made = try await fair.gateway.daemon.send(
                    .post, "/v1/places", body: Array("\(place)\"at\": \"52.1,4.5\"}".utf8))
                #expect(made.status == 201)
                let site = try await fair.ask(
                    "POST", "groups/acme/sites",
                    #"{"name": "House", "address": "Harbour house"}"#, status: 201)
                #expect(site["lat"] == .number(52.1) && site["lon"] == .number(4.5))
                #expect(site["radius"] == .integer(100))
                for (body, field) in [
                    (#"{"name": "House", "address": "Nowhere at all 7"}"#, "address"),
                    (#"{"name": "House", "address": "here"}"#, "address"),
                    (#"{"name": "House"}"#, "lat"), (#"{"name": "House", "lat": 1}"#, "lon"),
                ] {
                    let refused = try await fair.ask(
                        "POST", "groups/acme/sites", body, status: 400)
                    #expect(refused["errors"]?.elements.first?["field"]?.string == field)
                }
                // An admin of all who mistypes stays one.
                for sites in [#""1""#, #"["1"]"#, "[1.5]", "1"] {
                    _ = try await fair.ask(
                        "PATCH", "groups/acme/members/anna", #"{"sites": \#(sites)}"#, status: 400)
                }
            }
        }

        @Test
        func `a deal that is to come is neither rated nor ended, and goes with its organisation`()
            async throws
        {
            try await withFair { fair in
                _ = try await fair.ask(
                    "POST", "groups/acme/deals",
                    """
                    {"name": "Next year", "category": "food", "lat": 52, "lon": 4, \
                    "starts": "2098-01-01T00:00:00Z", "ends": "2099-01-01T00:00:00Z"}
                    """, status: 201)
                #expect(try await fair.status("POST", "deals/1/reserve", as: "ben") == 200)
                #expect(
                    try await fair.status("PUT", "tips/deal/1", #"{"rating": 5}"#, as: "ben") == 409
                )
                #expect(try await fair.status("POST", "groups/acme/deals/1/end", as: "anna") == 409)
                // A deal that somebody else calls so is not the organisation's.
                let other = try await fair.gateway.daemon.send(
                    .post, "/v1/deals",
                    body: Array(
                        """
                        {"name": "Mine", "company": "X", "category": "food", "lat": 52, "lon": 4, \
                        "ends": "2099-01-01T00:00:00Z", "reference": "group/acme/deal/99"}
                        """.utf8))
                #expect(other.status == 201)
                #expect(
                    try await fair.ask("GET", "groups/acme/deals")["deals"]?.elements.count == 1)
                #expect(
                    try await fair.status(
                        "PATCH", "groups/acme/deals/2", #"{"name": "Ours"}"#, as: "anna") == 404)
                #expect(try await fair.status("DELETE", "groups/acme", as: "anna") == 204)
                let left = try await fair.ask("GET", "deals?all=true")["deals"]?.elements ?? []
                #expect(left.map { $0["name"] } == [.string("Mine")])
            }
        }
    }
}

/// Anna's organisation, and three customers.
private struct Fair {
    let gateway: Gateway

    /// What is answered; expects the status.
    @discardableResult
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, as person: String = "anna",
        status: Int = 200
    ) async throws -> AnyJSON {
        let (found, text) = try await send(method, path, body, person)
        #expect(found == status, "\(method) \(path): \(text)")
        return try JSONDecoder().decode(AnyJSON.self, from: Data(text.utf8))
    }

    func status(
        _ method: String, _ path: String, _ body: String? = nil, as person: String
    ) async throws -> Int { try await send(method, path, body, person).0 }

    private func send(
        _ method: String, _ path: String, _ body: String?, _ person: String
    ) async throws -> (Int, String) {
        let data = body.map { "-H 'Content-Type: application/json' -d '\($0)'" } ?? ""
        let sent = try await shell(
            """
            curl -sS -m 20 -w '\n%{http_code}' -X \(method) --unix-socket \(gateway.socket) \
                -H 'Geofenced-Person: \(person)' \(data) 'http://localhost/api/\(path)'
            """)
        let lines = sent.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }
}

private func withFair(_ body: (Fair) async throws -> Void) async throws {
    let gateway = try await Gateway()
    try gateway.workshop.configure()
    try await withDaemon(gateway.workshop) { (_) async throws in
        try await gateway.run { _ in
            for line in [
                "people add Anna", "people add Ben", "people add Cleo", "people add Dan",
                "groups add organisation Acme --admin anna",
            ] {
                let done = try await shell("geofencectl \(line) --gateway-socket \(gateway.socket)")
                #expect(done.status == 0, "\(done.errors)")
            }
            let fair = Fair(gateway: gateway)
            try await fair.ask(
                "POST", "groups/acme/sites", #"{"name": "Dam", "lat": 52.37, "lon": 4.89}"#,
                status: 201)
            try await body(fair)
        }
    }
}
