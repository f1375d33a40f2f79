import Glibc
import TestSupport
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(10))) struct HTTPSenderTests {
    private let sender = HTTPSender(timeLimit: .seconds(patience))

    private func answer(_ answer: BadServer.Answer) async throws -> HTTPReply {
        let server = try BadServer([answer])
        return try await send(to: server.url)
    }

    private func send(to url: String, by other: HTTPSender? = nil) async throws -> HTTPReply {
        try await (other ?? sender).send(HTTPRequest(post: Array("hello".utf8), to: url))
    }

    /// The same with a limit that passes; it is longer until the status comes before, as the machine may
    /// be busy.
    private func answer(inTime answer: BadServer.Answer) async throws -> HTTPReply {
        for seconds in [0.2, 2, 20] {
            do {
                let server = try BadServer([answer])
                return try await send(
                    to: server.url, by: HTTPSender(timeLimit: .seconds(seconds)))
            } catch let error as HTTPFailure where error.description.contains("no answer") {
                continue
            }
        }
        return try await self.answer(answer)
    }

    @Test func `a request arrives as it was given`() async throws {
        let server = try BadServer([.status("201 Made", body: "done")])
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20)
        let reply = try await sender.send(
            HTTPRequest(post: body, to: server.url + "/a?b", headers: [.init("X-Id", "7")]))
        #expect(reply == HTTPReply(status: 201, body: Array("done".utf8)))
        let request = try #require(await server.requests.first { _ in true })
        #expect(request.head.hasPrefix("POST /a?b HTTP/1.1\r\n"))
        #expect(request.header("X-Id") == "7")
        #expect(request.header("Expect") == nil)
        #expect(request.body.utf8.count == body.count)
    }

    @Test func `no redirect is followed`() async throws {
        let other = try BadServer([.fine])
        let reply = try await answer(.status("301 Moved\r\nLocation: \(other.url)/x"))
        #expect(reply.status == 301)
        #expect(reply.location == other.url + "/x")
        _ = try await send(to: other.url + "/y")
        let first = try #require(await other.requests.first { _ in true })
        #expect(first.head.hasPrefix("POST /y "))
    }

    @Test(arguments: [
        ("429 Slow Down\r\nRetry-After: 7", 7.0), ("503 Later", nil),
        ("503 Later\r\nRetry-After: soon", nil), ("503 Later\r\nRetry-After: -5", nil),
    ])
    func `what the server asks for is known`(status: String, seconds: Double?) async throws {
        #expect(try await answer(.status(status)).retryAfter == seconds)
    }

    @Test func `a body without end is cut`() async throws {
        let reply = try await answer(.endless)
        #expect(reply.status == 200)
        #expect(reply.body.count == 1 << 16)
    }

    @Test(arguments: [BadServer.Answer.cutOff("200 OK"), .hangInBody("200 OK")])
    func `a status counts, whatever becomes of the body`(answer: BadServer.Answer) async throws {
        let reply = try await self.answer(inTime: answer)
        #expect((reply.status, reply.body, reply.isWhole) == (200, Array("{".utf8), false))
    }

    @Test(arguments: [
        (BadServer.Answer.hangInBody("103 Wait"), "libcurl: Unsupported protocol"),
        (.close, "it ends the connection without an answer"),
        (.garbage, "libcurl: Unsupported protocol"),
        (.endlessHead, "its answer is too long"),
    ])
    func `without an answer it says why`(answer: BadServer.Answer, why: String) async throws {
        await #expect(throws: HTTPFailure(why)) { try await self.answer(answer) }
    }

    @Test func `a server that says nothing is given up`() async throws {
        let server = try BadServer([.hang])
        await #expect(throws: HTTPFailure("no answer within 0.2 s")) {
            try await send(to: server.url, by: HTTPSender(timeLimit: .milliseconds(200)))
        }
    }

    @Test(arguments: [
        "", "no address", "file:///etc/passwd", "ftp://127.0.0.1/x", "http://", "\u{0}",
        "gopher://127.0.0.1", String(repeating: "x", count: 1 << 20),
    ])
    func `what is no address of the web is asked for nothing`(url: String) async throws {
        await #expect(throws: HTTPFailure.self) { try await send(to: url) }
    }

    @Test(arguments: ["a\r\nHost: other", "a\nb", "\u{0}", "\u{7F}"])
    func `a header has one line`(value: String) async throws {
        let server = try BadServer([.fine])
        await #expect(throws: HTTPFailure("a header has a control character in it")) {
            try await sender.send(
                HTTPRequest(post: [], to: server.url, headers: [.init("X-Id", value)]))
        }
    }

    @Test func `many that hang hold nobody up, and end when they are cancelled`() async throws {
        let slow = try BadServer([.hang])
        let fast = try BadServer([.fine])
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 { group.addTask { _ = try await send(to: slow.url) } }
            var arrived = slow.requests.makeAsyncIterator()
            for _ in 0..<50 { _ = await arrived.next() }
            let reply = try await send(to: fast.url)
            #expect(reply.status == 200)
            group.cancelAll()
            while let result = await group.nextResult() {
                #expect(throws: CancellationError.self) { try result.get() }
            }
        }
    }

    @Test func `a certificate that nobody vouches for is refused`() async throws {
        let folder = TemporaryFolder()
        let (key, certificate) = (folder.file("key.pem"), folder.file("certificate.pem"))
        let made = system(
            """
            openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
            -addext subjectAltName=IP:127.0.0.1 -keyout \(key) -out \(certificate) 2>/dev/null
            """)
        guard made == 0 else { return print("not checked: openssl is not installed") }
        let server = try #require(
            popen(
                """
                exec openssl s_server -www -naccept 1 -accept 127.0.0.1:0 -key \(key) -cert \(certificate) \
                2>/dev/null </dev/null
                """, "r"))
        var line = [CChar](repeating: 0, count: 256)
        var port: Substring?
        while port == nil, fgets(&line, 256, server) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            if text.hasPrefix("ACCEPT") { port = text.dropLast().split(separator: ":").last }
        }
        let url = "https://127.0.0.1:\(try #require(port))/"
        let said = await #expect(throws: HTTPFailure.self) { try await send(to: url) }
        #expect(
            said?.description
                == "its certificate is not valid: is it of a known authority, and in date?")
        pclose(server)
    }
}
