import APIClient
import FoundationEssentials
import Interests
import Posix

/// The running daemon, asked at its control socket.
struct Daemon: Sendable {
    private let client: APIClient
    private let path: SocketPath

    init(at path: SocketPath) {
        client = APIClient(at: path)
        self.path = path
    }

    /// As the daemon sends it: an object of JSON.
    func object(
        _ path: String, _ query: [(name: String, value: String)] = []
    ) async throws -> [UInt8] {
        let reply = try await client.send(.get, path, query: query)
        struct Object: Decodable {}
        let _: Object = try decode(reply)
        return reply.body
    }

    /// As the daemon sends it: lines.
    func lines(_ path: String, _ query: [(name: String, value: String)]) async throws -> [UInt8] {
        try await client.send(.get, path, query: query).body
    }

    func get<Answer: Decodable>(
        _ path: String, _ query: [(name: String, value: String)] = [],
        as: Answer.Type = Answer.self
    ) async throws -> Answer {
        try decode(await client.send(.get, path, query: query))
    }

    /// Says also whether something was made.
    func send<Answer: Decodable>(
        _ method: APIClient.Method, _ path: String, _ body: some Encodable,
        as: Answer.Type = Answer.self
    ) async throws -> (answer: Answer, isNew: Bool) {
        let reply = try await client.send(method, path, body: Array(JSONEncoder().encode(body)))
        return (try decode(reply), reply.status == 201)
    }

    func delete(_ path: String) async throws {
        _ = try await client.send(.delete, path)
    }

    private func decode<Answer: Decodable>(_ reply: APIClient.Reply) throws -> Answer {
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(reply.body))
        } catch is DecodingError {
            throw DaemonError.unknownReply(self.path)
        }
    }
}

extension Daemon {
    static func path<Kind: RegionKind>(_ kind: Kind.Type, _ id: Int64? = nil) -> String {
        "/v1/\(kind.collection)" + (id.map { "/\($0)" } ?? "")
    }
}
