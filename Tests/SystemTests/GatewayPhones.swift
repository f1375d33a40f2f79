import APIClient
import Posix
import Ways

/// How it goes with phones, at a gateway and at its daemon.
extension Gateway {
    var daemon: APIClient {
        get throws { APIClient(at: try SocketPath(workshop.control)) }
    }

    func ways() async throws -> [WayState] {
        struct Status: Decodable { var ways: [WayState] }
        let client = APIClient(at: try SocketPath(socket), of: .gateway)
        return try await client.get("/api/status", as: Status.self).ways
    }

    /// One that has not been tried, if there is none with that id.
    func way(_ id: String) async throws -> WayState {
        try await ways().first { $0.id == id } ?? WayState(id: id, kind: .phones, name: "")
    }

    /// Whether the daemon knows all of them.
    func knows(_ phones: [GatewayPhone]) async throws -> Bool {
        let answer = try await daemon.get("/v1/devices", as: AnyJSON.self)
        let ids = answer["devices"]?.elements.map { $0["id"]?.string }
        return phones.allSatisfy { ids?.contains($0.id) == true }
    }

    /// The notices of a phone in their order: what happened where, and when.
    func told(_ phone: GatewayPhone) async throws -> [String] {
        let reply = try await daemon.send(
            .get, "/v1/history",
            query: [("device", phone.id), ("limit", "1000"), ("format", "ndjson")])
        return outline(String(decoding: reply.body, as: UTF8.self).lines)
    }
}
