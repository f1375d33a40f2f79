import Community
import HTTPService
import HTTPTypes
import Posix
import TestSupport
import Testing

@testable import Page

/// What keeps others out: docs/security.md says against whom.
struct SecurityTests {
    private func world(publicURL: String? = nil) async throws -> PageWorld {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        var world = try await PageWorld(in: folder.path, publicURL: publicURL)
        world.folder = folder
        return world
    }

    @Test(arguments: [
        ("otter.localhost:8377", 200), ("OTTER.localhost:8377", 200), ("home.example", 200),
        ("otter.localhost", 421), ("localhost:8377", 421), ("127.0.0.1:8377", 421),
        ("evil.example", 421), ("home.example.evil.example", 421), ("home.example:8377", 421),
    ])
    func `only the page's own host names are answered`(_ host: String, _ status: Int) async throws {
        let world = try await world(publicURL: "https://home.example")
        #expect(try await world.ask("GET", "/", host: host).status == status)
        #expect(try await world.ask("GET", "/health", host: host).status == 200)
    }

    @Test(
        arguments: [
            (["Origin": "https://evil.example"], 403), (["Origin": "null"], 403),
            (["Origin": "http://otter.localhost"], 403),
            (["Origin": "http://otter.localhost:8377"], 200),
            (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
            (["Sec-Fetch-Site": "same-origin"], 200), (["Sec-Fetch-Site": "none"], 200),
        ] as [([String: String], Int)])
    func `what another site has a browser ask does nothing`(
        _ fields: [String: String], _ status: Int
    ) async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "mia")
        for method in ["GET", "PATCH"] {
            let reply = try await world.ask(
                method, "/api/me", method == "GET" ? nil : #"{"name": "Eve"}"#, cookie: cookie,
                fields: [fields.first!.key: fields.first!.value])
            #expect(reply.status == status, "\(method)")
        }
        let name = try await world.community.person(.init("mia")!, by: .machine).name
        #expect(name == (status == 200 ? "Eve" : "Mia"))
    }

    @Test func `a link is not used up by whoever only looks at it`() async throws {
        let world = try await world()
        let link = try await world.community.addLink(for: .init("mia")!, by: .machine)
        for method in ["HEAD", "GET"] {
            #expect(try await world.ask(method, "/join").status == 200)
        }
        let body = #"{"secret": "\#(link.secret.text)"}"#
        let look = try await world.ask("POST", "/api/join/look", body)
        #expect(look.body.contains(#""name":"Mia""#), "\(look.body)")
        #expect(try await world.ask("POST", "/api/join", body).status == 200)
        #expect(try await world.ask("POST", "/api/join", body).status == 410)
    }

    @Test func `ten wrong links a minute from one address are enough`() async throws {
        let world = try await world()
        let guess = #"{"secret": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#
        for path in [
            "join", "join/look", "claim", "join", "join", "join/look", "join", "join",
            "claim", "join",
        ] {
            #expect(try await world.ask("POST", "/api/\(path)", guess).status == 410)
        }
        let refused = try await world.ask("POST", "/api/join", guess)
        #expect(refused.status == 429)
        #expect(refused.headers[.init("Retry-After")!] == "60")
        // Whoever has a right link is let in, so that nobody can shut others out.
        let link = try await world.community.addLink(for: .init("mia")!, by: .machine)
        let right = #"{"secret": "\#(link.secret.text)"}"#
        #expect(try await world.ask("POST", "/api/join", right).status == 200)
        let other = try await world.ask(
            "POST", "/api/join", guess, peer: .address(IPAddress("2001:db8::1")))
        #expect(other.status == 410)
    }

    @Test func `a code is not guessed by trying`() async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "mia")
        for count in 1...11 {
            let reply = try await world.ask(
                "POST", "/api/codes/approve", #"{"code": "BCDFGHJK"}"#, cookie: cookie)
            #expect(reply.status == (count <= 10 ? 410 : 429))
        }
    }

    @Test func `nobody but its owner learns where this machine's device is`() async throws {
        let world = try await world()
        // `root`, the first admin, is its owner.
        for (person, shown) in [("mia", false), ("root", true)] {
            let cookie = try await world.cookie(of: person)
            try await world.daemon.run {
                for path in ["favourites", "deals", "deals/1", "places/osm/node/1", "catalogue"] {
                    let reply = try await world.ask("GET", "/api/\(path)", cookie: cookie)
                    #expect(reply.status == 200)
                    // Of her own favourite, too: it is near somebody else.
                    let isThere = reply.body.contains("distance") || reply.body.contains("nearest")
                    #expect(isThere == shown, "\(person) \(path): \(reply.body)")
                }
                let places = try await world.ask("GET", "/api/places?text=a", cookie: cookie)
                #expect(places.status == (shown ? 200 : 400), "\(places.body)")
                let near = try await world.ask("GET", "/api/places?near=1,2", cookie: cookie)
                #expect(near.status == 200)
            }
        }
    }

    @Test func `who signs in as another leaves no session behind`() async throws {
        let world = try await world()
        let old = try #require(try await world.cookie(of: "otto"))
        let link = try await world.community.addLink(for: .init("mia")!, by: .machine)
        let joined = try await world.ask(
            "POST", "/api/join", #"{"secret": "\#(link.secret.text)"}"#, cookie: old)
        #expect(joined.status == 200)
        #expect(try await world.ask("GET", "/api/me", cookie: old).status == 401)
    }

    @Test func `a program that names a person does no more than that person`() async throws {
        let world = try await world()
        let machine = Peer.account(.root)
        for (person, status) in [("mia", 404), ("root", 200)] {
            let reply = try await world.ask(
                "GET", "/api/signups", fields: ["Geofenced-Person": person], peer: machine)
            #expect(reply.status == status)
            let page = try await world.ask(
                "POST", "/api/page", "{}", fields: ["Geofenced-Person": person], peer: machine)
            #expect(page.status == 404)
        }
        #expect(try await world.ask("POST", "/api/page", "{}", peer: machine).status == 201)
    }

    @Test(arguments: [
        ("GET", "/api/me"), ("GET", "//api/me"), ("GET", "/%2Fapi/me"), ("POST", "//api/groups"),
        ("POST", "/api/join"), ("DELETE", "///api///sessions"), ("PUT", "/sw.js"),
    ])
    func `a page of another site has nothing done, however it writes the path`(
        method: String, path: String
    ) async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "mia")
        for site in ["cross-site", "same-site"] {
            let reply = try await world.ask(
                method, path, "{}", cookie: cookie, fields: ["Sec-Fetch-Site": site])
            #expect([403, 404].contains(reply.status), "\(reply.status)")
        }
        let opened = try await world.ask(
            "GET", "/map", cookie: cookie, fields: ["Sec-Fetch-Site": "cross-site"])
        #expect(opened.status == 200)
    }

    @Test(arguments: [
        (16, 400, "secret is not a string"), (17, 400, "the body is nested more than 16 deep"),
        (500, 400, "the body is nested more than 16 deep"),
        (1000, 400, "the body is nested more than 16 deep"),
        (1500, 413, "the body is larger than 4096 bytes"),
    ])
    func `who has not signed in sends little, and nothing that is nested deep`(
        depth: Int, status: Int, words: String
    ) async throws {
        let world = try await world()
        let count = depth - 1
        let nested = String(repeating: "[", count: count) + String(repeating: "]", count: count)
        let padding = depth == 1500 ? String(repeating: " ", count: 2000) : ""
        let reply = try await world.ask(
            "POST", "/api/join/look", #"{"secret":\#(nested)\#(padding)}"#)
        #expect(reply.status == status && reply.body.contains(words), "\(reply.body)")
    }

    @Test func `an item of the query is said once`() async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "mia")
        let reply = try await world.ask(
            "GET", "/api/groups/home/bills?limit=1&limit=-1", cookie: cookie)
        #expect(reply.status == 400 && reply.body.contains("limit is there twice"))
    }

    @Test func `the only admin is not forgotten, and loses nothing at the daemon`() async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "root")
        try await world.daemon.run {
            let reply = try await world.ask("DELETE", "/api/me", cookie: cookie)
            #expect(reply.status == 409, "\(reply.body)")
            #expect(!world.daemon.requests.contains { $0.hasPrefix("DELETE") })
        }
    }

    @Test func `addresses of one home count as one`() async throws {
        let world = try await world()
        let guess = #"{"secret": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#
        for number in 1...10 {
            let peer = Peer.address(IPAddress("2001:db8:1:2::\(number)"))
            #expect(try await world.ask("POST", "/api/join", guess, peer: peer).status == 410)
        }
        for (address, status) in [("2001:db8:1:2:ffff::1", 429), ("2001:db8:1:3::1", 410)] {
            let peer = Peer.address(IPAddress(address))
            #expect(try await world.ask("POST", "/api/join", guess, peer: peer).status == status)
        }
    }

    @Test func `a cookie is for one way to the page, and for as long as its session`() async throws
    {
        let world = try await world(publicURL: "https://home.example")
        let cookie = try #require(try await world.cookie(of: "mia"))
        let secure = "__Host-\(cookie)"
        for (host, cookie, status) in [
            (PageWorld.local, cookie, 200), (PageWorld.local, secure, 401),
            ("home.example", secure, 200), ("home.example", cookie, 401),
            (PageWorld.local, "\(cookie); \(cookie)", 401), (PageWorld.local, "geofenced=", 401),
            (PageWorld.local, "geofenced=\(String(repeating: "A", count: 43))", 401),
        ] {
            let reply = try await world.ask("GET", "/api/me", cookie: cookie, host: host)
            #expect(reply.status == status, "\(host) \(cookie)")
        }
        _ = try await world.community.removePerson(.init("mia")!, by: .machine)
        #expect(try await world.ask("GET", "/api/me", cookie: cookie).status == 401)
    }

    @Test func `the cookie is told to browsers so that pages cannot read it`() async throws {
        for (host, start, isSecure) in [
            (PageWorld.local, "geofenced=", false), ("home.example", "__Host-geofenced=", true),
        ] {
            let world = try await world(publicURL: "https://home.example")
            let link = try await world.community.addLink(for: .init("mia")!, by: .machine)
            let reply = try await world.ask(
                "POST", "/api/join", #"{"secret": "\#(link.secret.text)"}"#, host: host)
            let cookie = try #require(reply.headers[.setCookie])
            #expect(cookie.hasPrefix(start))
            #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000"))
            #expect(cookie.hasSuffix("; Secure") == isSecure)
            // Not where there is no TLS (RFC 6797, 7.2).
            #expect((reply.headers[.init("Strict-Transport-Security")!] != nil) == isSecure)
        }
    }

    @Test(arguments: [
        ("GET", "/api/groups/home", "/api/groups/nowhere"),
        ("DELETE", "/api/groups/home/members/mia", "/api/groups/home/members/nobody"),
        ("GET", "/api/people/mia", "/api/people/nobody"),
        ("GET", "/api/regions?device=mias-phone", "/api/regions?device=nothing"),
        ("DELETE", "/api/favourites/1", "/api/favourites/99"),
        ("POST", "/api/messages/1/read", "/api/messages/99/read"),
        ("GET", "/api/deals/2", "/api/deals/99"),
    ])
    func `what is another's is answered as what is not there`(
        _ method: String, _ path: String, _ nothing: String
    ) async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "otto")
        try await world.daemon.run {
            let theirs = try await world.ask(method, path, cookie: cookie)
            let none = try await world.ask(method, nothing, cookie: cookie)
            #expect(theirs.status == 404)
            #expect(theirs.body == none.body)
            #expect(theirs.headers == none.headers)
        }
    }

    @Test(arguments: [
        "/page.js/..", "/../etc/passwd", "/%2e%2e/etc/passwd", "/page.js%00", "/Files/page.js",
        "/.git/config", "//etc/passwd", "/page.js/x", "/base", "/base/", "/base/../page.js",
        "/base/%2e%2e/page.js", "/base%2fapi.js", "/version",
    ])
    func `only the files of the list are there`(_ path: String) async throws {
        let world = try await world()
        #expect(try await world.ask("GET", path).status == 404)
    }

    @Test func `every answer tells the browser to do no more than the page needs`() async throws {
        let world = try await world()
        for path in ["/", "/page.js", "/api/me", "/nowhere", "/health"] {
            let headers = try await world.ask("GET", path).headers
            let policy = try #require(headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'none'"))
            #expect(!policy.contains("unsafe"))
            #expect(headers[.xContentTypeOptions] == "nosniff")
            #expect(headers[.init("Referrer-Policy")!] == "no-referrer")
        }
    }
}

extension SecurityTests {
    @Test func `one person cannot take all connections with streams`() async throws {
        let seats = StreamSeats()
        let (anna, ben) = (PersonID("anna")!, PersonID("ben")!)
        var held = try (0..<StreamSeats.most).map { _ in try seats.take(anna) }
        #expect(throws: Problem.self) { try seats.take(anna) }
        _ = try seats.take(ben)
        held.removeLast()
        held.append(try seats.take(anna))
        #expect(throws: Problem.self) { try seats.take(anna) }
    }
}
