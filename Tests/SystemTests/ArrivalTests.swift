import APIClient
import Geofencing
import Posix
import TestSupport
import Testing

extension SystemTests {
    /// "Tell me when Ben gets to school", from asking to the end, with a phone that moves.
    struct ArrivalTests {
        @Test func `who asks is told when the other comes, and not any more when it is ended`()
            async throws
        {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in
                    let house = House(gateway: gateway)
                    try await house.furnish()
                    let add =
                        "/api/arrivals --field group=home --field place=1 --field person=ben"
                    let asked = try await gateway.ask(add, as: "anna")
                    #expect(asked["state"]?.string == "waits")
                    let shown = try await gateway.ask("/api/arrivals", as: "ben")
                    #expect(shown["arrivals"]?.elements.first?["asker_name"]?.string == "Anna")
                    let allowed = try await gateway.ask("POST /api/arrivals/1/allow", as: "ben")
                    #expect(allowed["state"]?.string == "active")
                    try await house.walk(into: true, step: 1)
                    try await eventually(await house.titles("anna")) {
                        $0 == ["Ben has come to School", "You are told when Ben gets to School"]
                    }
                    #expect(
                        try await house.titles("ben") == [
                            "Anna would like to be told when you get to School"
                        ])
                    let other = try await gateway.ask("\(add) --field transition=exit", as: "anna")
                    #expect(other["state"]?.string == "active")
                    try await house.walk(into: false, step: 2)
                    try await eventually(await house.titles("anna")) {
                        $0.first == "Ben has left School"
                    }
                    for number in [1, 2] {
                        try await gateway.say("DELETE /api/arrivals/\(number)", as: "ben")
                    }
                    let left = try await gateway.ask("/api/arrivals", as: "anna")
                    #expect(left["arrivals"] == .array([]))
                    let gone = try await gateway.api("DELETE /api/arrivals/1", as: "ben")
                    #expect(gone.errors == "Error: there is nothing at this path\n")
                }
            }
        }
    }
}

/// A household with a place, where Ben has a phone.
private struct House {
    let gateway: Gateway

    func furnish() async throws {
        for line in [
            "people add Anna", "people add Ben", "groups add household Home --admin anna",
            "phones add \"Ben's phone\" --id bens --person ben",
        ] {
            let finished = try await shell(
                "geofencectl \(line) --gateway-socket \(gateway.socket)")
            #expect(finished.status == 0, "\(finished)")
        }
        _ = try await gateway.ask(
            "/api/groups/home/places --field name=School --field lat=52.37 --field lon=4.89",
            as: "anna")
        try await gateway.befriend("anna", "ben", in: "home")
        let daemon = try gateway.daemon
        try await eventually(await daemon.get("/v1/watches/household", as: AnyJSON.self)) {
            $0["watches"]?.elements.count == 1
        }
        try await eventually(await daemon.get("/v1/devices", as: AnyJSON.self)) { answer in
            let bens = answer["devices"]?.elements.first { $0["id"] == .string("bens") }
            return bens?["follows"]?.elements.contains(.string("group/home")) == true
        }
    }

    /// Ben's phone is inside the circle or far away, for long enough to be believed; from now on, since
    /// of what was before it was allowed, nobody is told. Its clock may be ahead by some minutes.
    func walk(into: Bool, step: Int) async throws {
        let daemon = try gateway.daemon
        let start = systemMilliseconds() / 1000 + Int64(step) * 100
        let fixes: [AnyJSON] = (0..<50).map { second in
            .object([
                "time": .string("\(Timestamp(milliseconds: (start + Int64(second)) * 1000))"),
                "lat": .number(into ? 52.37 : 52.38), "lon": .number(4.89),
                "accuracy": .integer(5),
            ])
        }
        _ = try await daemon.send(
            .post, "/v1/devices/bens/positions", AnyJSON.array(fixes), as: AnyJSON.self)
    }

    func titles(_ person: String) async throws -> [String] {
        var client = try gateway.api
        client.person = person
        let list = try await client.get("/api/messages", as: AnyJSON.self)
        return (list["messages"]?.elements ?? []).compactMap { $0["title"]?.string }
    }
}
