import APIClient
import Community
import Glibc
import HTTPService
import HTTPTypes
import Hummingbird

/// Deals: offers at a point, for a time, which people reserve.
extension GatewayAPI {
    static let deals: [Operation] = [
        .answering(
            .get, "deals", "list_deals", "The deals that the person may see.",
            query: [
                Parameter("category", .text(1...200)),
                Parameter("all", .flag, "Also those that are over, full, or still to come."),
            ], .list("deals", of: "Deal")
        ) { api, call in
            let query = try call.query.filter { $0.name != "for" } + call.onBehalf
            let all = try await api.daemon.json(.get, "/v1/deals", query: query)
            let seen = try await api.audiences(call).union(["everyone"])
            let deals = (all["deals"]?.elements ?? []).filter {
                seen.contains($0["audience"]?.string ?? "")
            }
            return try await api.shown(deals, call)
        },
        .answering(.get, "deals/{number}", "get_deal", "One deal.", .item("Deal")) { api, call in
            try await api.deal(call.number("number"), call)
        },
        Operation(
            .get, "deals/{number}/picture", "get_deal_picture", "Its picture.", query: pictureQuery,
            pictureAnswers
        ) { api, call in
            let deal = try await api.storedDeal(try call.number("number"), call)
            guard let reference = deal.dealReference else { throw Problem.nothingHere }
            let picture = try await api.community.picture(
                ofDeal: reference, by: try call.known())
            return .picture(picture.jpeg, number: picture.number, call)
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
            let number = try call.number("number")
            let released = try await api.act("release", call)
            do {
                // Only who has reserved it says how it was.
                try await api.community.removeTip(
                    of: Tip.place(ofDeal: number), by: try call.person())
            } catch CommunityError.notFound {
                return released
            }
            return try Response.json(versioned: try await api.deal(number, call))
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
                .post, "/v1/deals", body: try call.arguments.object.jsonBytes)
            return try await api.answerDeal(reply, call)
        },
        Operation(
            .patch, "deals/{number}", "change_deal",
            "Changes what the body says, and leaves the rest; null takes away (RFC 7396).",
            for: .admin, body: draft(required: []), [.ok(Schema.reference("Deal"))],
            current: currentDeal
        ) { api, call in
            let number = try call.number("number")
            _ = try await api.storedDeal(number, call)
            let reply = try await api.daemon.client.send(
                .patch, "/v1/deals/\(number)", body: try call.arguments.object.jsonBytes)
            return try await api.answerDeal(reply, call)
        },
        .doing(
            .delete, "deals/{number}", "remove_deal", "Removes a deal.", for: .admin,
            current: currentDeal
        ) { api, call in
            let number = try call.number("number")
            try await api.remove(api.storedDeal(number, call), number)
        },
    ]

    private static let currentDeal: Operation.Current = { api, call in
        try await api.deal(try call.number("number"), call)
    }

    /// The daemon checks what they are: `null` is for it to refuse.
    static func draft(required: Set<String>) -> [Parameter] {
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
            Parameter("opening_hours", text, nullable: true, "As OpenStreetMap writes them."),
            Parameter("audience", .text(1...128), nullable: true, "everyone, if it does not say."),
        ]
        return parameters.requiring(required)
    }

    /// As people see it. Throws as if it were not there if the caller may not know of it.
    func deal(_ number: Int64, _ call: Call) async throws -> AnyJSON {
        try await shown([try await storedDeal(number, call)], call)[0]
    }

    /// As the daemon has it. Throws as if it were not there if the caller may not know of it.
    func storedDeal(_ number: Int64, _ call: Call) async throws -> AnyJSON {
        let deal = try await daemon.found("/v1/deals/\(number)", query: try call.onBehalf)
        let seen = try await audiences(call).union(["everyone"])
        guard seen.contains(deal["audience"]?.string ?? "") else { throw Problem.nothingHere }
        return deal
    }

    /// The daemon's, with what people say of them, and what their organisations do.
    func shown(_ deals: [AnyJSON], _ call: Call) async throws -> [AnyJSON] {
        let caller = try call.known()
        let isNear = try await seesOwn(call)
        let ofGroups = try await community.deals(by: caller)
        let ratings = try await community.ratingsOfDeals(by: caller)
        return try deals.map { deal in
            var members = (isNear ? deal : deal.withoutDistances).members
            members["reference"] = nil
            let rating = deal.dealNumber.flatMap { ratings[$0] }
            members["ratings"] = .integer(rating?.count ?? 0)
            members["rating"] = rating.map { .number($0.average) }
            members["my_rating"] = rating?.mine.map { .integer($0) }
            let ofGroup = deal.dealReference.flatMap { ofGroups[$0] }
            members["is_manager"] = .bool(ofGroup?.isManager ?? false)
            if let ofGroup, let number = deal.dealNumber {
                members["group"] = .string("\(ofGroup.group)")
                members["group_name"] = .string(ofGroup.groupName)
                // The daemon has the name as it was when the deal was changed last.
                members["company"] = .string(ofGroup.groupName)
                members["site"] = ofGroup.site.map { .integer($0) }
                members["site_name"] = ofGroup.siteName.map { .string($0) }
                members["picture"] = ofGroup.picture.map {
                    .string("/api/deals/\(number)/picture?v=\($0)")
                }
            }
            return try AnyJSON.object(members).versioned(by: .deal)
        }
    }

    /// Hands on what the daemon says of a deal.
    func answerDeal(_ reply: APIClient.Reply, _ call: Call) async throws -> Response {
        return try Response.json(
            versioned: try await shown([AnyJSON(reply.body)], call)[0],
            status: .init(integerLiteral: reply.status))
    }

    /// At the daemon first: while that is away, nothing changes.
    func remove(_ deal: AnyJSON, _ number: Int64) async throws {
        try await daemon.remove("/v1/deals/\(number)")
        try await community.forgetDeal(number, reference: deal.dealReference)
    }

    private func act(_ action: String, _ call: Call) async throws -> Response {
        let number = try call.number("number")
        switch (action, try await storedDeal(number, call)["reserved_by_me"]) {
        case ("reserve", .bool(true)):
            throw Problem(.conflict, "you have reserved it already: there is one for each")
        case ("release", .bool(false)): throw Problem(.conflict, "you have not reserved it")
        default: break
        }
        let reply = try await daemon.client.send(
            .post, "/v1/deals/\(number)/\(action)",
            body: try AnyJSON.object(["for": .string("person/\(try call.person())")]).jsonBytes)
        return try await answerDeal(reply, call)
    }
}

extension AnyJSON {
    /// That of a deal, at the daemon.
    var dealNumber: Int64? { self["id"]?.integer }

    /// What the gateway calls a deal; `nil` of one that another account has added, whatever that calls
    /// it.
    var dealReference: String? {
        self["owner"] == .integer(Int64(geteuid())) ? self["reference"]?.string : nil
    }
}

extension Call {
    /// For whom the daemon says what is reserved.
    var onBehalf: [(name: String, value: String)] {
        get throws {
            guard case .person(let person) = try known() else { return [] }
            return [("for", "person/\(person)")]
        }
    }
}
