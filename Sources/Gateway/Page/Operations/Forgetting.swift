import APIClient
import Community
import HTTPService
import Messages
import Phones

/// What the daemon forgets when somebody or something goes here.
extension GatewayAPI {
    /// Forgets a person, at the daemon first: while that is away, nothing changes. Half of it done is
    /// done again by the next try.
    /// `isLast`: of those who go together.
    func remove(_ person: PersonID, isLast: Bool = true, by caller: Caller) async throws {
        // This refuses before anything changes.
        try await community.checkRemoval(ofPerson: person, by: caller)
        let known = try await community.export(person, by: caller)
        for phone in known.phones { try await forget(phone.id, history: true) }
        // Others were told who asks, and who has allowed it.
        for arrival in known.arrivals { try await messages.forget(region: "arrival/\(arrival.id)") }
        try await daemon.removeWishes(of: "person/\(person)")
        // Until the phone was gone, positions that came had the daemon begin its device anew. If this
        // does not come to its end, `DaemonSync` does it.
        for phone in try await community.removePerson(person, isLast: isLast, by: caller) {
            try? await forget(phone, history: true)
        }
    }

    /// Removes a group, and its deals at the daemon first. `withMembers`: also those of its members who
    /// are in no other, before it: half of it done is done again by the next try.
    func remove(_ group: GroupID, withMembers: Bool = false, by caller: Caller) async throws {
        // These refuse before anything changes.
        try await community.checkRemoval(of: group, by: caller)
        let people = withMembers ? try await community.removableMembers(of: group) : []
        for deal in try await deals(of: group) {
            if let number = deal.dealNumber { try await remove(deal, number) }
        }
        for person in people { try await remove(person, isLast: false, by: caller) }
        do {
            try await community.removeGroup(group, by: caller)
        } catch CommunityError.notFound where !people.isEmpty {
            // It went with the last of them.
            try await community.tidy()
        }
    }

    /// At the daemon, once it has all that is on its way there.
    func forget(_ device: String, history: Bool) async throws {
        try await inTurn(of: device) {
            try await daemon.remove(
                "/v1/devices/\(device)", query: history ? [("history", "forget")] : [])
        }
        if history { try await messages.forget(device: device) }
    }

    private func inTurn(of device: String, _ body: () async throws -> Void) async throws {
        guard let phoneRoutes else { return try await body() }
        try await phoneRoutes.inTurn(of: device, body)
    }
}
