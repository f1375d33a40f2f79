import MQTT
import TestSupport
import Testing

@testable import Messages

/// What leaves, with real servers. In the clock's time nobody waits.
@Suite(.timeLimit(.minutes(10))) struct MessageCourierTests {
    private let people: People
    private let clock = TestClock()
    private let log = LogLines()
    private let sender = HTTPSender(timeLimit: .seconds(patience))

    init() throws { people = try People() }

    /// `servers`: those that anna, ben and carl have chosen.
    private func store(_ servers: [BadServer]) async throws -> MessageStore {
        let way = NtfyChannel(servers: servers.map { .init(url: $0.url) }, sender: sender)
        let store = try people.store([way])
        for (person, server) in zip(["anna", "ben", "carl"], servers) {
            try await store.setSettings(
                .with { $0.ways.ntfy = .init(server: server.url, topic: person) }, of: person)
        }
        return store
    }

    /// Delivers while `body` runs.
    private func delivering(
        _ store: MessageStore, _ body: (MessageCourier) async throws -> Void
    ) async throws {
        let courier = MessageCourier(store, ways: store.ways, clock: clock, logger: log.logger)
        let running = Task { try await courier.run() }
        try await body(courier)
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    /// Waits until nothing is left to be delivered.
    private func drained(_ store: MessageStore) async throws {
        try await eventually(await store.behind()) { $0.isEmpty }
    }

    @Test func `a server that is away is tried again until it has the message`() async throws {
        let server = try BadServer([
            .status("500 Broken"), .close, .status("429 Slow\r\nRetry-After: 70"),
            .status("301 Moved\r\nLocation: http://127.0.0.1:1/"), .status("500 Broken"), .fine,
        ])
        let store = try await store([server])
        try await store.tell()
        try await delivering(store) { courier async throws in
            var requests = server.requests.makeAsyncIterator()
            var ids: Set<String?> = []
            for _ in 0..<6 { ids.insert(await requests.next()?.header("X-Sequence-ID")) }
            #expect(ids == ["1-k3v9xq2m-1"])
            try await drained(store)
        }
        #expect(clock.sleeps == [0.5, 1, 70, 4, 8])
        // Each fault once, and the end of it.
        #expect(log.all.count == 5)
        #expect(log.all.first?.hasPrefix("warning: messages cannot be delivered, and wait") == true)
        #expect(
            log.all.last
                == "notice: messages are delivered again person=anna target=\(server.url) way=ntfy")
    }

    @Test func `messages arrive in their order, and what is refused is set aside`() async throws {
        let server = try BadServer([
            .fine, .status("413 Large"), .status("500 Broken"), .fine,
        ])
        let store = try await store([server])
        for number in 1...4 {
            try await store.tell(["anna"], .example(number, region: "deal/\(number)"))
        }
        try await delivering(store) { _ async throws in
            var requests = server.requests.makeAsyncIterator()
            var ids: [String] = []
            for _ in 0..<5 { ids.append(await requests.next()?.header("X-Sequence-ID") ?? "") }
            #expect(ids.map { $0.prefix(1) } == ["1", "2", "3", "3", "4"])
            try await drained(store)
        }
        #expect(
            log.all.first
                == "warning: a message cannot be delivered and is set aside error=answers 413 "
                + "message=2 person=anna target=\(server.url) way=ntfy")
    }

    @Test func `one server that hangs holds nobody else up`() async throws {
        let hanging = try BadServer([.hang])
        let fine = try BadServer([.fine])
        let store = try await store([hanging, fine])
        try await store.tell(["anna", "ben"])
        try await delivering(store) { courier async throws in
            #expect(await fine.requests.first { _ in true } != nil)
            try await eventually(await store.behind()) { $0.count <= 1 }
            #expect(try await store.behind().keys.map(\.person) == ["anna"])
            // What comes later is not held up either.
            try await store.tell(["ben"], .example(2, region: "deal/1"))
            courier.wake()
            #expect(await fine.requests.first { _ in true } != nil)
            // It is written down after the server has it.
            try await eventually(await store.behind()) { $0.keys.map(\.person) == ["anna"] }
        }
    }

    @Test func `a refused token is said once, with what to do`() async throws {
        let server = try BadServer(Array(repeating: .status("401 Who"), count: 20) + [.fine])
        let store = try await store([server])
        try await store.tell()
        try await delivering(store) { _ async throws in try await drained(store) }
        #expect(
            log.all == [
                "warning: messages cannot be delivered, and wait error=answers 401: give the "
                    + "server a token_file in gateway.toml person=anna target=\(server.url) way=ntfy",
                "notice: messages are delivered again person=anna target=\(server.url) way=ntfy",
            ])
        #expect(clock.sleeps.max() == 300)
    }

    @Test func `what is over ten minutes old when it leaves does not ring`() async throws {
        let server = try BadServer([.status("503 Away\r\nRetry-After: 601"), .fine])
        let store = try await store([server])
        try await store.tell()
        try await delivering(store) { _ async throws in
            var requests = server.requests.makeAsyncIterator()
            #expect(await requests.next()?.body.contains(#""priority":3"#) == true)
            #expect(await requests.next()?.body.contains(#""priority":2"#) == true)
            try await drained(store)
        }
    }

    @Test func `in quiet hours it leaves and does not ring`() async throws {
        let server = try BadServer([.fine])
        let store = try await store([server])
        var settings = try await store.settings(of: "anna")
        settings.quiet = QuietHours(from: "09:00", to: "11:00", timeZone: "UTC")
        try await store.setSettings(settings, of: "anna")
        try await store.tell()
        try await delivering(store) { _ async throws in
            let request = await server.requests.first { _ in true }
            #expect(request?.body.contains(#""priority":2"#) == true)
        }
    }

    @Test func `how each target is doing can be asked`() async throws {
        let away = try BadServer([.hang])
        let fine = try BadServer([.fine])
        let store = try await store([away, fine])
        try await store.tell(["anna", "ben"])
        try await delivering(store) { courier async throws in
            #expect(await away.requests.first { _ in true } != nil)
            try await eventually(await store.behind()) { $0.count <= 1 }
            let states = try await courier.states()
            #expect(states.map(\.person) == ["anna", "ben"])
            #expect(states.map(\.behind) == [1, 0])
            #expect(states.map(\.name) == [away.url, fine.url])
        }
    }

    @Test func `a message is delivered by the way and to the topic of its person`() async throws {
        let server = try BadServer([.fine])
        let store = try await store([server])
        try await store.tell(["anna", "ben"])
        try await delivering(store) { _ async throws in
            let request = await server.requests.first { _ in true }
            #expect(request?.body.contains(#""topic":"anna""#) == true)
            try await drained(store)
        }
    }

    @Test(arguments: [
        (nil, [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]),
        (3, [3, 3, 3, 4, 8]), (1e300, [86_400, 86_400]), (-1, [0.5, 1]),
    ])
    func `attempts come less and less often`(asked: Double?, waits: [Double]) {
        var backoff = Backoff()
        #expect(waits.map { _ in backoff.wait(asked: asked, jitter: 1) } == waits)
        var other = Backoff()
        #expect(other.wait(asked: nil, jitter: 0) == 0.4)
    }
}
