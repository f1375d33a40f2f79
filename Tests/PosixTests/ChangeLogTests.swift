import Posix
import Testing

struct ChangeLogTests {
    @Test func `who waits is told what has changed since, each once`() async throws {
        let log = ChangeLog<String>()
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

    @Test func `who waits no longer is let go`() async throws {
        let log = ChangeLog<String>()
        let waiting = Task { try await log.next(after: 0).number }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
