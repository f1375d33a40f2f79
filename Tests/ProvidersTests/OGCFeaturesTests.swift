import APIClient
import Geofencing
import Messages
import Synchronization
import TestSupport
import Testing

@testable import Providers

/// What servers of OGC API Features answer, and what is made of it.
@Suite struct OGCFeaturesTests {
    private static let cell = PlaceCell("1047_97")!

    private static func server(
        at url: String, _ change: (inout Provider) -> Void = { _ in }
    ) -> OGCFeatures {
        var provider = Provider.shops
        provider.origin = url
        change(&provider)
        let client = OriginClient(
            origin: url, tokenFile: provider.tokenFile,
            sender: HTTPSender(timeLimit: .seconds(patience)))
        return OGCFeatures(provider, collection: "public.places", client)
    }

    private static func point(
        _ id: String = "1", _ properties: String = #""name":"Bar""#,
        at position: String = "4.8926,52.3731"
    ) -> String {
        #"{"type":"Feature","id":\#(id),"geometry":{"type":"Point","coordinates":[\#(position)]},"#
            + #""properties":{\#(properties)}}"#
    }

    private static func collection(_ features: String..., more: String = "") -> String {
        #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]\#(more)}"#
    }

    /// The features that come of one answer, or the fault.
    private static func features(
        _ answers: BadServer.Answer..., change: (inout Provider) -> Void = { _ in }
    ) async throws -> [AnyJSON] {
        try await features(answers, change: change)
    }

    private static func features(
        _ answers: [BadServer.Answer], change: (inout Provider) -> Void = { _ in }
    ) async throws -> [AnyJSON] {
        let server = try BadServer(answers)
        let answer = try await Self.server(at: server.url, change)
            .features(in: cell, known: nil)
        guard case .features(let features, _, _) = answer else { return [] }
        let all = try AnyJSON(features.collection)["features"]?.elements ?? []
        #expect(all.count == features.count)
        return all
    }

    private static func names(
        _ answers: BadServer.Answer..., change: (inout Provider) -> Void = { _ in }
    ) async throws -> [String] {
        try await features(answers, change: change).map {
            $0["properties"]?["name"]?.string ?? "-"
        }
    }

    private static func ok(_ body: String) -> BadServer.Answer { .status("200 OK", body: body) }

    @Test func `each cell is asked for in one way`() async throws {
        let server = try BadServer([Self.ok(Self.collection())])
        _ = try await Self.server(at: server.url).features(in: Self.cell, known: nil)
        let request = try #require(await server.requests.first { _ in true })
        #expect(
            request.head.hasPrefix(
                "GET /collections/public.places/items?bbox=4.85,52.35,4.90,52.40&limit=1000 HTTP/1.1"
            ))
        #expect(request.header("Accept") == "application/geo+json")
        #expect(request.header("Authorization") == nil)
    }

    @Test(arguments: [
        ("0_0", "0.00,0.00,0.05,0.05"), ("-1_-1", "-0.05,-0.05,0.00,0.00"),
        ("1799_3599", "179.95,89.95,180.00,90.00"), ("-337_-3600", "-180.00,-16.85,-179.95,-16.80"),
    ])
    func `the edges of a cell are written with two decimals`(cell: String, edges: String) {
        #expect(PlaceCell(cell)?.edges.joined(separator: ",") == edges)
    }

    @Test func `pages are followed to the last, and each feature counts once`() async throws {
        let next =
            #","numberMatched":3,"links":[{"rel":"self","href":"x"},{"rel":"next","href":"%"}]"#
        let names = try await Self.names(
            Self.ok(
                Self.collection(
                    Self.point("1", #""name":"A""#), Self.point("2", #""name":"B""#),
                    more: next.replacing(
                        "%",
                        with: "http://places.example/other/collections/public.places/items?offset=2"
                    ))),
            Self.ok(
                Self.collection(
                    Self.point("2", #""name":"B""#), more: next.replacing("%", with: "?offset=3"))),
            Self.ok(Self.collection(Self.point("3", #""name":"C""#))))
        #expect(names == ["A", "B", "C"])
    }

    @Test(
        arguments: [
            (
                "http://evil.example/collections/public.places/items?offset=1",
                "/ogc/collections/public.places/items?offset=1"
            ),
            ("http://169.254.169.254/latest/meta-data?x=1", "/latest/meta-data?x=1"),
            ("//evil.example/a?b", "/a?b"),
            ("?offset=2", "/ogc/collections/public.places/items?offset=2"),
            ("items?offset=2#x", "/ogc/collections/public.places/items?offset=2"),
            ("https://user:pass@h/x?u=http://other/", "/x?u=http://other/"),
            ("http://h/x", nil), ("ftp?", "?"), ("a b?c", nil), ("", nil),
            ("file:///etc/passwd?x", "/etc/passwd?x"),
            ("http://h/x?a\r\nHost: b", nil),
        ] as [(String, String?)])
    func `of where a next page is, path and query count alone`(link: String, target: String?) {
        let server = Self.server(at: "https://geo.example") { $0.path = "/ogc" }
        let followed = server.follow(link)
        #expect(followed == (target == "?" ? nil : target))
    }

    @Test func `our names are put for those of the configuration`() async throws {
        let feature = try #require(
            try await Self.features(
                Self.ok(
                    Self.collection(
                        Self.point(
                            "null",
                            #""gid":17,"title":"Koffie","name":"x","what":"amenity=cafe","shop":"no","#
                                + #""stars":4.5,"url":"javascript:alert(1)","website":"https://a.example","more":{"a":1}"#
                        )))
            ) {
                $0.properties = [
                    "id": "gid", "name": "title", "category": "what", "rating": "stars",
                ]
            }
            .first)
        #expect(feature["id"] == .string("17"))
        #expect(
            feature["properties"]?.members == [
                "gid": .integer(17), "name": .string("Koffie"),
                "category": .string("amenity=cafe"), "rating": .number(4.5),
                "website": .string("https://a.example"),
            ])
    }

    @Test(arguments: [
        ("https://a.example", true), ("http://a.example", true), ("HTTPS://A.EXAMPLE", true),
        ("cafe.example", true), ("cafe.example/a:b", true), ("javascript:alert(1)", false),
        (" JavaScript:x", false), ("data:text/html,x", false), ("mailto:a@b.example", false),
    ])
    func `a link is one of the web`(link: String, isKept: Bool) async throws {
        let feature = try await Self.features(
            Self.ok(Self.collection(Self.point("1", #""name":"A","website":"\#(link)""#)))
        ).first
        #expect((feature?["properties"]?["website"] != nil) == isKept)
    }

    @Test func `what lies on the edge, or across it, is of the cell beyond`() async throws {
        let building =
            #"{"type":"Polygon","coordinates":[[[4.89,52.39],[4.96,52.39],[4.96,52.395],[4.89,52.395],[4.89,52.39]]]}"#
        let names = try await Self.names(
            Self.ok(
                Self.collection(
                    Self.point("1"), Self.point("2", at: "4.90,52.3731"),
                    Self.point("3", at: "4.8926,52.40"),
                    Self.point("4").replacing(
                        #"{"type":"Point","coordinates":[4.8926,52.3731]}"#, with: building))))
        #expect(names == ["Bar"])
    }

    @Test(arguments: [
        // Latitude first; metres; far away, as from a server that does not know bbox.
        (
            ["52.3731,4.8926"],
            "1 of 1 features lie elsewhere: does it know bbox, and has it the longitude first, in degrees of WGS 84?"
        ),
        (
            ["628000,6866000"],
            "of 1 features none can be used: latitude 6866000.0 is not between -90 and 90"
        ),
        (
            ["1,1", "2,2", "4.8926,52.3731"],
            "2 of 3 features lie elsewhere: does it know bbox, and has it the longitude first, in degrees of WGS 84?"
        ),
    ])
    func `an answer about somewhere else is none`(positions: [String], why: String) async throws {
        let features = positions.enumerated().map { Self.point("\($0)", at: $1) }
        let body =
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        let fault = await #expect(throws: ProviderFault.self) {
            _ = try await Self.features(Self.ok(body))
        }
        #expect(fault?.description == why)
    }

    @Test(arguments: [
        (
            BadServer.Answer.status(
                "200 OK\r\nContent-Type: text/html", body: "<!doctype html><p>Hello"),
            "answers a page for people and no GeoJSON: is url that of its API?"
        ),
        (
            .status("200 OK", body: " <html>"),
            "answers a page for people and no GeoJSON: is url that of its API?"
        ),
        (
            .status("200 OK", body: #"{"type":"FeatureCollection","features":[{"#),
            "its answer is not JSON"
        ),
        (.cutOff("200 OK"), "its answer breaks off"),
        (.endless, "its answer is longer than 32 MiB"),
        (
            .status("200 OK", body: "{}"),
            "answers no FeatureCollection: are url and collection right?"
        ),
        (
            .status(
                "200 OK", body: #"{"type":"FeatureCollection","features":[],"numberMatched":7}"#),
            "says that there are 7 features, and gives 0 of them"
        ),
        (
            .status("200 OK", body: #"{"type":"FeatureCollection","features":[1,2]}"#),
            "of 2 features none can be used: one is no Feature"
        ),
        (
            .status("304 Not Modified"),
            "says that nothing has changed (304), and was not asked that"
        ),
        (.status("404 None"), "has nothing there (404): are url and collection right?"),
        (.status("401 No"), "wants a token: name a file with one as token_file"),
        (.status("429 Slow\r\nRetry-After: 9"), "has enough of us for now (429)"),
        (.status("500 Broken", body: "ups"), "fails (500): ups"),
        (.status("500 Broken", body: "<h1>ups"), "fails (500)"),
        (.status("422 No", body: "bbox?"), "answers 422: bbox?"),
        (.close, "it ends the connection without an answer"),
    ])
    func `what is no answer says why`(answer: BadServer.Answer, why: String) async throws {
        let fault = await #expect(throws: ProviderFault.self) {
            _ = try await Self.features(answer)
        }
        #expect(fault?.description.hasPrefix(why) == true, "\(fault?.description ?? "")")
    }

    @Test func `a next page that leads to itself ends it`() async throws {
        let links = #","links":[{"rel":"next","href":"?offset=1"}]"#
        let page = Self.ok(Self.collection(Self.point(), more: links))
        let fault = await #expect(throws: ProviderFault.self) {
            _ = try await Self.features(page, page, page)
        }
        #expect(
            fault?.description == "its next pages lead back to one that was there: is it right?")
    }

    @Test func `pages without end are left`() async throws {
        let count = Mutex(0)
        let server = try BadServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return Self.ok(
                Self.collection(
                    Self.point("\(number)"),
                    more: #","links":[{"rel":"next","href":"?offset=\#(number)"}]"#))
        }
        let fault = await #expect(throws: ProviderFault.self) {
            _ = try await Self.server(at: server.url).features(in: Self.cell, known: nil)
        }
        #expect(fault?.description == "has more than 100 pages for cell 1047_97")
        #expect(count.withLock(\.self) == 100)
    }

    @Test func `more than 10,000 features are too many`() async throws {
        let features = (0...CellReading.most).map { Self.point("\($0)") }.joined(separator: ",")
        let fault = await #expect(throws: ProviderFault.self) {
            _ = try await Self.features(
                Self.ok(#"{"type":"FeatureCollection","features":[\#(features)]}"#))
        }
        #expect(fault?.description == "has more than 10000 features in cell 1047_97")
    }

    @Test func `a redirect is followed here alone, and three times`() async throws {
        let elsewhere = try BadServer([.fine])
        let fault = await #expect(throws: ProviderFault.self) {
            _ = try await Self.features(
                .status("302 Found\r\nLocation: \(elsewhere.url)/collections"))
        }
        #expect(
            fault?.description
                == "redirects elsewhere to \(elsewhere.url), where nothing is asked: use that URL if it is right"
        )
        let found = BadServer.Answer.status("301 Moved\r\nLocation: /new/place")
        let names = try await Self.names(
            found, found, found, Self.ok(Self.collection(Self.point())))
        #expect(names == ["Bar"])
        let tooMany = await #expect(throws: ProviderFault.self) {
            _ = try await Self.names(found, found, found, found)
        }
        #expect(tooMany?.description.hasPrefix("redirects more than 3 times") == true)
    }

    @Test(
        arguments: [
            ("http://a.example/x?y", "/x?y"), ("http://a.example", "/"),
            ("http://a.example?y", "/?y"),
            ("http://a.example:81/x", nil), ("https://a.example/x", nil),
            ("http://a.example@b.example/x", nil),
            (#"http://a.example\@evil.example/x"#, nil), ("http://a.example:80@b/x", nil),
            ("http://a.example/x y", nil), (#"http://a.example/\x"#, nil),
            ("http://a.example.evil/x", nil), ("http://A.example/x", "/x"),
            ("http://x@a.example/x", nil),
        ] as [(String, String?)])
    func `only what is at the origin is there`(url: String, target: String?) {
        #expect(OriginClient.target(of: url, at: "http://a.example") == target)
    }

    @Test func `the token is sent, and refused by name`() async throws {
        let folder = TemporaryFolder()
        let file = folder.file("token")
        _ = try folder.write("token", "s3cret\n".utf8)
        let server = try BadServer([.status("403 No")])
        let fault = await #expect(throws: ProviderFault.self) {
            _ = try await Self.server(at: server.url) { $0.tokenFile = file }
                .features(in: Self.cell, known: nil)
        }
        #expect(fault?.description == "refuses the token in \(file): write another one there")
        let request = try #require(await server.requests.first { _ in true })
        #expect(request.header("Authorization") == "Bearer s3cret")
    }

    @Test func `what has not changed is not sent again`() async throws {
        let head = "200 OK\r\nETag: \"7\"\r\nLast-Modified: Fri, 01 May 2026 12:00:00 GMT"
        let server = try BadServer([
            .status(head, body: Self.collection(Self.point())), .status("304 Not Modified"),
        ])
        let features = Self.server(at: server.url)
        let first = try await features.features(in: Self.cell, known: nil)
        let validators = try #require(first.validators)
        #expect(
            validators
                == CellValidators(etag: "\"7\"", lastModified: "Fri, 01 May 2026 12:00:00 GMT"))
        let second = try await features.features(in: Self.cell, known: validators)
        #expect(second.validators == nil)
        let odd = ["\"7\u{1}\"", String(repeating: "7", count: 1001), "é"]
        #expect(odd.allSatisfy { CellValidators(etag: $0, lastModified: nil) == nil })
        var requests = server.requests.makeAsyncIterator()
        _ = await requests.next()
        let request = try #require(await requests.next())
        #expect(request.header("If-None-Match") == "\"7\"")
        #expect(request.header("If-Modified-Since") == "Fri, 01 May 2026 12:00:00 GMT")
    }
}

extension CellAnswer {
    /// `nil` also if nothing has changed.
    fileprivate var validators: CellValidators? {
        if case .features(_, let validators, _) = self { validators } else { nil }
    }
}
