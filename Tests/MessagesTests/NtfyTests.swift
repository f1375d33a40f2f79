import TestSupport
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(10))) struct NtfyTests {
    private let folder = TemporaryFolder()

    private static func message(_ change: (inout Message) -> Void = { _ in }) -> Message {
        var message = Message(
            id: 7, person: "anna", time: .example, made: .example, title: "Starbucks",
            lines: [
                .init(text: "54 m away", kind: "favourite", region: "f/1", transition: "enter"),
                .init(text: "Pie: until 18:30", kind: "deal", region: "d/1", transition: "enter"),
            ], position: .init(latitude: 52.5, longitude: 4.25), notices: ["log-1"],
            isLate: false, rings: true, isRead: false)
        change(&message)
        return message
    }

    private func deliver(
        _ message: Message = message(), rings: Bool = true, token: String? = nil,
        answer: BadServer.Answer = .fine
    ) async throws -> (delivery: Delivery, request: BadServer.Request) {
        let server = try BadServer([answer])
        let file = try token.map { try folder.write("token", $0.utf8) }
        let way = NtfyChannel(
            servers: [.init(url: server.url, tokenFile: file)],
            sender: HTTPSender(timeLimit: .seconds(patience)))
        let delivery = try await way.deliver(
            message, id: "7-log-1", rings: rings, to: server.url + "/anna-9f3k")
        return (delivery, try #require(await server.requests.first { _ in true }))
    }

    @Test func `a message is published as JSON`() async throws {
        let (delivery, request) = try await deliver()
        #expect(delivery == .delivered)
        #expect(request.head.hasPrefix("POST / HTTP/1.1\r\n"))
        #expect(request.header("X-Sequence-ID") == "7-log-1")
        #expect(request.header("Content-Type") == "application/json")
        #expect(request.header("Authorization") == nil)
        #expect(
            request.body == """
                {"click":"geo:52.5,4.25","message":"54 m away\\nPie: until 18:30","priority":3,\
                "sequence_id":"7-log-1","tags":["star"],"title":"Starbucks","topic":"anna-9f3k"}
                """)
    }

    @Test func `what shall not ring has a low priority`() async throws {
        let (_, request) = try await deliver(rings: false)
        #expect(request.body.contains(#""priority":2"#))
    }

    @Test func `a long message stays a message`() async throws {
        let long = Self.message { $0.lines[0].text = String(repeating: "é", count: 5000) }
        let (_, request) = try await deliver(long)
        #expect(request.body.contains(String(repeating: "é", count: 2000)))
        #expect(!request.body.contains(String(repeating: "é", count: 2001)))
    }

    @Test func `the server's token is sent`() async throws {
        let (_, request) = try await deliver(token: "tk_abc\n")
        #expect(request.header("Authorization") == "Bearer tk_abc")
    }

    @Test(arguments: ["", "\n", "two words", "a\r\nX-Evil: 1", "\u{0}", "tökén"])
    func `a file without a token is said, and nothing is sent`(token: String) async throws {
        let file = try folder.write("token", token.utf8)
        let server = NtfyChannel.Server(url: "http://127.0.0.1:1", tokenFile: file)
        let delivery = try await NtfyChannel(
            servers: [server], sender: HTTPSender(timeLimit: .seconds(patience))
        ).deliver(
            Self.message(), id: "1", rings: true, to: "http://127.0.0.1:1/topic")
        #expect(delivery == .later("\(file): has no token: write it as the only line"))
    }

    @Test func `a token file that is not there is said`() async throws {
        let server = NtfyChannel.Server(url: "http://127.0.0.1:1", tokenFile: "/nowhere/token")
        let delivery = try await NtfyChannel(
            servers: [server], sender: HTTPSender(timeLimit: .seconds(patience))
        ).deliver(
            Self.message(), id: "1", rings: true, to: "http://127.0.0.1:1/topic")
        #expect(
            delivery == .later("/nowhere/token: cannot be opened: no such file or directory"))
    }

    private static let answers: [(BadServer.Answer, Delivery)] = [
        (.status("200 OK", body: "not JSON"), .delivered), (.status("201 Made"), .delivered),
        (.endless, .delivered),
        (.status("400 Bad", body: "no topic"), .refused("answers 400: no topic")),
        (.status("413 Large"), .refused("answers 413")),
        (.status("415 Type"), .refused("answers 415")),
        (.status("422 No"), .refused("answers 422")),
        (
            .status("401 Who"),
            .later("answers 401", remedy: "give the server a token_file in gateway.toml")
        ),
        (
            .status("403 No"),
            .later("answers 403", remedy: "give the server a token_file in gateway.toml")
        ),
        (.status("404 Nothing"), .later("answers 404", remedy: "correct its url")),
        (
            .status("401 Who\r\nRetry-After: 8"),
            .later("answers 401", remedy: "give the server a token_file in gateway.toml", after: 8)
        ),
        (
            .status("307 Moved\r\nRetry-After: 9"),
            .later("is redirected, which is not followed", remedy: "correct its url", after: 9)
        ),
        (.status("429 Slow\r\nRetry-After: 7"), .later("answers 429", after: 7)),
        (.status("500 Broken", body: "a\u{1B}[2J"), .later(#"answers 500: a\u{1b}[2J"#)),
        (.status("507 Full"), .later("answers 507")),
        (
            .status("301 Moved\r\nLocation: http://10.0.0.1/"),
            .later(
                "is redirected to http://10.0.0.1, which is not followed", remedy: "correct its url"
            )
        ),
        (
            .status("304 Same"),
            .later("is redirected, which is not followed", remedy: "correct its url")
        ),
        (.close, .later("it ends the connection without an answer")),
    ]

    @Test(arguments: answers)
    func `what a server answers decides what is done`(
        answer: BadServer.Answer, delivery: Delivery
    ) async throws {
        #expect(try await deliver(answer: answer).delivery == delivery)
    }

    @Test func `a server that is allowed no more gets nothing`() async throws {
        let way = NtfyChannel(servers: [], sender: HTTPSender(timeLimit: .seconds(patience)))
        let delivery = try await way.deliver(
            Self.message(), id: "1", rings: true, to: "http://127.0.0.1:1/topic")
        #expect(delivery == .refused("gateway.toml allows http://127.0.0.1:1 no more"))
    }

    @Test(arguments: ["", "a/b", "a b", "é", "a\u{0}", "../x", String(repeating: "a", count: 65)])
    func `a topic has letters and digits`(topic: String) throws {
        let way = NtfyChannel(
            servers: [.init(url: "https://ntfy.sh")],
            sender: HTTPSender(timeLimit: .seconds(patience)))
        let settings = PersonSettings.with {
            $0.ways.ntfy = .init(server: "https://ntfy.sh", topic: topic)
        }
        #expect(throws: MessageError.self) { try way.check(settings) }
    }

    @Test(arguments: ["https://ntfy.sh", "https://ntfy.sh/"])
    func `a slash at the end of an address does not count`(url: String) throws {
        let way = NtfyChannel(
            servers: [.init(url: url)], sender: HTTPSender(timeLimit: .seconds(patience)))
        for server in ["https://ntfy.sh", "https://ntfy.sh/"] {
            let settings = PersonSettings.with {
                $0.ways.ntfy = .init(server: server, topic: "anna-9f3k")
            }
            try way.check(settings)
            #expect(way.target(of: settings) == "https://ntfy.sh/anna-9f3k")
        }
        // The topic is as good as a password.
        #expect(way.shown("https://ntfy.sh/anna-9f3k") == "https://ntfy.sh")
    }
}
