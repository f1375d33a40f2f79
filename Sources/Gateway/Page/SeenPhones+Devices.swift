import APIClient
import Community
import Messages

/// What somebody may see of devices.
extension SeenPhones {
    /// A device, as far as it may be seen; `nil` if it may not.
    @Sendable func of(_ device: MirroredDevice) -> AnyJSON? {
        guard let level = levels[device.id] else { return nil }
        var members = device.json.members
        members["visibility"] = .string(level.rawValue)
        switch level {
        case .owner: return .object(members)
        case .position:
            // What it follows and where it has been are its owner's.
            members = members.filter { Self.shown.contains($0.key) }
            members["owner"] = owners[device.id].map { .string("\($0)") }
            return .object(members)
        case .arrivals: return nil
        }
    }

    private static let shown: Set = ["id", "name", "own", "fix", "visibility"]
}

extension GatewayAPI {
    /// What the caller may see. Programs of this machine see its own device, and no phone.
    func sight(of caller: Caller) async throws -> SeenPhones {
        var seen = try await community.seenPhones(by: caller)
        if let own = await devices.own { seen.levels[own] = seen.hasOwnSource ? .owner : nil }
        return seen
    }
}
