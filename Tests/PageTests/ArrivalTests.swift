import Community
import Messages
import TestSupport
import Testing

@testable import Page

/// "Tell me when Mia gets home", by `/api/arrivals`; Ada has asked already, and Mia shows arrivals.
struct ArrivalTests {
    @Test func `who is asked hears of it, allows it, and the other hears of that`() async throws {
        try await Self.inHome { world, mia, ada in
            let asked = try await world.ask(
                "POST", "/api/arrivals",
                #"{"group": "home", "place": 1, "person": "ada", "transition": "exit"}"#,
                cookie: mia)
            #expect(asked.status == 201)
            #expect(asked.body.contains(#""state":"waits""#), "\(asked.body)")
            #expect(
                try await Self.titles(world, "ada") == [
                    "Mia would like to be told when you leave Home"
                ])
            let list = try await world.ask("GET", "/api/arrivals", cookie: ada)
            #expect(list.body.contains(#""asker":"mia","asker_name":"Mia""#), "\(list.body)")
            _ = try await world.community.addPhone(
                name: "Ada's", owner: PersonID("ada")!, by: .machine)
            let allowed = try await world.ask("POST", "/api/arrivals/2/allow", "{}", cookie: ada)
            #expect(allowed.body.contains(#""state":"active""#), "\(allowed.body)")
            #expect(
                try await Self.titles(world, "mia").first == "You are told when Ada leaves Home")
            // To say it twice tells nobody twice.
            _ = try await world.ask("POST", "/api/arrivals/2/allow", "{}", cookie: ada)
            #expect(try await Self.titles(world, "mia").count == 2)
        }
    }

    @Test func `who moves a place tells whoever shows arrivals there, and is told no more`()
        async throws
    {
        try await Self.inHome { world, mia, ada in
            let ask = #"{"group": "home", "place": 1, "person": "mia", "transition": "exit"}"#
            _ = try await world.ask("POST", "/api/arrivals", ask, cookie: ada)
            let path = "/api/groups/home/places/1"
            let moved = try await world.ask(
                "PATCH", path, #"{"lat": 10, "lon": 11, "radius": 50}"#, cookie: ada)
            #expect(moved.status == 200, "\(moved.body)")
            #expect(
                try await Self.titles(world, "mia").contains(
                    "Home was moved: Ada would like to be told when you leave Home"))
            let list = try await world.ask("GET", "/api/arrivals", cookie: mia)
            #expect(!list.body.contains(#""state":"active""#), "\(list.body)")
        }
    }

    @Test func `nobody has a phone ring all day by asking, ending and renaming`() async throws {
        try await Self.inHome { world, mia, ada in
            let before = try await Self.titles(world, "mia").count
            let ask = #"{"group": "home", "place": 1, "person": "mia", "transition": "exit"}"#
            var refused = 0
            for number in 0..<30 {
                let name = #"{"name": "Place \#(number)"}"#
                _ = try await world.ask("PATCH", "/api/groups/home/places/1", name, cookie: ada)
                let asked = try await world.ask("POST", "/api/arrivals", ask, cookie: ada)
                if asked.status == 429 { refused += 1 }
                _ = try await world.ask("DELETE", "/api/arrivals/\(number + 2)", cookie: ada)
            }
            #expect(refused == 20)
            #expect(try await Self.titles(world, "mia").count == before + 2)
        }
    }

    @Test func `who shows a phone hears that somebody is told, and ends it`() async throws {
        try await Self.inHome { world, mia, ada in
            let ask = #"{"group": "home", "place": 1, "person": "mia", "transition": "exit"}"#
            for _ in 0..<2 {
                let asked = try await world.ask("POST", "/api/arrivals", ask, cookie: ada)
                #expect(asked.status == 201)
                #expect(asked.body.contains(#""state":"active""#), "\(asked.body)")
            }
            #expect(
                try await Self.titles(world, "mia") == [
                    "Ada is told from now on when you leave Home", "Coffee",
                ])
            #expect(
                try await world.ask("DELETE", "/api/arrivals/2", cookie: mia).status == 204)
            #expect(try await world.ask("DELETE", "/api/arrivals/2", cookie: mia).status == 404)
            let again = try await world.ask("POST", "/api/arrivals", ask, cookie: ada)
            #expect(again.body.contains(#""state":"waits""#), "\(again.body)")
            // However often it is asked and taken back, it is said once.
            for _ in 0..<3 {
                _ = try await world.ask("DELETE", "/api/arrivals/2", cookie: ada)
                _ = try await world.ask("POST", "/api/arrivals", ask, cookie: ada)
            }
            #expect(
                try await Self.titles(world, "mia") == [
                    "Ada would like to be told when you leave Home",
                    "Ada is told from now on when you leave Home", "Coffee",
                ])
        }
    }

    @Test(arguments: [
        ("{}", "group is missing"),
        (#"{"group": "home", "place": 0, "person": "ada"}"#, "place is not a whole number"),
        (#"{"group": "home", "place": 9, "person": "ada"}"#, "place 9 is no place of home"),
        (#"{"group": "home", "place": 1, "person": "mia"}"#, "person is you"),
        (#"{"group": "home", "place": 1, "person": "../x"}"#, "person is no id"),
        (#"{"group": "home", "place": 1, "person": "otto"}"#, "person is not a member of home"),
        (
            #"{"group": "home", "place": 1, "person": "ada", "transition": "dwell"}"#,
            "transition is not one of enter, exit"
        ),
    ])
    func `what cannot be asked is named`(body: String, words: String) async throws {
        try await Self.inHome { world, mia, _ in
            let reply = try await world.ask("POST", "/api/arrivals", body, cookie: mia)
            #expect(reply.status == 400)
            #expect(reply.body.contains(words), "\(reply.body)")
        }
    }

    private static func inHome(
        _ body: (_ world: PageWorld, _ mia: String?, _ ada: String?) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        let world = try await PageWorld(in: folder.path)
        try await body(
            world, try await world.cookie(of: "mia"), try await world.cookie(of: "ada"))
    }

    private static func titles(_ world: PageWorld, _ person: String) async throws -> [String] {
        try await world.messages.messages(of: person).map(\.title)
    }
}
