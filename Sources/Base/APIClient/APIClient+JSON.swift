import FoundationEssentials

extension APIClient {
    /// The JSON object at `path`, as the daemon sends it.
    package func object(
        _ path: String, _ query: [(name: String, value: String)] = []
    ) async throws -> [UInt8] {
        let reply = try await send(.get, path, query: query)
        struct Object: Decodable {}
        let _: Object = try decode(reply)
        return reply.body
    }

    /// The decoded JSON at `path`.
    package func get<Answer: Decodable>(
        _ path: String, _ query: [(name: String, value: String)] = [],
        as: Answer.Type = Answer.self
    ) async throws -> Answer {
        try decode(await send(.get, path, query: query))
    }

    /// As the other, without a decoder: a list may have thousands.
    package func get(
        _ path: String, _ query: [(name: String, value: String)] = [], as: AnyJSON.Type
    ) async throws -> AnyJSON {
        let reply = try await send(.get, path, query: query)
        do {
            return try AnyJSON(reply.body)
        } catch {
            throw APIError.unknownReply(server)
        }
    }

    /// Sends `body` as JSON. `isNew`: whether something was made (status 201).
    package func send<Answer: Decodable>(
        _ method: Method, _ path: String, _ body: some Encodable,
        as: Answer.Type = Answer.self
    ) async throws -> (answer: Answer, isNew: Bool) {
        let reply = try await send(method, path, body: Array(JSONEncoder().encode(body)))
        return (try decode(reply), reply.status == 201)
    }

    private func decode<Answer: Decodable>(_ reply: Reply) throws -> Answer {
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(reply.body))
        } catch is DecodingError {
            throw APIError.unknownReply(server)
        }
    }
}
