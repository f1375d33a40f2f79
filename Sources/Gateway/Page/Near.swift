import APIClient
import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Messages
import Posix

/// What the daemon says relative to the device of this machine is for whoever may see where that is.
extension GatewayAPI {
    /// Whether the caller sees where the device of this machine is.
    func seesOwn(_ call: Call) async throws -> Bool {
        guard let own = await devices.own else { return false }
        return try await sight(of: try call.known()).levels[own] == .owner
    }

    /// The query with a point near which to look: the one that it names, or a device of the caller's.
    /// `nil` if there is neither.
    func queryNear(_ call: Call) async throws -> [(name: String, value: String)]? {
        var query = call.query
        if let near = call.query("near") {
            // That is where the device of this machine is, to geofenced.
            guard Self.wordsForHere.contains(near.folded) else { return query }
            query.removeAll { $0.name == "near" }
        }
        let sight = try await sight(of: try call.known())
        if let own = await devices.own, sight.levels[own] == .owner { return query }
        guard let position = await ownPosition(sight) else { return nil }
        return query + [("near", "geo:\(position.latitude),\(position.longitude)")]
    }

    static let wordsForHere: Set = ["here", "hier"]

    /// Where the first device is that is the caller's own and has a position, this machine's before all;
    /// `nil` if none has.
    func ownPosition(_ sight: SeenPhones) async -> Coordinate? {
        let own = await devices.own
        let ids = sight.levels.filter { $0.value == .owner }.keys
            .sorted { ($0 == own ? 0 : 1, $0) < ($1 == own ? 0 : 1, $1) }
        for id in ids {
            guard let position = await devices.device(id)?.fix?.position else { continue }
            return Coordinate(latitude: position.latitude, longitude: position.longitude)
        }
        return nil
    }

    /// Where an address is, as people write it (docs/places.md). Throws a `Problem` about `field` if
    /// the daemon finds nothing that is called so.
    func position(
        of address: String, _ field: String
    ) async throws -> (latitude: Double, longitude: Double) {
        func unknown(_ words: String) -> Problem { Problem(field: field, words) }
        // That is where the device of this machine is, to geofenced.
        guard !Self.wordsForHere.contains(address.folded) else {
            throw unknown("\(address.quoted) is no address: say lat and lon")
        }
        do {
            let found = try await daemon.json(
                .get, "/v1/places", query: [("near", address), ("limit", "1")])
            if let latitude = found["near"]?["lat"]?.number,
                let longitude = found["near"]?["lon"]?.number
            {
                return (latitude, longitude)
            }
        } catch APIError.refused(let refusal) where [400, 404].contains(refusal.status) {}
        throw unknown("\(address.quoted) is not found on the map: say lat and lon")
    }

    /// Sends the daemon what the caller says, and answers as it does, without distances from a
    /// device that the caller does not see.
    func send(
        _ method: APIClient.Method, _ path: String, _ body: AnyJSON, _ call: Call,
        _ kind: Versioned
    ) async throws -> Response {
        let reply = try await daemon.client.send(method, path, body: try body.jsonBytes)
        let value = try AnyJSON(reply.body)
        let shown = try await seesOwn(call) ? value : value.withoutDistances
        return try Response.json(
            versioned: shown.versioned(by: kind), status: .init(integerLiteral: reply.status))
    }
}

extension AnyJSON {
    /// Without what is said relative to a device, at any depth.
    var withoutDistances: AnyJSON {
        switch self {
        case .object(let members):
            .object(
                members.filter { !Self.relative.contains($0.key) }.mapValues(\.withoutDistances))
        case .array(let elements): .array(elements.map(\.withoutDistances))
        default: self
        }
    }

    private static let relative: Set = ["distance", "bearing", "nearest"]
}
