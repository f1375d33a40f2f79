import CPQ
import Glibc
import Posix
import Synchronization

/// A PostgreSQL server, to which each piece of work makes a connection of its own.
struct Postgres: Sendable {
    /// As libpq reads it, as in `service=deals`.
    let connection: String

    /// What is done together, each with the values of `$1` and so on.
    typealias Statement = (sql: String, values: [String])

    /// Runs all statements, or none of them. Throws `PostgresError`, or `CancellationError` as soon as the
    /// task is cancelled, when the connection ends: it may have been done then.
    func run(_ statements: [Statement]) async throws {
        let reply = Reply()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                reply.begin(continuation)
                onOwnThread {
                    reply.end(
                        with: Result {
                            let session = try Session(connection)
                            reply.socket.withLock { $0 = session.socket }
                            // Before the session closes it.
                            defer { reply.socket.withLock { $0 = nil } }
                            try session.run(statements)
                        })
                }
                if Task.isCancelled { reply.abandon() }
            }
        } onCancel: {
            reply.abandon()
        }
    }

    /// Given once.
    private final class Reply: Sendable {
        private let waiting = Mutex<CheckedContinuation<Void, any Error>?>(nil)
        /// Of a session that works.
        let socket = Mutex<Int32?>(nil)

        func begin(_ continuation: CheckedContinuation<Void, any Error>) {
            waiting.withLock { $0 = continuation }
        }

        func end(with result: Result<Void, any Error>) {
            waiting.withLock { $0.take() }?.resume(with: result)
        }

        /// Nobody waits any more, also no thread.
        func abandon() {
            end(with: .failure(CancellationError()))
            socket.withLock { if let socket = $0 { shutdown(socket, Int32(SHUT_RDWR)) } }
        }
    }
}

/// What PostgreSQL says is wrong.
struct PostgresError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// `message`: as libpq has it, of which the first line counts.
    init(_ message: UnsafePointer<CChar>?) {
        let text = message.map { String(cString: $0) } ?? "no memory"
        let line = text.split(whereSeparator: \.isNewline).first.map { String($0) } ?? text
        description =
            line.split(separator: ":  ", maxSplits: 1).last.map { String($0).shortened(to: 200) }
            ?? "it does not say why"
    }
}

/// A connection, used by one thread, which waits for each answer.
private final class Session {
    private let connection: OpaquePointer?

    /// What applies where the connection's own words say nothing else. Seconds until there is one, and
    /// milliseconds until an answer that does not come is given up.
    private static let defaults: KeyValuePairs = [
        "connect_timeout": "5", "tcp_user_timeout": "10000",
        "options": "-c statement_timeout=10000", "fallback_application_name": "geofenced-gateway",
        "client_encoding": "UTF8",
    ]

    init(_ words: String) throws {
        let settings = Self.defaults.map { ($0.key, $0.value) } + [("dbname", words)]
        connection = withNulls(settings.map(\.0)) { keys in
            withNulls(settings.map(\.1)) { PQconnectdbParams(keys, $0, 1) }
        }
        guard PQstatus(connection) == CONNECTION_OK else {
            throw PostgresError(PQerrorMessage(connection))
        }
        // Notices, as of a table that is there already, are not for anybody.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit { PQfinish(connection) }

    var socket: Int32 { PQsocket(connection) }

    func run(_ statements: [Postgres.Statement]) throws {
        try run("BEGIN")
        for (sql, values) in statements { try run(sql, values) }
        try run("COMMIT")
    }

    private func run(_ sql: String, _ values: [String] = []) throws {
        let result = withNulls(values) {
            PQexecParams(connection, sql, Int32(values.count), nil, $0, nil, nil, 0)
        }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else {
            throw PostgresError(PQerrorMessage(connection))
        }
    }
}

/// Calls `body` with the texts as C has them, and a null pointer after them.
private func withNulls<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
        body($0.baseAddress!)
    }
}
