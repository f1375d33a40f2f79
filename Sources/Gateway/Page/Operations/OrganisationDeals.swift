import APIClient
import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird

/// Deals of organisations: the daemon has them, and the gateway knows whose they are.
extension GatewayAPI {
    private static let site = Parameter(
        "site", .integer(1...Int64.max), nullable: true,
        "Of the organisation: it is there, unless the body says where.")
    /// The company is the organisation, and all may know of it.
    private static func groupDraft(required: Set<String>) -> [Parameter] {
        draft(required: required).filter { !["company", "audience"].contains($0.name) } + [site]
    }
    private static let dealPath = "groups/{group}/deals/{deal}"

    static let organisationDeals: [Operation] = [
        .answering(
            .get, "groups/{group}/deals", "list_group_deals",
            "The deals of an organisation, also those that are over, full or to come, the newest first.",
            .list("deals", of: "Deal")
        ) { api, call in
            let group = try call.groupInPath()
            try await api.community.checkDeals(of: group, by: try call.known())
            return try await api.shown(api.deals(of: group, call.onBehalf).reversed(), call)
        },
        Operation(
            .post, "groups/{group}/deals", "add_group_deal",
            "Adds a deal of the organisation; its admins.",
            body: groupDraft(required: ["name", "category", "ends"]) + [key],
            [
                .created(Schema.reference("Deal")),
                .ok(Schema.reference("Deal"), "It was there already."),
            ]
        ) { api, call in
            try await api.addDeal(call)
        },
        .answering(
            .patch, dealPath, "change_group_deal",
            "Changes what the body says, and leaves the rest; null takes away; its admins.",
            body: groupDraft(required: []), .item("Deal"), current: currentGroupDeal
        ) { api, call in
            let arguments = call.arguments
            let site = arguments.says("site") ? Int64??.some(arguments.integer("site")) : nil
            let (number, deal) = try await api.managedDeal(call, site: site)
            try await api.change(number, try await api.draft(of: deal, call))
            if let site {
                try await api.community.setSite(
                    site, ofDeal: deal.reference, of: deal.group, by: try call.known())
            }
            return try await api.deal(number, call)
        },
        .answering(
            .post, "\(dealPath)/end", "end_group_deal",
            "It is over now; one that is over stays as it is; its admins.", .item("Deal"),
            current: currentGroupDeal
        ) { api, call in
            let (number, _) = try await api.managedDeal(call)
            let deal = try await api.storedDeal(number, call)
            let now = try await api.community.time()
            guard let starts = deal.time("starts"), let ends = deal.time("ends") else {
                throw Problem.away
            }
            guard starts < now + 1 else {
                throw Problem(.conflict, "deal \(number) has not begun: remove it instead")
            }
            if ends > now {
                // Not before it began, in this second perhaps.
                let end = max(now, Timestamp(milliseconds: starts.milliseconds + 1))
                try await api.change(number, ["ends": .string(end.description)])
            }
            return try await api.deal(number, call)
        },
        .doing(
            .delete, dealPath, "remove_group_deal",
            "Removes a deal, with what was reserved and said of it; its admins.",
            current: currentGroupDeal
        ) { api, call in
            let (number, _) = try await api.managedDeal(call)
            try await api.remove(api.storedDeal(number, call), number)
        },
        .answering(
            .put, "\(dealPath)/picture", "set_deal_picture",
            "Gives it this picture, of at most 5 MiB; its admins.", upload: PictureMaker.mediaTypes,
            .item("Deal"), current: currentGroupDeal
        ) { api, call in
            let (number, deal) = try await api.managedDeal(call)
            let jpeg = try await api.pictures.picture(of: call.request)
            try await api.community.setPicture(
                jpeg, ofDeal: deal.reference, of: deal.group, by: try call.known())
            return try await api.deal(number, call)
        },
        .doing(
            .delete, "\(dealPath)/picture", "remove_deal_picture",
            "Takes its picture away; its admins.", current: currentGroupDeal
        ) { api, call in
            let (_, deal) = try await api.managedDeal(call)
            try await api.community.setPicture(
                nil, ofDeal: deal.reference, of: deal.group, by: call.known())
        },
        .answering(
            .get, "\(dealPath)/reservations", "list_reservations",
            "How many have reserved it, who, and what they say of it; its admins.",
            .ok(Schema.customers)
        ) { api, call in
            try await api.reservations(call)
        },
    ]

    private static let currentGroupDeal: Operation.Current = { api, call in
        do {
            return try await api.deal(try call.number("deal"), call)
        } catch is Problem {
            return nil
        }
    }

    /// The deal in the path, which the caller may change. `site`: where it is to be.
    private func managedDeal(
        _ call: Call, site: Int64?? = nil
    ) async throws -> (number: Int64, deal: OrganisationDeal) {
        let group = try call.groupInPath()
        try await community.checkDeals(of: group, by: try call.known())
        let number = try call.number("deal")
        guard let reference = try await storedDeal(number, call).dealReference else {
            throw Problem.nothingHere
        }
        let deal = try await community.managedDeal(
            reference, of: group, site: site, by: try call.known())
        return (number, deal)
    }

    private func addDeal(_ call: Call) async throws -> Response {
        let site = call.arguments.integer("site")
        let (deal, isNew) = try await community.addDeal(
            of: try call.groupInPath(), site: site, key: call.arguments.text("key"),
            by: try call.known())
        var draft = try await draft(of: deal, call)
        draft["reference"] = .string(deal.reference)
        do {
            let reply = try await daemon.client.send(
                .post, "/v1/deals", body: try AnyJSON.object(draft).jsonBytes)
            // The request with this key that came before did not reach the daemon.
            if reply.status == 201, site != deal.site {
                try await community.setSite(
                    site, ofDeal: deal.reference, of: deal.group, by: try call.known())
            }
            return try await answerDeal(reply, call)
        } catch APIError.refused(let refusal) where isNew && 400..<500 ~= refusal.status {
            try await community.forgetDraft(deal)
            throw APIError.refused(refusal)
        }
    }

    /// What the body says, as the daemon takes it.
    private func draft(of deal: OrganisationDeal, _ call: Call) async throws -> [String: AnyJSON] {
        var draft = call.arguments.object.members
        (draft["site"], draft["key"]) = (nil, nil)
        draft["company"] = .string(deal.groupName)
        let isSomewhere = ["lat", "lon", "at", "address"].contains(where: call.arguments.says)
        if !isSomewhere, let number = call.arguments.integer("site"),
            let site = try await community.sites(of: deal.group, by: try call.known())
                .first(where: { $0.id == number })
        {
            (draft["lat"], draft["lon"]) = (.number(site.lat), .number(site.lon))
            draft["address"] = site.address.map { .string($0) }
        }
        return draft
    }

    private func change(_ number: Int64, _ draft: [String: AnyJSON]) async throws {
        _ = try await daemon.client.send(
            .patch, "/v1/deals/\(number)", body: try AnyJSON.object(draft).jsonBytes)
    }

    private func reservations(_ call: Call) async throws -> AnyJSON {
        let (number, deal) = try await managedDeal(call)
        let stored = try await storedDeal(number, call)
        let found = try await daemon.json(.get, "/v1/deals/\(number)/reservations")
        let reservations = (found["reservations"]?.elements ?? []).map { reservation in
            (owner: reservation["owner"]?.string ?? "", time: reservation["time"])
        }
        let customers = try await community.customers(
            reservations.compactMap { PersonID(ofOwner: $0.owner) }, ofDeal: number,
            deal.reference, of: deal.group, by: try call.known())
        let people = reservations.map { reservation in
            let customer = PersonID(ofOwner: reservation.owner).flatMap { customers[$0] }
            return AnyJSON.object(
                [
                    // A program of this machine has reserved it for somebody else.
                    "name": .string(customer?.name ?? reservation.owner),
                    "reserved": reservation.time,
                    "rating": customer?.rating.map { .integer($0) },
                    "text": customer?.text.map { .string($0) },
                ].compactMapValues { $0 })
        }
        return AnyJSON.object(
            [
                "reserved": found["reserved"], "capacity": stored["capacity"],
                "people": .array(people),
            ].compactMapValues { $0 })
    }

    /// At the daemon, the oldest first; it is not asked if the organisation has none.
    func deals(
        of group: GroupID, _ query: [(name: String, value: String)] = []
    ) async throws -> [AnyJSON] {
        let own = try await community.deals(by: .machine).filter { $0.value.group == group }
        guard !own.isEmpty else { return [] }
        let all = try await daemon.json(.get, "/v1/deals", query: query + [("all", "true")])
        return (all["deals"]?.elements ?? [])
            .filter { $0.dealReference.flatMap { own[$0] } != nil }
            .sorted { ($0.dealNumber ?? 0) < ($1.dealNumber ?? 0) }
    }
}

extension AnyJSON {
    fileprivate func time(_ name: String) -> Timestamp? {
        self[name]?.string.flatMap { Timestamp(rfc3339: $0) }
    }
}

extension PersonID {
    /// As the daemon names a person, as in `person/anna`; `nil` if it is none.
    fileprivate init?(ofOwner text: String) {
        guard text.hasPrefix("person/") else { return nil }
        self.init(String(text.dropFirst("person/".count)))
    }
}
