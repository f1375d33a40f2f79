import Glibc
import Posix
import TestSupport
import Testing

extension SystemTests {
    /// What a network does to a port.
    struct GatewayHostileTests {
        /// Each is one refusal, and the end.
        private static let ambiguous = [
            "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
            "Content-Length: 5\r\nContent-Length: 5\r\n\r\nabcde",
            "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n",
            "Content-Length: 5, 5\r\n\r\nabcde", "Content-Length: +5\r\n\r\nabcde",
            "Content-Length: -1\r\n\r\n", "Transfer-Encoding: \r\nContent-Length: 5\r\n\r\nabcde",
            "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello\r\n0\r\n\r\n",
            "Name: a\u{0}b\r\n\r\n", "no colon\r\n\r\n", "X: ⟦x×20000⟧\r\n\r\n",
            "⟦X-1: x\r\n×1000⟧\r\n", "Content-Length: 1073741824\r\n\r\n",
        ].map { "POST /health HTTP/1.1\r\nHost: localhost\r\n\($0)" }

        private static let noHTTP = [
            "GET /health\r\n", "GET /health HTTP/0.9\r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
            "nonsense\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "GET /⟦x×9000⟧ HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /health HTTP/1.1\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        ]

        @Test(arguments: [false, true])
        func `an ambiguous request, or none at all, gets one refusal and the end`(
            hasTLS: Bool
        ) async throws {
            let gateway = try await Gateway(hasTLS: hasTLS)
            let hidden = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            try await gateway.run { _ in
                for text in Self.ambiguous + Self.noHTTP {
                    let reply = try await gateway.reply(to: unrolled(text) + hidden)
                    #expect(reply.hasPrefix("HTTP/1.1 4"), "\(text)")
                    #expect(reply.split(separator: "\r\n").count { $0.hasPrefix("HTTP/1.1 ") } == 1)
                    #expect(!reply.has(#"{"status":"ok"}"#), "\(text)")
                }
                #expect(try await gateway.isWell())
            }
        }

        @Test(arguments: [
            "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}",
            "\u{16}\u{3}\u{1}⟦\u{ff}×20000⟧", "⟦\u{0}×100000⟧", "SSH-2.0-x\r\n",
            "\u{80}\u{2e}\u{1}\u{0}\u{2}",
        ])
        func `whoever speaks something else than TLS to it is let go`(text: String) async throws {
            let gateway = try await Gateway(hasTLS: true)
            try await gateway.run { _ in
                let reply = try await gateway.plainReply(to: unrolled(text))
                #expect(!reply.has("HTTP"))
                #expect(try await gateway.isWell())
            }
        }

        @Test(arguments: [false, true])
        func `whoever is slow is let go, and the others do not wait for that`(
            hasTLS: Bool
        ) async throws {
            let gateway = try await Gateway(hasTLS: hasTLS)
            // Of TLS, a hello that goes on for as long as a record may be.
            let begun =
                hasTLS
                ? "\u{16}\u{3}\u{1}\u{40}\u{0}\u{1}\u{0}\u{3f}\u{7c}"
                : "GET /health HTTP/1.1\r\n"
            try await gateway.run { _ in
                async let head = gateway.reply(to: "GET /health HTTP/1.1\r\nHost: loc")
                async let silence = gateway.plainReply(to: "")
                async let drip = drip(begun, to: gateway)
                // Somebody is served while another is slow.
                try await eventually {
                    let slow = try LocalClient(port: gateway.port)
                    slow.send(begun)
                    #expect(try await gateway.isWell())
                    return !slow.hasHeard
                }
                let replies = try await [head, silence]
                #expect(replies.allSatisfy { !$0.has("200") })
                try await drip
            }
        }

        /// Sends a byte of a header every tenth of a second, until that is taken no more.
        private func drip(_ start: String, to gateway: Gateway) async throws {
            let client = try LocalClient(port: gateway.port)
            client.send(start)
            try await eventually(every: .milliseconds(100)) { !client.sends("x") }
        }

        @Test func `clients that read nothing keep nobody from being served`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { _ in
                let host = try gateway.host
                let request = "GET /base/words-en.js HTTP/1.1\r\nHost: \(host)\r\n\r\n"
                var clients: [LocalClient] = []
                // More than one address may have, and than there are places at all.
                for number in 1...(Share.isWhole ? 1200 : 300) {
                    let client = try LocalClient(port: gateway.port)
                    // Of each fifth, more than the system takes for somebody who does not read.
                    let count = number.isMultiple(of: 5) ? 80 : 2
                    client.send(String(repeating: request, count: count))
                    clients.append(client)
                    if number % 100 == 0 { #expect(try await gateway.isWell()) }
                }
                for _ in 0..<20 { #expect(try await gateway.isWell()) }
                withExtendedLifetime(clients) {}
            }
        }

        @Test func `bodies that stop in the middle take little memory`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { running in
                let before = try Self.memory(of: running.identifier)
                let head = """
                    POST /api/join HTTP/1.1
                    Host: \(try gateway.host)
                    Content-Type: application/json
                    Content-Length: 1000000


                    """.replacing("\n", with: "\r\n")
                var clients: [LocalClient] = []
                for _ in 0..<200 {
                    let client = try LocalClient(port: gateway.port)
                    client.send(head + String(repeating: " ", count: 1 << 19))
                    clients.append(client)
                }
                #expect(try await gateway.isWell())
                // 100 MB were sent.
                #expect(try Self.memory(of: running.identifier) - before < 64 << 20)
                withExtendedLifetime(clients) {}
            }
        }

        /// Bytes that a process has for itself (proc(5), `RssAnon`).
        private static func memory(of identifier: Int32) throws -> Int {
            let text = try text(of: "/proc/\(identifier)/status")
            let kibibytes = text.between("RssAnon:", "k")?.filter(\.isNumber)
            return try #require(kibibytes.flatMap { Int($0) }) * 1024
        }

        @Test(arguments: Share.of([false, true], 1))
        func `ten thousand connections keep nobody from being served`(hasTLS: Bool) async throws {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let count = min(10_000, Int(limit.rlim_max) / 2)
            let gateway = try await Gateway(hasTLS: hasTLS)
            try await gateway.run { running in
                var clients: [LocalClient] = []
                for number in 1...count {
                    clients.append(try LocalClient(port: gateway.port))
                    clients[number - 1].send("GET")
                    if number % 2500 == 0 { #expect(try await gateway.isWell()) }
                }
                let open = names(inDirectory: "/proc/\(running.identifier)/fd").count
                #expect(open < 1100)
                withExtendedLifetime(clients) {}
            }
        }
    }
}
