import Posix
import Testing

struct ChangeLogTests {
    @Test func `who waits is told what has changed since, each once`() async throws {
        let log = ChangeLog<String>(everything: ["all"])
        #expect(try await log.next(after: -1).kinds.isEmpty)
        async let waiting = log.next(after: 0)
        log.note(["b", "a"])
        #expect(try await waiting == (["a", "b"], 1))
        log.note(["a"])
        log.note(["a", "c"])
        #expect(try await log.next(after: 1) == (["a", "c"], 3))
        #expect(try await log.next(after: 0) == (["a", "b", "c"], 3))
        #expect(log.number == 3)
    }

    @Test func `whoever is far behind is told that anything may have changed`() async throws {
        let log = ChangeLog<Int>(mostKept: 10, everything: [-1])
        for number in 1...100 { log.note([number]) }
        for behind in 1...10 {
            #expect(try await log.next(after: 100 - behind) == (Set((101 - behind)...100), 100))
        }
        #expect(try await log.next(after: 50) == ([-1], 100))
        #expect(try await log.next(after: -1) == ([-1], 100))
    }

    @Test func `who waits no longer is let go`() async throws {
        let log = ChangeLog<String>(everything: [])
        let waiting = Task { try await log.next(after: 0).number }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
