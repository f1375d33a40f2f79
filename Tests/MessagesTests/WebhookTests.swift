import APIClient
import Geofencing
import Posix
import TestSupport
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(10))) struct WebhookTests {
    private let folder = TemporaryFolder()
    private static let key: [UInt8] = Array("0123456789abcdefghijklmn".utf8)

    private static func line(
        _ transition: String = "enter", device: String? = "anna-phone",
        recorded: String = "10:00:00",
        more: String = ""
    ) -> String {
        """
        {"specversion":"1.0","id":"k3v9xq2m-7","type":"geofence.\(transition)",\
        \(device.map { "\"device\":\"\($0)\"," } ?? "")"time":"2026-05-01T10:00:00.000Z",\
        "recordedtime":"2026-05-01T\(recorded).000Z","sequence":"7","data":{"region":{"id":"deal/1",\
        "kind":"deal","name":"Pie","center":[4.25,52.5],"radius":200},\
        "fix":{"time":"2026-05-01T10:00:00.000Z"},"distance":54.4\(more)}}
        """
    }

    private func tell(
        _ line: String = line(), format: Webhook.Format = .cloudEvents, path: String = "/hook",
        isSigned: Bool = false, token: String? = nil, answer: BadServer.Answer = .fine
    ) async throws -> (telling: Delivery?, request: BadServer.Request) {
        let server = try BadServer([answer])
        let key: @Sendable () throws -> [UInt8] = { Self.key }
        let webhook = Webhook(
            url: server.url + path, format: format, selection: NoticeSelection(),
            key: isSigned ? key : nil,
            tokenFile: try token.map { try folder.write("token", $0.utf8) },
            sender: HTTPSender(timeLimit: .seconds(patience)),
            clock: TestClock())
        let notice = try ReceivedNotice(line: Array(line.utf8) + [UInt8(ascii: "\n")])
        let tellings = try await webhook.tell([notice])
        #expect(tellings.count == 1)
        return (tellings.first, try #require(await server.requests.first { _ in true }))
    }

    @Test func `a notice is sent as a CloudEvent in structured mode`() async throws {
        let (telling, request) = try await tell()
        #expect(telling == .delivered)
        #expect(request.head.hasPrefix("POST /hook HTTP/1.1\r\n"))
        #expect(request.header("Content-Type") == "application/cloudevents+json; charset=utf-8")
        #expect(request.header("webhook-id") == nil)
        #expect(request.header("Authorization") == nil)
        #expect(request.body == Self.line())
    }

    @Test func `a signature is that of Standard Webhooks`() {
        // From the tests of the reference libraries (standard-webhooks/standard-webhooks).
        let key: [UInt8] = [
            0x31, 0xF2, 0x90, 0xF6, 0xBF, 0x06, 0x29, 0x8A, 0xAB, 0x4F, 0x08, 0xD4, 0x3C, 0x3F,
            0x08, 0x2C, 0xF6, 0x48, 0xA3, 0x62, 0xDA, 0x2D, 0xA4, 0xB0,
        ]
        let signature = WebhookSignature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8), key: key)
        #expect(
            signature.headers == [
                .init("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
                .init("webhook-timestamp", "1614265330"),
                .init("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
            ])
    }

    @Test func `what is sent is signed with the time of the attempt`() async throws {
        let (_, request) = try await tell(isSigned: true, token: "abc\n")
        let expected = WebhookSignature(
            id: "k3v9xq2m-7", seconds: Timestamp.example.milliseconds / 1000,
            body: Array(Self.line().utf8), key: Self.key)
        for header in expected.headers { #expect(request.header(header.name) == header.value) }
        #expect(request.header("Authorization") == "Bearer abc")
    }

    @Test func `for ntfy it is title, message and actions`() async throws {
        let (telling, request) = try await tell(
            Self.line(more: #","place":{"website":"https://pie.example"}"#), format: .ntfy,
            path: "/topic-1")
        #expect(telling == .delivered)
        #expect(request.head.hasPrefix("POST / HTTP/1.1\r\n"))
        #expect(request.header("X-Sequence-ID") == "k3v9xq2m-7")
        #expect(
            request.body == """
                {"actions":[{"action":"view","label":"Route","url":"geo:52.5,4.25"},\
                {"action":"view","label":"Website","url":"https://pie.example"}],\
                "click":"geo:52.5,4.25","message":"54 m away","priority":3,\
                "sequence_id":"k3v9xq2m-7","tags":["label"],"title":"Pie · anna-phone","topic":"topic-1"}
                """)
    }

    @Test(arguments: [("anna-phone", "Pie · anna-phone"), (nil, "Pie")])
    func `an ntfy title names the device`(device: String?, title: String) async throws {
        let (_, request) = try await tell(Self.line(device: device), format: .ntfy, path: "/t")
        #expect(request.body.contains(#""title":"\#(title)""#))
    }

    @Test func `what is late, or no website, does not ring and gets no button`() async throws {
        let (_, request) = try await tell(
            Self.line(
                "exit", recorded: "12:00:00",
                more: #","late":7200,"deal":{"website":"javascript:alert(1)"}"#), format: .ntfy,
            path: "/t")
        #expect(request.body.contains(#""message":"left""#))
        #expect(!request.body.contains("javascript"))
    }

    private static let answers: [(BadServer.Answer, Delivery)] = [
        (.status("200 OK", body: "not JSON"), .delivered), (.status("201 Made"), .delivered),
        (.status("204 Nothing"), .delivered), (.endless, .delivered),
        (.cutOff("200 OK"), .delivered),
        (.status("400 Bad", body: "why"), .refused("answers 400: why")),
        (.status("413 Large"), .refused("answers 413")),
        (.status("415 Type"), .refused("answers 415")),
        (.status("422 No"), .refused("answers 422")),
        (
            .status("401 Who"),
            .later(
                "answers 401", remedy: "correct its secret_file or token_file in gateway.toml")
        ),
        (
            .status("403 No\r\nRetry-After: 8"),
            .later(
                "answers 403", remedy: "correct its secret_file or token_file in gateway.toml",
                after: 8)
        ),
        (
            .status("307 Moved\r\nRetry-After: 9"),
            .later(
                "is redirected, which is not followed", remedy: "correct its url", after: 9)
        ),
        (.status("404 Nothing"), .later("answers 404", remedy: "correct its url")),
        (.status("410 Gone"), .ended("answers 410")),
        (.status("429 Slow\r\nRetry-After: 7"), .later("answers 429", after: 7)),
        (.status("500 Broken", body: "a\u{1B}[2J"), .later(#"answers 500: a\u{1b}[2J"#)),
        (.status("503 Later\r\nRetry-After: 60"), .later("answers 503", after: 60)),
        (
            .status("301 Moved\r\nLocation: http://ann:SECRET@169.254.169.254/SECRET"),
            .later(
                "is redirected to http://169.254.169.254, which is not followed",
                remedy: "correct its url")
        ),
        (
            .status("404 Nothing", body: "Cannot POST /hook"),
            .later("answers 404", remedy: "correct its url")
        ),
        (.close, .later("it ends the connection without an answer")),
        (.garbage, .later("libcurl: Unsupported protocol")),
        (.endlessHead, .later("its answer is too long")),
    ]

    @Test(arguments: answers)
    func `what a program answers decides what is done`(
        answer: BadServer.Answer, telling: Delivery
    ) async throws {
        #expect(try await tell(answer: answer).telling == telling)
    }

    @Test func `a file that has no token any more is said, and nothing is sent`() async throws {
        let webhook = Webhook(
            url: "http://127.0.0.1:1", format: .cloudEvents, selection: NoticeSelection(),
            tokenFile: "/nowhere", sender: HTTPSender(timeLimit: .seconds(patience)))
        let notice = try ReceivedNotice(line: Array(Self.line().utf8))
        #expect(
            try await webhook.tell([notice]) == [
                .later(
                    "/nowhere: cannot be opened: no such file or directory",
                    remedy: "correct the file")
            ])
    }

    @Test func `for ntfy, what cannot be understood is set aside`() async throws {
        let webhook = Webhook(
            url: "http://127.0.0.1:1/t", format: .ntfy, selection: NoticeSelection(),
            sender: HTTPSender(timeLimit: .seconds(patience)))
        let notice = try ReceivedNotice(line: Array(#"{"id":"a-1","sequence":"1"}"#.utf8))
        let telling = try await webhook.tell([notice])[0]
        guard case .refused = telling else {
            Issue.record("\(telling)")
            return
        }
    }

    @Test(arguments: [
        ("https://shop.example/hook/SECRET?key=SECRET", "https://shop.example"),
        ("http://[::1]:80?SECRET", "http://[::1]:80"), ("https://h", "https://h"),
    ])
    func `a path is not shown`(url: String, name: String) {
        let webhook = webhook(at: url)
        #expect(webhook.name == name)
        #expect(!webhook.shownID.contains("SECRET"))
        #expect(!webhook.shownID.contains("://"))
    }

    @Test func `each webhook is shown under an id of its own, and kept under its URL`() {
        let (one, other) = (webhook(at: "https://h/1"), webhook(at: "https://h/2"))
        #expect(one.id == "webhook/https://h/1")
        // printf %s https://h/1 | sha256sum
        #expect(one.shownID == "webhook/9b1332ee")
        #expect(one.shownID != other.shownID)
        #expect(one.shownID == webhook(at: "https://h/1").shownID)
    }

    private func webhook(at url: String) -> Webhook {
        Webhook(
            url: url, format: .cloudEvents, selection: NoticeSelection(),
            sender: HTTPSender(timeLimit: .seconds(patience)))
    }
}
