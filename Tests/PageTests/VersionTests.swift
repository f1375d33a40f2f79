import APIClient
import Community
import FoundationEssentials
import HTTPTypes
import MQTT
import Synchronization
import TestSupport
import Testing

@testable import Page

/// Two who change the same: the second is told, and nothing is lost.
struct VersionTests {
    private func world() async throws -> PageWorld {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        var world = try await PageWorld(in: folder.path)
        world.folder = folder
        return world
    }

    /// Where an item is read, and in which list; where it is changed, and how.
    @Test(arguments: [
        ("groups/home", "", "groups/home", "PATCH", #"{"name": "Nest"}"#),
        ("groups/home", "places", "groups/home/places/1", "PATCH", #"{"name": "Den"}"#),
        ("groups/home/places", "places", "groups/home/places/1", "DELETE", ""),
        ("groups/acme/sites", "sites", "groups/acme/sites/1", "PATCH", #"{"name": "Yard"}"#),
        (
            "groups/home/things", "things", "groups/home/things/1", "PATCH",
            #"{"text": "Rye bread"}"#
        ),
        ("groups/home/things/1", "", "groups/home/things/1", "PATCH", #"{"text": "Rye bread"}"#),
        ("groups/home/items/1", "", "groups/home/items/1", "PATCH", #"{"text": "Rye bread"}"#),
        ("groups/acme/reviews/1", "", "groups/acme/reviews/1", "PATCH", #"{"result": "B"}"#),
        ("groups/home/things?state=home", "things", "groups/home/things/2", "DELETE", ""),
        ("groups/home/items", "items", "groups/home/items/1", "DELETE", ""),
        (
            "groups/home/inventory", "inventory", "groups/home/inventory/2", "PATCH",
            #"{"amount": "1 kg"}"#
        ),
        ("groups/home/inventory", "inventory", "groups/home/inventory/2", "DELETE", ""),
        ("groups/home/events", "events", "groups/home/events/1", "PATCH", #"{"what": "Fair"}"#),
        ("groups/acme/events", "events", "groups/acme/events/2", "DELETE", ""),
        ("phones", "phones", "phones/adas-phone", "PATCH", #"{"name": "Old phone"}"#),
        ("settings", "", "settings", "PATCH", #"{"transitions": ["exit"]}"#),
        ("tips?place=osm/node/1", "tips", "tips/osm/node/1", "PUT", #"{"rating": 2}"#),
        ("tips", "tips", "tips/osm/node/1", "DELETE", ""),
        (
            "groups/acme/bulletins", "bulletins", "groups/acme/bulletins/1", "PATCH",
            #"{"until": null, "title": "Old"}"#
        ),
        ("groups/acme/bulletins", "bulletins", "groups/acme/bulletins/1", "DELETE", ""),
        ("groups/acme/forms", "forms", "groups/acme/forms/1", "PATCH", #"{"every_days": 7}"#),
        ("groups/acme/reviews", "reviews", "groups/acme/reviews/1", "PATCH", #"{"result": "B"}"#),
        ("groups/acme/reviews", "reviews", "groups/acme/reviews/1", "DELETE", ""),
    ])
    func `who has seen another version changes nothing, and learns what is there`(
        _ read: String, _ list: String, _ path: String, _ method: String, _ body: String
    ) async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "ada")
        let ada = PersonID("ada")!
        _ = try await world.community.addPhone(
            device: "adas-phone", name: "Phone", owner: ada, by: .person(ada))
        try await world.community.setTip(of: "osm/node/1", rating: 5, text: "Ah.", by: ada)
        func item() async throws -> AnyJSON {
            let reply = try await world.ask("GET", "/api/\(read)", cookie: cookie)
            let value = try JSONDecoder().decode(AnyJSON.self, from: Data(reply.body.utf8))
            guard list.isEmpty else { return try #require(value[list]?.elements.first) }
            #expect(reply.headers[.eTag] == value["version"]?.string.map { "\"\($0)\"" })
            return value
        }
        func change(seen: String) async throws -> PageWorld.Reply {
            try await world.daemon.run {
                try await world.ask(
                    method, "/api/\(path)", body.isEmpty ? nil : body, cookie: cookie,
                    fields: ["If-Match": seen])
            }
        }
        let before = try await item()
        let version = try #require(before["version"]?.string)
        let refused = try await change(seen: "\"\(version)0\"")
        #expect(refused.status == 412, "\(refused.body)")
        #expect(refused.headers[.contentType] == "application/problem+json")
        let problem = try JSONDecoder().decode(AnyJSON.self, from: Data(refused.body.utf8))
        #expect(problem["now"]?["version"]?.string == version)
        #expect(refused.headers[.eTag] == "\"\(version)\"")
        #expect(try await item() == before)
        let done = try await change(seen: "\"x\", \"\(version)\"")
        #expect((200...204).contains(done.status), "\(done.body)")
        if method == "DELETE" {
            // It is gone: what somebody saw of it is not there any more.
            #expect([404, 412].contains(try await change(seen: "\"\(version)\"").status))
        } else {
            let after = try await item()
            #expect(after["version"] != before["version"])
            #expect(done.body.contains(after["version"]?.string ?? "?"), "\(done.body)")
            #expect(done.headers[.eTag] == after["version"]?.string.map { "\"\($0)\"" })
            #expect(try await change(seen: "\"\(version)\"").status == 412)
            // Who does not say what they have seen, or says that anything will do, is not asked.
            #expect(try await change(seen: "*").status == 200)
        }
    }

    @Test func `what the daemon has is changed only as it was seen`() async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "root")
        try await world.daemon.run {
            for (path, body) in [
                ("deals/1", #"{"name": "A"}"#), ("places/osm/node/1", #"{"name": "A"}"#),
            ] {
                let refused = try await world.ask(
                    "PATCH", "/api/\(path)", body, cookie: cookie, fields: ["If-Match": "\"x\""])
                #expect(refused.status == 412)
                #expect(!world.daemon.requests.contains { $0.hasPrefix("PATCH") })
            }
            let read = try await world.ask("GET", "/api/deals/1", cookie: cookie).body
            let version = try #require(
                read.split(separator: #""version":""#).last?.prefix { $0 != "\"" })
            let done = try await world.ask(
                "PATCH", "/api/deals/1", #"{"name": "A"}"#, cookie: cookie,
                fields: ["If-Match": "\"\(version)\""])
            #expect(done.status == 200)
            #expect(world.daemon.requests.contains("PATCH /v1/deals/1"))
        }
    }

    @Test func `each thing has one path, so that all who change it wait for each other`()
        async throws
    {
        let world = try await world()
        let cookie = try await world.cookie(of: "ada")
        for number in ["01", "+1", "%30%31"] {
            let reply = try await world.ask(
                "PATCH", "/api/groups/home/things/\(number)", #"{"text": "Rye"}"#, cookie: cookie)
            #expect(reply.status == 404, "\(number)")
        }
        for (one, other, isSame) in [
            ("/api/groups/home/things/5", "/api/groups/home/things/5/bought", true),
            ("/api/groups/home/things/5", "/api/groups/home/things/%35", true),
            ("/api/groups/acme/deals/5", "/api/deals/5", true),
            ("/api/groups/acme/bulletins/5", "/api/groups/acme/bulletins/5/picture", true),
            ("/api/groups/home/things/5", "/api/groups/home/things/6", false),
            ("/api/groups/home/members/ann", "/api/groups/home/members/ben", false),
        ] {
            #expect((one.subject == other.subject) == isSame, "\(one) \(other)")
        }
    }

    @Test func `what is bought, used up or left is as it was seen`() async throws {
        let world = try await world()
        for (path, person) in [
            ("POST groups/home/things/1/bought", "ada"),
            ("POST groups/home/things/2/used-up", "ada"),
            ("POST groups/home/items/1/bought", "ada"),
            ("POST groups/home/inventory/2/used-up", "ada"),
            ("DELETE groups/home/members/mia", "ada"),
            ("DELETE groups/acme/bulletins/1/picture", "ada"),
        ] {
            let parts = path.split(separator: " ")
            let reply = try await world.ask(
                "\(parts[0])", "/api/\(parts[1])", parts[0] == "POST" ? "{}" : nil,
                cookie: try await world.cookie(of: person), fields: ["If-Match": "\"other\""])
            #expect(reply.status == 412, "\(path)")
        }
    }

    @Test func `who does not know of a group learns nothing by saying what they have seen`()
        async throws
    {
        let world = try await world()
        for path in [
            "groups/home/things/1", "groups/home/bills/1", "groups/acme/bulletins/1",
            "groups/acme/deals/3", "groups/none/things/1",
        ] {
            let reply = try await world.daemon.run {
                try await world.ask(
                    "DELETE", "/api/\(path)", cookie: try await world.cookie(of: "otto"),
                    fields: ["If-Match": "\"other\""])
            }
            #expect(reply.status == 404, "\(path)")
        }
    }

    @Test(arguments: [("reserve", true, "already"), ("release", false, "have not reserved")])
    func `a deal that one has, or has not, is said to be so`(
        action: String, isMine: Bool, words: String
    ) async throws {
        let world = try await world()
        world.daemon.answer(
            "/v1/deals/3", #"{"id": 3, "audience": "everyone", "reserved_by_me": \#(isMine)}"#)
        let reply = try await world.daemon.run {
            try await world.ask(
                "POST", "/api/deals/3/\(action)", "{}", cookie: try await world.cookie(of: "mia"))
        }
        #expect(reply.status == 409)
        #expect(reply.body.contains(words), "\(reply.body)")
    }

    @Test func `of two who change the same at once, one comes after the other`() async throws {
        let (locks, guests) = (KeyedLock(), Guests())
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    try await locks.take("a") {
                        guests.enter()
                        await Task.yield()
                        guests.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(guests.all == 50)
        #expect(guests.mostAtOnce == 1)
    }
}

/// Counts those who are inside.
private final class Guests: Sendable {
    private struct Counts {
        var now = 0
        var most = 0
        var all = 0
    }

    private let counts = Mutex(Counts())

    func enter() {
        counts.withLock { counts in
            counts.now += 1
            counts.all += 1
            counts.most = max(counts.most, counts.now)
        }
    }

    func leave() { counts.withLock { $0.now -= 1 } }

    var all: Int { counts.withLock { $0.all } }
    var mostAtOnce: Int { counts.withLock { $0.most } }
}
