import APIClient

extension Daemon {
    /// Removes what somebody or a group that is gone has wanted, as in `person/anna`: favourites, what was
    /// reserved, and a group's own deals. Half of it done is done again by the next try.
    func removeWishes(of audience: String) async throws {
        let favourites = try await json(.get, "/v1/favourites", query: [("audience", audience)])
        for favourite in favourites["favourites"]?.elements ?? [] {
            guard let id = favourite["id"]?.integer else { continue }
            try await remove("/v1/favourites/\(id)")
        }
        let deals = try await json(.get, "/v1/deals", query: [("for", audience), ("all", "true")])
        for deal in deals["deals"]?.elements ?? [] {
            guard let id = deal.dealNumber else { continue }
            if deal.dealReference?.hasPrefix("\(audience)/") == true {
                try await remove("/v1/deals/\(id)")
            } else if deal["reserved_by_me"] == .bool(true) {
                do {
                    _ = try await json(
                        .post, "/v1/deals/\(id)/release", body: .object(["for": .string(audience)]))
                } catch APIError.refused(let refusal) where refusal.status < 500 {
                    // It was just removed, or given back.
                }
            }
        }
    }
}
