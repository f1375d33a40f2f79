import APIClient
import Geofencing
import Posix
import TestSupport
import Testing

extension SystemTests {
    /// "Tell me when Ben gets to school", from asking to the end, with a phone that moves.
    struct ArrivalCommandTests {
        @Test func `who asks is told when the other comes, and not any more when it is ended`()
            async throws
        {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in
                    let house = House(gateway: gateway)
                    try await house.furnish()
                    #expect(
                        try await house.ctl("arrivals add home School ben --as anna").output
                            == "arrival 1: Anna is told when Ben comes to School; waits for Ben\n")
                    #expect(
                        try await house.ctl("arrivals list --as ben").lines[1].has(
                            "Anna  Ben   comes to  School  waits for Ben"))
                    #expect(
                        try await house.ctl("arrivals allow 1 --as ben").output
                            == "allowed arrival 1: Anna is told when Ben comes to School; active\n")
                    try await house.walk(into: true, step: 1)
                    try await eventually(await house.titles("anna")) {
                        $0 == ["Ben has come to School", "You are told when Ben gets to School"]
                    }
                    #expect(
                        try await house.titles("ben") == [
                            "Anna would like to be told when you get to School"
                        ])
                    #expect(
                        try await house.ctl("arrivals add home 1 ben --transition exit --as anna")
                            .output.has("active"))
                    try await house.walk(into: false, step: 2)
                    try await eventually(await house.titles("anna")) {
                        $0.first == "Ben has left School"
                    }
                    for number in [1, 2] {
                        #expect(
                            try await house.ctl("arrivals remove \(number) --as ben").output
                                == "removed arrival \(number)\n")
                    }
                    #expect(
                        try await house.ctl("arrivals list --as anna").errors.hasPrefix(
                            "nobody is told"))
                    #expect(
                        try await house.ctl("arrivals remove 1 --as ben").errors.has(
                            "arrival 1: is not there: see geofencectl arrivals list"))
                }
            }
        }
    }
}

/// A household with a place, where Ben has a phone.
private struct House {
    let gateway: Gateway

    func ctl(_ line: String) async throws -> Finished {
        try await shell("geofencectl \(line) --gateway-socket \(gateway.socket)")
    }

    func furnish() async throws {
        for line in [
            "people add Anna", "people add Ben", "groups add household Home --admin anna",
            "groups places add home School --at 52.37,4.89 --radius 100",
            "phones add \"Ben's phone\" --id bens --person ben",
        ] {
            let finished = try await ctl(line)
            #expect(finished.status == 0, "\(finished)")
        }
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

extension Gateway {
    /// Makes somebody a member of a household of which the other is one.
    func befriend(_ member: String, _ other: String, in household: String) async throws {
        var client = try api
        client.person = member
        _ = try await client.send(
            .post, "/api/groups/\(household)/requests",
            body: Array(#"{"person": "\#(other)"}"#.utf8))
        client.person = other
        let list = try await client.get("/api/requests", as: AnyJSON.self)
        guard case .integer(let number)? = list["requests"]?.elements.first?["id"] else { return }
        _ = try await client.send(
            .post, "/api/requests/\(number)/accept", body: Array("{}".utf8))
    }
}
