import APIClient
import Geofencing
import Messages
import TestSupport
import Testing

@testable import Providers

/// What servers of the Overpass API answer, in its documented form.
@Suite struct OverpassTests {
    private static let cell = PlaceCell("1047_97")!

    private static func answer(
        _ answer: BadServer.Answer, path: String = "/api/interpreter"
    ) async throws -> (features: [AnyJSON], credit: String?, head: String) {
        let server = try BadServer([answer])
        let client = OriginClient(
            origin: server.url, tokenFile: nil, sender: HTTPSender(timeLimit: .seconds(patience)))
        let provider = Provider(name: "now", kind: .overpass, origin: server.url, path: path)
        let found = try await Overpass(provider, client).features(in: cell, known: nil)
        guard case .features(let features, _, let credit) = found else { return ([], nil, "") }
        let head = await server.requests.first { _ in true }?.head ?? ""
        let all = try AnyJSON(features.collection)["features"]?.elements ?? []
        return (all, credit, head)
    }

    private static func ok(_ elements: String, more: String = "") -> BadServer.Answer {
        .status(
            "200 OK\r\nContent-Type: application/json",
            body: """
                {"version":0.6,"generator":"Overpass API 0.7.62.1 084b4234",
                "osm3s":{"timestamp_osm_base":"2026-03-17T22:05:02Z","copyright":"The data included in this document is from www.openstreetmap.org. The data is made available under ODbL."},
                "elements":[\(elements)]\(more)}
                """)
    }

    @Test func `it asks for what has a name in the cell`() async throws {
        let head = try await Self.answer(Self.ok("")).head
        let query = head.split(separator: " ")[1].split(separator: "=", maxSplits: 1)[1]
        #expect(head.hasPrefix("GET /api/interpreter?data="))
        #expect(
            String(query).removingPercentEncodingOfASCII
                == "[out:json][timeout:25][bbox:52.35,4.85,52.40,4.90];(nwr[name][amenity];nwr[name][shop];"
                + "nwr[name][tourism];nwr[name][leisure];nwr[name][office];nwr[name][healthcare];"
                + "nwr[name][craft];);out center tags 10001;")
    }

    @Test func `points and areas are places, with their tags and the credit`() async throws {
        let (features, credit, _) = try await Self.answer(
            Self.ok(
                """
                {"type":"node","id":1,"lat":52.3731,"lon":4.8926,"tags":{"amenity":"cafe","name":"Bar"}},
                {"type":"way","id":2,"center":{"lat":52.36,"lon":4.88},"nodes":[1,2],"tags":{"shop":"books","name":"Boek"}},
                {"type":"relation","id":3,"center":{"lat":52.41,"lon":4.88},"tags":{"name":"beyond"}}
                """))
        #expect(features.map { $0["id"]?.string } == ["node/1", "way/2"])
        #expect(
            features.last?["properties"]?.members == [
                "shop": .string("books"), "name": .string("Boek"),
            ])
        #expect(credit?.contains("ODbL") == true)
    }

    @Test(arguments: [
        (
            ok(
                "",
                more:
                    #","remark":"runtime error: Query timed out in \"query\" at line 4 after 2 seconds.""#
            ),
            #"has not ended: runtime error: Query timed out in "query" at line 4 after 2 seconds."#
        ),
        (.status("429 Too Many Requests", body: "<html>"), "has enough of us for now (429)"),
        (.status("504 Gateway Timeout", body: "<html>"), "fails (504)"),
        (.status("400 Bad Request\r\nContent-Type: text/html", body: "<html>"), "answers 400"),
        (
            .status("200 OK", body: "<html>Dispatcher_Client"),
            "answers a page for people and no JSON"
        ),
        (.status("200 OK", body: #"{"elements":[{"type":"node""#), "its answer is not JSON"),
        (.status("200 OK", body: "[]"), "answers no elements"),
        (
            ok(#"{"type":"node","id":1,"lat":4.8926,"lon":52.3731}"#),
            "1 of 1 features lie elsewhere"
        ),
        (
            ok(#"{"type":"node","id":1}"#),
            "of 1 features none can be used: one has no type, id or position"
        ),
    ])
    func `what is no answer says why`(answer: BadServer.Answer, why: String) async throws {
        let fault = await #expect(throws: ProviderFault.self) { _ = try await Self.answer(answer) }
        #expect(fault?.description.hasPrefix(why) == true, "\(fault?.description ?? "")")
    }

    @Test func `a used-up quota is waited for`() async throws {
        let fault = await #expect(throws: ProviderFault.self) {
            _ = try await Self.answer(.status("429 Too Many Requests\r\nRetry-After: 968"))
        }
        #expect(fault?.retryAfter == 968)
        #expect(fault?.isOfServer == true)
    }
}

extension String {
    fileprivate var removingPercentEncodingOfASCII: String {
        let parts = split(separator: "%", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { text, part in
            text + String(Unicode.Scalar(UInt8(part.prefix(2), radix: 16)!)) + part.dropFirst(2)
        }
    }
}
