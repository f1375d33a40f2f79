import APIClient
import MQTT
import Posix
import TestSupport

/// How it goes with phones, at a gateway and at its daemon.
extension Gateway {
    var daemon: APIClient {
        get throws { try Self.patient(workshop.control, .daemon) }
    }

    /// At its socket.
    var api: APIClient {
        get throws { try Self.patient(socket, .gateway) }
    }

    /// However slow the machine is, programs do reply.
    private static func patient(
        _ socket: String, _ program: APIServer.Program
    ) throws -> APIClient {
        APIClient(at: try SocketPath(socket), of: program, timeout: .seconds(patience))
    }

    func ways() async throws -> [EndpointState] {
        struct Status: Decodable { var ways: [EndpointState] }
        return try await api.get("/api/status", as: Status.self).ways
    }

    /// One that has not been tried, if there is none with that id.
    func way(_ id: String) async throws -> EndpointState {
        try await ways().first { $0.id == id } ?? EndpointState(id: id, kind: .phones, name: "")
    }

    /// Until the daemon is there and knows all of them.
    func waitUntilKnown(_ phones: [GatewayPhone]) async throws {
        let daemon = try daemon
        try await eventually(try? await daemon.get("/v1/devices", as: AnyJSON.self)) { answer in
            let ids = answer?["devices"]?.elements.map { $0["id"]?.string }
            return phones.allSatisfy { ids?.contains($0.id) == true }
        }
    }

    /// The notices of a phone in their order: what happened where, and when.
    func told(_ phone: GatewayPhone) async throws -> [String] {
        let reply = try await daemon.send(
            .get, "/v1/history",
            query: [("device", phone.id), ("limit", "1000"), ("format", "ndjson")])
        return outline(String(decoding: reply.body, as: UTF8.self).lines)
    }
}
