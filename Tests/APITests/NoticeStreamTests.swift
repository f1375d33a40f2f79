import APIClient
import Geofencing
import Glibc
import Notifications
import Posix
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct NoticeStreamTests {
    private let folder = TemporaryFolder()

    private func path() throws -> SocketPath { try SocketPath(folder.file("socket")) }

    /// Answers one connection after the other; returns the request of each.
    private static func serve(_ answers: [String], at server: Int32) -> [[UInt8]] {
        answers.map { answer in
            let client = accept(server, nil, nil)
            defer { close(client) }
            var request = [UInt8](repeating: 0, count: 4096)
            let count = read(client, &request, request.count)
            _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
            return Array(request.prefix(max(0, count)))
        }
    }

    /// What a listener hears from a daemon that gives one answer to each connection, up to the first
    /// notice with this number; and what it has asked for, without line ends.
    private func listen(
        from start: NoticeStart, until last: Int, _ answers: [String]
    ) async throws -> (heard: [String], requests: [[UInt8]]) {
        let path = try path()
        let server = try path.listen()
        defer { close(server) }
        async let requests = blocking { Self.serve(answers, at: server) }
        var stream = NoticeStream(at: path, from: start)
        var heard: [String] = []
        try await stream.listen { event in
            switch event {
            case .notices(let notices):
                let numbers = notices.map { "\($0.position.after)" }
                heard.append("notice \(numbers.joined(separator: " "))")
                return notices[notices.count - 1].position.after < last
            case .resumed(let point): heard.append("resumed \(point.after)")
            case .gap(let from, let to): heard.append("gap \(from?.after ?? 0) \(to.after)")
            case .waiting: heard.append("waiting")
            }
            return true
        }
        return (heard, await requests.map { $0.dropLast() })
    }

    private static func resumed(_ number: Int) -> String {
        "{\"resumed\":\(number),\"log\":\"k3v9xq2m\"}\n"
    }

    private static func notice(_ number: Int) -> String {
        "{\"id\":\"k3v9xq2m-\(number)\",\"sequence\":\"\(number)\"}\n"
    }

    @Test func `it goes on where the last connection ended`() async throws {
        let (heard, requests) = try await listen(
            from: .after(ListenerCursor(after: 2)), until: 5,
            [
                Self.resumed(2) + Self.notice(3),
                Self.resumed(3) + Self.notice(4) + Self.notice(5),
            ])
        #expect(heard == ["resumed 2", "notice 3", "resumed 3", "notice 4 5"])
        var first = ListenerRequest()
        first.beginning = .after(NoticeCursor(after: 2))
        var second = ListenerRequest()
        second.beginning = .after(NoticeCursor(after: 3, log: "k3v9xq2m"))
        #expect(try requests.map { try ListenerRequest(line: $0) } == [first, second])
    }

    @Test func `what comes before the answer does not count`() async throws {
        let (heard, _) = try await listen(
            from: .now, until: 8, [Self.notice(6) + Self.resumed(7) + Self.notice(8)])
        #expect(heard == ["resumed 7", "notice 8"])
    }

    @Test func `a gap says what was the last, and where it goes on`() async throws {
        let (heard, _) = try await listen(
            from: .after(ListenerCursor(after: 2)), until: 60,
            ["{\"gap\":{\"oldest\":60},\"log\":\"k3v9xq2m\"}\n" + Self.notice(60)])
        #expect(heard == ["gap 2 59", "notice 60"])
    }

    @Test(arguments: [
        ("{\"error\":\"after: is no number\"}\n", "geofenced refuses: after: is no number"),
        ("220 mail.example ESMTP\n", "whoever listens there is not geofenced"),
    ])
    func `an answer that is none ends it`(answer: String, message: String) async throws {
        let error = await #expect(throws: NoticeStreamError.self) {
            try await listen(from: .now, until: 1, [answer])
        }
        #expect(error?.description.hasSuffix(message) == true)
    }

    @Test func `it asks for the time in which nobody listened`() async throws {
        let path = try path()
        var stream = NoticeStream(
            at: path, from: .now, transitions: ["enter"], kinds: ["deal"], devices: ["anna"])
        var requests: Task<[[UInt8]], Never>?
        try await stream.listen { event in
            guard case .waiting = event else { return false }
            let server = try path.listen()
            requests = Task { await blocking { Self.serve([Self.resumed(7)], at: server) } }
            return true
        }
        let request = try #require(await requests?.value.first)
        let asked = try ListenerRequest(line: request.dropLast())
        guard case .since = asked.beginning else {
            Issue.record("it begins with \(String(describing: asked.beginning))")
            return
        }
        #expect(asked.transitions == [.enter] && asked.kinds == ["deal"])
        #expect(asked.devices == [DeviceID("anna")!])
    }
}
