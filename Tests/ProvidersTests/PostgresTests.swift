import Glibc
import TestSupport
import Testing

@testable import Providers

/// Of a PostgreSQL that is not there; what a real one does, scripts/check-providers looks at.
@Suite(.timeLimit(.minutes(5))) struct PostgresTests {
    @Test(arguments: [
        ("host=127.0.0.1 port=1", "refused"), ("service=nowhere-at-all", "nowhere-at-all"),
        ("host=127.0.0.1 colour=red", "colour"), ("dbname='open", "quoted"),
        ("host=/nowhere", "/nowhere"),
    ])
    func `what is wrong is said in a line`(connection: String, word: String) async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await Postgres(connection: connection).run([])
        }
        let text = error?.description ?? ""
        #expect(text.contains(word) && text.count <= 201 && !text.contains("\n"), "\(text)")
    }

    @Test func `whoever is cancelled does not wait for a server that says nothing`() async throws {
        let (listening, port) = try listenOnLoopback()
        defer { close(listening) }
        let task = Task {
            try await Postgres(connection: "host=127.0.0.1 port=\(port) connect_timeout=0").run([])
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
