import APIClient
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
package import Posix

/// The daemon, as the gateway asks it.
package struct Daemon: Sendable {
    let client: APIClient

    /// `socket`: the control socket. `timeout`: until the whole of an answer is there.
    package init(at socket: SocketPath, timeout: Duration = APIClient.usualTimeout) {
        client = APIClient(at: socket, timeout: timeout)
    }

    /// Asks, and hands the answer on as it is. Throws an `APIError`.
    func pass(
        _ method: APIClient.Method, _ path: String, query: [(name: String, value: String)] = [],
        body: AnyJSON? = nil
    ) async throws -> Response {
        let reply = try await client.send(
            method, path, query: query, body: try body?.jsonBytes)
        guard reply.status != 204 else { return .done }
        return Response.json(
            bytes: reply.body, status: .init(code: reply.status),
            type: reply.contentType ?? "application/json")
    }

    /// As `pass`, but the answer is read. `nil` for an answer without a body. `largest`: bytes of a
    /// body that the path takes.
    func json(
        _ method: APIClient.Method, _ path: String, query: [(name: String, value: String)] = [],
        body: AnyJSON? = nil, largest: Int = APIClient.largestBody
    ) async throws -> AnyJSON {
        let reply = try await client.send(
            method, path, query: query, body: try body?.jsonBytes,
            largest: largest)
        guard !reply.body.isEmpty else { return .null }
        return try AnyJSON(reply.body)
    }

    /// What is at the path. Throws as if nothing were there if it has none.
    func found(
        _ path: String, query: [(name: String, value: String)] = []
    ) async throws -> AnyJSON {
        do {
            return try await json(.get, path, query: query)
        } catch APIError.refused(let refusal) where refusal.status == 404 {
            throw Problem.nothingHere
        }
    }

    /// Removes what is at the path. Returns `false` if there is nothing.
    @discardableResult
    func remove(
        _ path: String, query: [(name: String, value: String)] = []
    ) async throws -> Bool {
        do {
            _ = try await client.send(.delete, path, query: query)
            return true
        } catch APIError.refused(let refusal) where refusal.status == 404 { return false }
    }

    /// Whether it has such a device, or what one has left that was removed: its positions, or notices.
    func knows(_ device: String) async throws -> Bool {
        do {
            _ = try await client.send(.get, "/v1/devices/\(device)")
            return true
        } catch APIError.refused(let refusal) where refusal.status == 404 {
            let kept = try await client.send(
                .get, "/v1/devices/\(device)/positions",
                query: [("removed", "true"), ("limit", "1")])
            guard kept.body.isEmpty else { return true }
            let history = try await json(
                .get, "/v1/history", query: [("device", device), ("limit", "1")])
            return history["notifications"]?.elements.isEmpty == false
        }
    }
}
