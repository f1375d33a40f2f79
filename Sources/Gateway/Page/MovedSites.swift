import APIClient
package import Community
import MQTT

/// Takes deals along with the sites of organisations that have moved, at the daemon, which may be away
/// meanwhile.
package struct MovedSites: Sendable {
    private let community: Community
    private let daemon: Daemon
    private let locks = KeyedLock()

    package init(_ community: Community, _ daemon: Daemon) {
        (self.community, self.daemon) = (community, daemon)
    }

    /// Moves all that is not moved yet. Deals that are elsewhere than their site was stay there.
    /// Throws an `APIError` while the daemon is away.
    func bringUpToDate() async throws {
        try await locks.take("deals") {
            let moves = try await community.unfinishedMoves()
            guard !moves.isEmpty else { return }
            let siteOf = try await community.deals(by: .machine).compactMapValues(\.site)
            let all = try await daemon.json(.get, "/v1/deals", query: [("all", "true")])
            for deal in all["deals"]?.elements ?? [] {
                guard let number = deal.dealNumber, let latitude = deal["lat"]?.number,
                    let longitude = deal["lon"]?.number,
                    let move = moves.first(where: { $0.site.id == siteOf[deal.dealReference ?? ""] }
                    ),
                    move.left.contains(where: { $0 == (latitude, longitude) })
                else { continue }
                try await self.move(number, to: move.site)
            }
            try await community.finish(moves)
        }
    }

    private func move(_ deal: Int64, to site: Site) async throws {
        let draft = AnyJSON.object([
            "lat": .number(site.lat), "lon": .number(site.lon),
            "address": site.address.map { .string($0) } ?? .null,
        ])
        do {
            _ = try await daemon.json(.patch, "/v1/deals/\(deal)", body: draft)
        } catch APIError.refused(let refusal) where refusal.status == 404 {
            // It was just removed.
        }
    }
}
