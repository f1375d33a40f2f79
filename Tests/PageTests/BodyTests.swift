import Community
import TestSupport
import Testing

@testable import Page

/// What is wrong with a request is said by the name of the member, and nothing is done.
struct BodyTests {
    @Test func `what may have been meant instead is passed on as the daemon says it`()
        async throws
    {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        let world = try await PageWorld(in: folder.path)
        let refusal = #"""
            {"status": 400, "detail": "no", "code": "unknown",
              "candidates": [{"value": "Starbucks", "name": "Starbucks"}]}
            """#
        world.daemon.refuse("POST /v1/favourites", with: (400, refusal))
        let reply = try await world.daemon.run {
            try await world.ask(
                "POST", "/api/favourites", #"{"text": "starbuks", "audience": "person/mia"}"#,
                cookie: try await world.cookie(of: "mia"))
        }
        #expect(reply.status == 400)
        let meant = #""candidates":[{"name":"Starbucks","value":"Starbucks"}],"code":"unknown""#
        #expect(reply.body.contains(meant), "\(reply.body)")
    }

    @Test(arguments: [
        (
            "POST", "groups", #"{"kind": "club", "name": "A"}"#,
            "kind is not one of household, organisation"
        ),
        ("POST", "groups", #"{"kind": "household"}"#, "name is missing"),
        ("POST", "groups", #"{"kind": "household", "name": ""}"#, "name is empty"),
        ("POST", "groups", #"{"kind": "household", "name": 7}"#, "name is not a string"),
        (
            "POST", "groups", #"{"kind": "household", "nmae": "A"}"#,
            "nmae is not known here: did you mean name?"
        ),
        ("POST", "groups", "[]", "the body is not an object"),
        ("POST", "groups", "{", "the body is not JSON"),
        (
            "POST", "groups/home/places", #"{"name": "A", "lat": 91, "lon": 0}"#,
            "lat is not a number from -90.0 to 90.0"
        ),
        ("POST", "groups/home/places", #"{"name": "A", "lat": 1e400, "lon": 0}"#, ""),
        (
            "PATCH", "groups/home/places/1", #"{"lat": 1}"#,
            "lon is missing: send lat and lon together"
        ),
        (
            "PUT", "phones/mias-phone/sharing/home", #"{"level": "all"}"#,
            "level is not one of arrivals, position"
        ),
        (
            "PUT", "phones/mias-phone/sharing/home", #"{"level": "position", "until": "tomorrow"}"#,
            "until is not a time"
        ),
        (
            "PATCH", "settings",
            #"{"quiet": {"from": "25:00", "to": "07:00", "time_zone": "Europe/Amsterdam"}}"#,
            "quiet"
        ),
        (
            "PATCH", "settings",
            #"{"ways": {"ntfy": {"server": "https://evil.example", "topic": "a"}}}"#,
            "ways.ntfy.server"
        ),
        ("POST", "mutes", #"{"title": "A"}"#, "say one of region, place and target"),
        ("POST", "mutes", #"{"title": "\u202eA", "region": "deal/1"}"#, "title has characters"),
        (
            "POST", "favourites", #"{"text": "starbucks", "audience": "person/otto"}"#,
            "audience is not one of"
        ),
        ("PATCH", "me", #"{"name": "\u0007"}"#, "name has characters that control a terminal"),
    ])
    func `a wrong member is named`(
        _ method: String, _ path: String, _ body: String, _ words: String
    ) async throws {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        let world = try await PageWorld(in: folder.path)
        let cookie = try await world.cookie(of: "mia")
        let reply = try await world.daemon.run {
            try await world.ask(method, "/api/\(path)", body, cookie: cookie)
        }
        #expect(reply.status == 400, "\(reply.body)")
        #expect(reply.body.contains(#""detail":"\#(words)"#), "\(reply.body)")
    }

    @Test(arguments: [
        ("messages?limit=0", "limit is not a whole number from 1 to 1000"),
        ("messages?limt=1", "limt: is not known here: did you mean limit?"),
        ("devices/mias-phone/positions?since=now", "since is not a time"),
    ])
    func `a wrong item of the query is named`(_ path: String, _ words: String) async throws {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        let world = try await PageWorld(in: folder.path)
        let reply = try await world.ask(
            "GET", "/api/\(path)", cookie: try await world.cookie(of: "mia"))
        #expect(reply.status == 400)
        #expect(reply.body.contains(#""detail":"\#(words)"#), "\(reply.body)")
    }
}
