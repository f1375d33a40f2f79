import Geofencing
import Glibc
import Notifications
import Posix
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct NotificationSocketTests {
    static let resumed = #"{"resumed":0,"log":"abc"}"#

    /// A socket that tells `notices` while `body` runs; then they end.
    private func serving(
        patience: Duration = .seconds(300), keepCount: Int = 1_000_000,
        _ body: (NotificationLog, SocketPath) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        let notices = try NotificationLog.example(in: folder, keepCount: keepCount)
        let path = try SocketPath(folder.file("socket"))
        let descriptor = try path.listen()
        async let running: Void = NotificationSocket(
            notices, descriptor: descriptor, patience: patience
        ).run()
        do {
            try await body(notices, path)
        } catch {
            await notices.finish()
            try await running
            throw error
        }
        await notices.finish()
        try await running
    }

    /// A client that surely gets what is told from now on, after it has read all before.
    private func connected(_ path: SocketPath, _ notices: NotificationLog) async throws
        -> TestClient
    {
        let client = try TestClient(path)
        await client.ask(#"{"after":\#(notices.latest)}"#)
        try #require(await client.line()?.hasPrefix(#"{"resumed":"#) == true)
        return client
    }

    @Test func `who connects gets what comes from then on, without a gap`() async throws {
        try await serving { notices, path in
            try await notices.append(5)
            let client = try TestClient(path)
            // It is not told when it has been noticed.
            for _ in 0..<1000 {
                try await notices.append(1)
                if await client.hears() { break }
            }
            try await notices.append(20)
            await notices.finish()
            let numbers = await client.rest().compactMap(\.sequence)
            let first = try #require(numbers.first)
            #expect(first > 5)
            #expect(numbers == Array(first...notices.latest))
        }
    }

    @Test func `whoever comes just when the daemon stops ends nothing else`() async throws {
        for _ in 0..<20 {
            try await serving(patience: .zero) { notices, path in
                let clients = try (0..<20).map { _ in try TestClient(path) }
                await notices.finish()
                #expect(clients.count == 20)
            }
        }
    }

    @Test func `a notice arrives as it was written`() async throws {
        try await serving { notices, path in
            let client = try await connected(path, notices)
            try await notices.append([.example(region: .example(name: "a\nb 🍕"))])
            let expected = Notice(
                sequence: 1, log: LogID("abc"), device: DeviceID("desk"),
                transition: .example(region: .example(name: "a\nb 🍕")), recorded: noon(1))
            let line = try #require(await client.line()) + "\n"
            #expect(Array(line.utf8) == expected.cloudEvent(source: "/geofenced/pi-car"))
        }
    }

    @Test func `the log may be named too`() async throws {
        try await serving { notices, path in
            try await notices.append(3)
            let client = try TestClient(path)
            await client.ask(#"{"after":2,"log":"abc"}"#)
            #expect(await client.line() == #"{"resumed":2,"log":"abc"}"#)
            #expect(await client.numbers(1) == [3])
        }
    }

    @Test func `a place that is no longer kept is a gap`() async throws {
        try await serving(keepCount: 300) { notices, path in
            try await notices.append(600)
            let oldest = notices.oldest
            let client = try TestClient(path)
            await client.ask(#"{"after":\#(oldest - 2)}"#)
            #expect(await client.line() == #"{"gap":{"oldest":\#(oldest)},"log":"abc"}"#)
            #expect(await client.numbers(2) == [oldest, oldest + 1])
        }
    }

    @Test func `a place ahead of the log is an error`() async throws {
        try await serving { notices, path in
            try await notices.append(3)
            let client = try TestClient(path)
            await client.ask(#"{"after":4}"#)
            #expect(
                await client.rest() == [
                    #"{"error":"after: is ahead of the log, whose last number is 3"}"#
                ])
        }
    }

    @Test(arguments: [
        "nonsense", #"{"after":-1}"#, #"{"after":"0"}"#, #"{"after":null}"#, "[0]",
        #"{"before":1}"#, "\u{0}",
    ])
    func `a bad line gets one line, and the end`(_ line: String) async throws {
        try await serving { notices, path in
            try await notices.append(3)
            let client = try await connected(path, notices)
            await client.ask(line)
            let rest = await client.rest()
            #expect(rest.count == 1)
            #expect(rest.first?.hasPrefix(#"{"error":""#) == true)
        }
    }

    @Test func `a line over 4 KiB gets one line, and the end`() async throws {
        try await serving { _, path in
            let client = try TestClient(path)
            await client.send(repeatElement(UInt8(ascii: "x"), count: 4097))
            #expect(await client.rest() == [#"{"error":"the line is longer than 4096 bytes"}"#])
        }
    }

    @Test func `megabytes without a line end are not taken`() async throws {
        try await serving { notices, path in
            let client = try TestClient(path)
            // It ends because the daemon closes.
            await client.send(repeatElement(UInt8(ascii: " "), count: 8 << 20))
            let other = try await connected(path, notices)
            try await notices.append(1)
            #expect(await other.numbers(1) == [1])
        }
    }

    @Test func `transitions and kinds narrow what is told`() async throws {
        try await serving { notices, path in
            let client = try TestClient(path)
            await client.ask(
                #"{"after":0,"transitions":["exit","dwell"],"kinds":["deal","cafe"]}"#)
            #expect(await client.line() == Self.resumed)
            for kind in ["deal", "favourite", "cafe"] {
                try await notices.append(
                    [.enter, .dwell, .exit].map {
                        .example($0, region: .example(kind: kind))
                    })
            }
            #expect(await client.numbers(4) == [2, 3, 8, 9])
            await client.ask(#"{"transitions":["enter"]}"#)
            await client.ask(#"{"after":0}"#)
            #expect(await client.line() == Self.resumed)
            #expect(await client.numbers(2) == [1, 7])
        }
    }

    @Test func `nothing wanted is nothing told`() async throws {
        try await serving { notices, path in
            try await notices.append(3)
            let client = try TestClient(path)
            await client.ask(#"{"after":0,"kinds":[]}"#)
            #expect(await client.line() == Self.resumed)
            try await notices.append(3)
            await notices.finish()
            #expect(await client.rest() == [])
        }
    }

    @Test func `a request may come byte by byte`() async throws {
        try await serving { notices, path in
            try await notices.append(2)
            let client = try TestClient(path)
            for byte in "{\"after\":1}\r\n".utf8 { await client.send([byte]) }
            #expect(await client.line() == #"{"resumed":1,"log":"abc"}"#)
            #expect(await client.numbers(1) == [2])
        }
    }

    @Test func `a request may be made again, from any place`() async throws {
        try await serving { notices, path in
            try await notices.append(500)
            let client = try TestClient(path)
            for place in [0, 499, 250, 0] {
                await client.ask(#"{"after":\#(place)}"#)
                var line = await client.line()
                while let text = line, text.sequence != nil { line = await client.line() }
                #expect(line == #"{"resumed":\#(place),"log":"abc"}"#)
                #expect(await client.numbers(1) == [place + 1])
            }
            #expect(await client.numbers(499) == Array(2...500))
        }
    }

    @Test func `two requests in one go are both answered`() async throws {
        try await serving { notices, path in
            try await notices.append(2)
            let client = try TestClient(path)
            await client.ask("{\"after\":2}\n{\"after\":1}")
            #expect(await client.lines(2).last == #"{"resumed":1,"log":"abc"}"#)
            #expect(await client.numbers(1) == [2])
        }
    }

    @Test func `a request without its end is none`() async throws {
        try await serving { notices, path in
            let client = try await connected(path, notices)
            await client.send(#"{"after":0}"#.utf8)
            try await notices.append(1)
            #expect(await client.numbers(1) == [1])
        }
    }

    @Test func `a client that has no more to say keeps receiving`() async throws {
        try await serving { notices, path in
            let client = try await connected(path, notices)
            client.finishSending()
            for number in 1...50 {
                try await notices.append(1)
                #expect(await client.numbers(1) == [number])
            }
            await notices.finish()
            #expect(await client.rest() == [])
        }
    }

    @Test func `two hundred listeners all get the same`() async throws {
        try await serving { notices, path in
            var clients: [TestClient] = []
            for _ in 0..<200 { clients.append(try await connected(path, notices)) }
            try await notices.append(100)
            var answers: Set<[String]> = []
            for client in clients { answers.insert(await client.lines(100)) }
            #expect(answers.count == 1)
            #expect(answers.first?.map(\.sequence) == Array(1...100))
        }
    }

    @Test func `listeners that never read do not delay one that does`() async throws {
        try await serving(patience: .zero) { notices, path in
            var silent: [TestClient] = []
            for _ in 0..<30 { silent.append(try await connected(path, notices)) }
            let reader = try await connected(path, notices)
            for round in 0..<20 {
                try await notices.append(100)
                #expect(
                    await reader.numbers(100) == Array(round * 100 + 1...round * 100 + 100))
            }
            // At the end they are not waited for.
            await notices.finish()
            #expect(await reader.rest() == [])
            withExtendedLifetime(silent) {}
        }
    }

    @Test func `listeners that vanish do no harm`() async throws {
        try await serving { notices, path in
            try await notices.append(1000)
            for number in 0..<200 {
                let client = try TestClient(path)
                await client.ask(#"{"after":0}"#)
                if number.isMultiple(of: 3) { _ = await client.line() }
            }
            let client = try await connected(path, notices)
            try await notices.append(1)
            #expect(await client.numbers(1) == [1001])
        }
    }

    /// It would hang, until the time limit.
    @Test func `without listeners it ends at once`() async throws {
        try await serving { _, _ in }
    }

    @Test func `it can be called off while listeners wait`() async throws {
        let folder = TemporaryFolder()
        let path = try SocketPath(folder.file("socket"))
        let descriptor = try path.listen()
        let notices = try NotificationLog.example(in: folder)
        let running = Task {
            try await NotificationSocket(notices, descriptor: descriptor).run()
        }
        let client = try await connected(path, notices)
        running.cancel()
        _ = await running.result
        #expect(await client.rest() == [])
    }
}
