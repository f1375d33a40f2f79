import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import HTTPService

/// Who gets how much of the room for bodies.
struct BodyRoomTests {
    private let room = BodyRoom(bytes: 16 << 20)

    /// Bodies that have sent so many bytes and do not go on, until `body` has ended.
    private func withOpen(
        _ bodies: [(sender: String?, bytes: Int)], _ body: () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var sources: [RequestBody.Source] = []
            for (sender, bytes) in bodies {
                let (open, source) = RequestBody.makeStream()
                group.addTask {
                    try? await BodyRoom.$sender.withValue(sender) {
                        _ = try await room.collect(open, upTo: .max)
                    }
                }
                await source.yield(ByteBuffer(repeating: 0, count: bytes))
                sources.append(source)
            }
            try await eventually(room.bytesTaken) { [bodies] in
                $0 == bodies.reduce(0) { $0 + $1.bytes }
            }
            try await body()
            for source in sources { source.finish() }
            try await group.waitForAll()
        }
        #expect(room.bytesTaken == 0)
    }

    private func admits(_ bytes: Int, of sender: String?) async -> Bool {
        await BodyRoom.$sender.withValue(sender) {
            let body = RequestBody(buffer: ByteBuffer(repeating: 0, count: bytes))
            return (try? await room.collect(body, upTo: .max)) != nil
        }
    }

    @Test func `a sender gets a quarter`() async throws {
        try await withOpen([("a", 4 << 20)]) {
            #expect(await !admits(1, of: "a"))
            #expect(await admits(4 << 20, of: "b"))
            #expect(await !admits((4 << 20) + 1, of: "b"))
            #expect(await admits(16 << 20, of: nil))
        }
    }

    @Test func `beside large bodies there is room for small ones, and for this machine`()
        async throws
    {
        try await withOpen(["a", "b", "c"].map { ($0, 4 << 20) }) {
            #expect(await !admits(1 << 20, of: "d"))
            #expect(await admits(64 << 10, of: "d"))
            #expect(await admits(16 << 20, of: nil))
        }
        try await withOpen([(nil, 16 << 20)]) {
            #expect(await !admits(1, of: nil))
            #expect(await admits(4 << 20, of: "a"))
        }
    }
}
