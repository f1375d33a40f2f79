import APIClient
import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird

/// What people say of places.
extension GatewayAPI {
    static let tips: [Operation] = [
        .answering(
            .get, "tips", "list_tips",
            "What people say of the place, or the deal, the person's own first, then the newest; without a place, all that the person has said.",
            query: [
                Parameter("place", .text(1...1000), "Its id; deal/1 is a deal."),
                Parameter("limit", .integer(1...1000)),
            ], .ok(Schema.tips, "Tips and ratings; of a place, also how many and how good.")
        ) { api, call in
            guard let place = call.query("place") else {
                let tips = try await api.community.tips(by: try call.person())
                return ["tips": try tips.map { try $0.versioned(by: .tip) }]
            }
            // Not all may know of each deal.
            if let deal = Tip.deal(ofPlace: place) { _ = try await api.storedDeal(deal, call) }
            let found = try await api.community.tips(
                of: place, limit: call.limit(or: 200), by: try call.known())
            var members = try AnyJSON(encoding: found).members
            members["tips"] = .array(try found.tips.map { try $0.versioned(by: .tip) })
            return AnyJSON.object(members)
        },
        .answering(
            .put, "tips/{id...}", "set_tip",
            "Says this of a place, or of a deal that the person has reserved, instead of what they have said of it before.",
            for: .person,
            body: [
                Parameter("rating", .integer(1...5), nullable: true),
                Parameter(
                    "text", .lines(0...Community.longestTip), nullable: true, "May have lines."),
            ], .item("Tip", as: .tip), current: currentTip
        ) { api, call in
            let place = try call.context.rest()
            if let deal = Tip.deal(ofPlace: place) {
                try await api.checkRating(of: deal, call)
            } else {
                try await api.checkPlace(place)
            }
            return try await api.community.setTip(
                of: place, rating: call.arguments.integer("rating"),
                text: call.arguments.text("text"), by: try call.person())
        },
        .doing(
            .delete, "tips/{id...}", "remove_tip", "Says nothing of the place any more.",
            for: .person, current: currentTip
        ) { api, call in
            try await api.community.removeTip(of: call.context.rest(), by: call.person())
        },
    ]

    private static let currentTip: Operation.Current = { api, call in
        do {
            return try await api.community.tip(of: call.context.rest(), by: call.person())
                .versioned(by: .tip)
        } catch CommunityError.notFound {
            return nil
        }
    }

    /// Throws unless the person has reserved the deal, it has begun, and the body has a rating.
    private func checkRating(of number: Int64, _ call: Call) async throws {
        let deal = try await storedDeal(number, call)
        guard deal["reserved_by_me"] == .bool(true) else {
            throw Problem(.conflict, "you have not reserved deal \(number): who has may rate it")
        }
        let now = try await community.time()
        guard let starts = deal["starts"]?.string.flatMap({ Timestamp(wholeSeconds: $0) }),
            starts <= now
        else {
            throw Problem(.conflict, "deal \(number) has not begun: rate it afterwards")
        }
        guard call.arguments.integer("rating") != nil else {
            throw Problem(field: "rating", "is missing: say 1 to 5")
        }
    }

    /// Throws as if nothing were there unless the daemon has such a place.
    private func checkPlace(_ id: String) async throws {
        // What has none is no place, but what the daemon has beside them.
        guard id.contains("/") else { throw Problem.nothingHere }
        do {
            _ = try await daemon.json(.get, "/v1/places/\(id)")
        } catch APIError.refused(let refusal) where refusal.status == 404 || refusal.status == 400 {
            throw Problem.nothingHere
        }
    }
}
