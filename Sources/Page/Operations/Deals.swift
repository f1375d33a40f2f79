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
            return try Response.json([
                "deals": try deals.map {
                    try (isShown ? $0 : $0.withoutDistances).versioned(by: .deal)
                }
            ])
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
            for: .admin, body: draft(required: ["name", "company", "category", "ends"]),
            [
                .created(Schema.reference("Deal")),
                .ok(Schema.reference("Deal"), "It was there already."),
            ]
        ) { api, call in
            let reply = try await api.daemon.client.send(
                .post, "/v1/deals", body: try Daemon.bytes(call.arguments.object))
            return try await api.answer(reply, call, .deal)
        },
        Operation(
            .patch, "deals/{number}", "change_deal",
            "Changes what the body says, and leaves the rest; null takes away (RFC 7396).",
            for: .admin, body: draft(required: []), [.ok(Schema.reference("Deal"))],
            current: currentDeal
        ) { api, call in
            _ = try await api.deal(call)
            let reply = try await api.daemon.client.send(
                .patch, "/v1/deals/\(try call.number("number"))",
                body: try Daemon.bytes(call.arguments.object))
            return try await api.answer(reply, call, .deal)
        },
        Operation(
            .delete, "deals/{number}", "remove_deal", "Removes a deal.", for: .admin, [.done],
            current: currentDeal
        ) { api, call in
            _ = try await api.deal(call)
            return try await api.daemon.pass(.delete, "/v1/deals/\(try call.number("number"))")
        },
    ]

    private static let currentDeal: Operation.Current = { api, call in try await api.deal(call) }

    /// The daemon checks what they are: `null` is for it to refuse.
    private static func draft(required: Set<String>) -> [Parameter] {
        let text = Parameter.Kind.text(1...1000)
        let parameters = [
            Parameter("name", text), Parameter("company", text),
            Parameter("category", text, "Free text, as in activities, food, shopping, party."),
            Parameter("description", .lines(1...10_000), nullable: true),
            Parameter("lat", .number(-90...90), "With lon."),
            Parameter("lon", .number(-180...180), "With lat."),
            Parameter("at", text, "Where it is, as people write it, instead of lat and lon."),
            Parameter("address", text, nullable: true),
            Parameter("radius", .number(0...100_000), nullable: true, "Metres."),
            Parameter("starts", .time, "Now, if a new deal does not say."),
            Parameter("ends", .time),
            Parameter(
                "capacity", .integer(1...1_000_000_000), nullable: true, "How many can have it."),
            Parameter("website", text, nullable: true),
            Parameter("audience", .text(1...128), nullable: true, "everyone, if it does not say."),
        ]
        return parameters.map { parameter in
            var parameter = parameter
            parameter.isRequired = required.contains(parameter.name)
            return parameter
        }
    }

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
        return try (await seesOwn(call) ? deal : deal.withoutDistances).versioned(by: .deal)
    }

    private func act(_ action: String, _ call: Call) async throws -> Response {
        _ = try await deal(call)
        let reply = try await daemon.client.send(
            .post, "/v1/deals/\(try call.number("number"))/\(action)",
            body: try Daemon.bytes(.object(["for": .string("person/\(try call.person())")])))
        return try await answer(reply, call, .deal)
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
