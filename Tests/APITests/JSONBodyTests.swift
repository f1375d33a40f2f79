import API
import HTTPService
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct JSONBodyTests {
    @Test(arguments: [
        "application/json", "application/json; charset=utf-8", "Application/JSON",
        "application/merge-patch+json", "application/geo+json ;x=y",
    ])
    func `JSON is taken`(type: String) async throws {
        try await Serving.run { serving in
            let reply = try await serving.post(#"{"name":"é","count":3}"#, type: type)
            #expect(reply.status == 200)
            #expect(reply.hasSuffix("é"))
        }
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "json", ""])
    func `anything else is not`(type: String?) async throws {
        try await Serving.run { (serving) async throws in
            #expect(try await serving.post(#"{"name":"a"}"#, type: type).status == 415)
        }
    }

    @Test(arguments: [
        (#"{}"#, "name is missing"),
        (#"{"name":null}"#, "name is null"),
        (#"{"name":7}"#, "name is not a string"),
        (#"{"name":["a"]}"#, "name is not a string"),
        (#"{"name":"a","count":"x"}"#, "count is not a whole number in range"),
        (#"{"name":"a","weight":"x"}"#, "weight is not a number"),
        (#"{"name":"a","tags":7}"#, "tags is not a list"),
        (#"{"name":"a","tags":["b",8]}"#, "tags[1] is not a string"),
        (#"{"name":"a","at":[]}"#, "at is not an object"),
        (#"{"name":"a","at":{}}"#, "at.lat is missing"),
        (#"{"name":"a","at":{"lat":"x"}}"#, "at.lat is not a number"),
        (#"{"name":"a","open":1}"#, "open is not true or false"),
    ])
    func `a field that is wrong is named`(body: String, words: String) async throws {
        try await Serving.run { serving in
            let reply = try await serving.post(body)
            #expect(reply.status == 400)
            #expect(reply.contains(#""detail":"\#(words)""#))
            #expect(reply.contains(#""field":"\#(words.prefix { $0 != " " })""#))
            #expect(serving.changes.count == 0)
        }
    }

    @Test(arguments: [
        "", " ", "nonsense", "[]", "7", "null", #""a""#, "{", #"{"name":"a"} x"#, "{'name':'a'}",
        #"{"name":"a","count":1e400}"#, #"{"name":"a","weight":1e400}"#,
        #"{"name":"a","weight":NaN}"#, #"{"name":"a","weight":Infinity}"#,
        #"{"name":"a","weight":-1e999}"#, #"{"name":"a","count":9223372036854775808}"#,
        #"{"name":"a","count":1.5}"#, #"{"name":"\ud800"}"#, "{\"name\":\"\u{0}\"}",
        #"{"name":"a","at":⟦[×100000⟧"#,
        "⟦[×500000⟧⟦]×500000⟧",
        #"⟦{"a":×150000⟧"#,
    ])
    func `what is not JSON, or not such JSON, is refused`(body: String) async throws {
        try await Serving.run { serving in
            let reply = try await serving.post(unrolled(body))
            #expect(reply.status == 400)
            #expect(reply.contains("application/problem+json"))
            #expect(serving.changes.count == 0)
        }
    }

    @Test func `bytes that are no text are refused`() async throws {
        try await Serving.run { serving in
            let client = try serving.client()
            await client.send(
                "POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 12\r\n\r\n")
            await client.send(Array(#"{"name":""#.utf8) + [0xff] + Array(#""}"#.utf8))
            #expect(try await client.response().status == 400)
        }
    }

    @Test func `a body of just the limit is taken, one byte more is not`() async throws {
        try await Serving.run { (serving) async throws in
            let frame = #"{"name":""}"#.utf8.count
            let name = String(repeating: "n", count: HTTPLimits.body - frame)
            #expect(try await serving.post(#"{"name":"\#(name)"}"#).status == 200)
            #expect(try await serving.post(#"{"name":"\#(name)n"}"#).status == 413)
            #expect(serving.changes.count == 1)
        }
    }

    @Test func `a body without an announced length has the same limit`() async throws {
        try await Serving.run { serving in
            let client = try serving.client()
            await client.send(
                "POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n" + String(repeating: " ", count: 65536) + "\r\n"
            for _ in 0..<64 { await client.send(chunk) }
            let reply = try await client.rest()
            #expect(reply.status == 413)
            #expect(reply.responses == 1)
        }
    }

    @Test(arguments: [
        "Content-Length: 30\r\n\r\n{\"name\":\"a\"}",
        "Transfer-Encoding: chunked\r\n\r\nc\r\n{\"name\":\"a\"}\r\n",
    ])
    func `a body that breaks off is no request`(rest: String) async throws {
        try await Serving.run { serving in
            let client = try serving.client()
            await client.send(
                "POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(rest)")
            client.finishSending()
            let reply = try await client.rest()
            #expect(reply.isEmpty || reply.status == 400)
            #expect(serving.changes.count == 0)
        }
    }
}
