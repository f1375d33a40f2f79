import Dispatch
import SQLite
import TestSupport
import Testing

@testable import Places

/// Who asks has a connection of its own, and can go.
@Suite struct PlaceAnswerTests {
    private let folder = TemporaryFolder()

    private func database() throws -> PlaceDatabase {
        try PlaceDatabase(.file(folder.file("places.sqlite")), schemas: [])
    }

    @Test func `a look-up for a fix does not wait for a search`() async throws {
        let database = try database()
        let (begun, end) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        async let answer: Int = database.answer { _ in
            begun.continuation.finish()
            end.wait()
            return 1
        }
        for await _ in begun.stream {}
        #expect(try await database.with { try $0.placeCount() } == 0)
        end.signal()
        #expect(try await answer == 1)
    }

    @Test func `a search is interrupted when nobody waits for it any more`() async throws {
        let database = try database()
        let begun = AsyncStream<Void>.makeStream()
        let endless = Task {
            try await database.answer { store in
                begun.continuation.finish()
                return try store.connection.integer(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                    SELECT count(*) FROM n
                    """)
            }
        }
        for await _ in begun.stream {}
        endless.cancel()
        await #expect(throws: CancellationError.self) { try await endless.value }
        #expect(try await database.answer { try $0.placeCount() } == 0)
    }
}
