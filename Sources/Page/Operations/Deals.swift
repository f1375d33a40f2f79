import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird

/// Deals: offers at a point, for a time, which people reserve.
extension GatewayAPI {
    static let deals: [Operation] = [
        Operation(
            .get, "deals", "list_deals", "The deals that the person may see.", for: .signedIn,
            query: [
                Parameter("category", .text(1...200)),
                Parameter("all", .flag, "Also those that are over, full, or still to come."),
            ],
            [.ok(Schema.list("deals", of: "Deal"))]
        ) { api, call in
            let query = try call.query.filter { $0.name != "for" } + call.onBehalf
            let all = try await api.daemon.json(.get, "/v1/deals", query: query)
            let seen = try await api.audiences(call).union(["everyone"])
            let deals = (all["deals"]?.elements ?? []).filter {
                seen.contains($0["audience"]?.string ?? "")
            }
            let isShown = try await api.seesOwn(call)
            return try Response.json(["deals": isShown ? deals : deals.map(\.withoutDistances)])
        },
        Operation(
            .get, "deals/{number}", "get_deal", "One deal.", for: .signedIn,
            [.ok(Schema.reference("Deal"))]
        ) { api, call in
            try Response.json(try await api.deal(call))
        },
        Operation(
            .post, "deals/{number}/reserve", "reserve_deal", "Reserves one place for the person.",
            for: .person, [.ok(Schema.reference("Deal"))]
        ) { api, call in
            try await api.act("reserve", call)
        },
        Operation(
            .post, "deals/{number}/release", "release_deal", "Gives the person's place back.",
            for: .person, [.ok(Schema.reference("Deal"))]
        ) { api, call in
            try await api.act("release", call)
        },
        Operation(
            .post, "deals", "add_deal", "Adds a deal, as the daemon's own description has it.",
            for: .admin, body: draft, [.created(Schema.reference("Deal"))]
        ) { api, call in
            try await api.daemon.pass(.post, "/v1/deals", body: call.arguments.object)
        },
        Operation(
            .delete, "deals/{number}", "remove_deal", "Removes a deal.", for: .admin, [.done]
        ) { api, call in
            _ = try await api.deal(call)
            return try await api.daemon.pass(.delete, "/v1/deals/\(try call.number("number"))")
        },
    ]

    /// The daemon checks what they are.
    private static let draft =
        ["name", "company", "at", "ends"].map {
            Parameter($0, .other("{}"), required: $0 == "name")
        }
        + [
            "category", "description", "address", "radius", "starts", "capacity", "website",
            "audience",
        ].map { Parameter($0, .other("{}")) }

    /// Throws as if it were not there if the caller may not know of it.
    private func deal(_ call: Call) async throws -> AnyJSON {
        let path = "/v1/deals/\(try call.number("number"))"
        let deal: AnyJSON
        do {
            deal = try await daemon.json(.get, path, query: try call.onBehalf)
        } catch APIError.refused(let refusal) where refusal.status == 404 {
            throw Problem.nothingHere
        }
        let seen = try await audiences(call).union(["everyone"])
        guard seen.contains(deal["audience"]?.string ?? "") else { throw Problem.nothingHere }
        return try await seesOwn(call) ? deal : deal.withoutDistances
    }

    private func act(_ action: String, _ call: Call) async throws -> Response {
        _ = try await deal(call)
        let reply = try await daemon.client.send(
            .post, "/v1/deals/\(try call.number("number"))/\(action)",
            body: try Daemon.bytes(.object(["for": .string("person/\(try call.person())")])))
        return try await answer(reply, call)
    }
}

extension Call {
    /// For whom the daemon says what is reserved.
    fileprivate var onBehalf: [(name: String, value: String)] {
        get throws {
            guard case .person(let person) = try known() else { return [] }
            return [("for", "person/\(person)")]
        }
    }
}
