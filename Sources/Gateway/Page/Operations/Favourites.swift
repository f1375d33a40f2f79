import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird

/// Favourites: what a person, or a household, wants to be told of.
extension GatewayAPI {
    static let favourites: [Operation] = [
        .answering(
            .get, "favourites", "list_favourites",
            "The favourites of the person and of the groups, each with its audience.",
            query: [Parameter("near", .text(1...200), "A point or an address.")],
            .list("favourites", of: "Favourite")
        ) { api, call in
            let near = try await api.queryNear(call)
            var found: [AnyJSON] = []
            for audience in try await api.audiences(call).sorted() {
                let answer = try await api.daemon.json(
                    .get, "/v1/favourites", query: (near ?? []) + [("audience", audience)])
                found += answer["favourites"]?.elements ?? []
            }
            return try found.map {
                try (near == nil ? $0.withoutDistances : $0).versioned(by: .favourite)
            }
        },
        Operation(
            .post, "favourites", "add_favourite",
            "Adds a favourite of the person, or of the group that audience names.",
            body: [
                Parameter(
                    "text", .text(1...200), required: true, "A brand, name, category or place id."),
                Parameter("radius", .number(10...100_000), nullable: true, "Metres."),
                Parameter("audience", .text(1...128), "person/ID or group/ID."),
            ],
            [
                .created(Schema.reference("Favourite")),
                .ok(Schema.reference("Favourite"), "It was there already."),
            ]
        ) { api, call in
            let audience = try await api.audience(call)
            var members: [String: AnyJSON] = [
                "text": call.arguments["text"]!, "audience": .string(audience),
            ]
            members["radius"] = call.arguments["radius"]
            return try await api.send(
                .post, "/v1/favourites", .object(members), call, .favourite)
        },
        Operation(
            .delete, "favourites/{number}", "remove_favourite", "Removes one.", [.done],
            current: currentFavourite
        ) { api, call in
            _ = try await api.favourite(call)
            return try await api.daemon.pass(
                .delete, "/v1/favourites/\(try call.number("number"))")
        },
        Operation(
            .patch, "favourites/{number}", "change_favourite",
            "Changes what the body says, and leaves the rest.",
            body: [Parameter("radius", .number(10...100_000), nullable: true, "Metres.")],
            [.ok(Schema.reference("Favourite"))], current: currentFavourite
        ) { api, call in
            _ = try await api.favourite(call)
            var draft: [String: AnyJSON] = [:]
            if call.arguments.says("radius") { draft["radius"] = call.arguments["radius"] ?? .null }
            return try await api.send(
                .patch, "/v1/favourites/\(try call.number("number"))", .object(draft), call,
                .favourite)
        },
        .answering(
            .get, "catalogue", "catalogue", "Popular brands, with how many there are of each.",
            query: [
                Parameter("text", .text(0...200)), Parameter("near", .text(1...200)),
                Parameter("limit", .integer(1...1000)),
            ], .ok(Schema.reference("Catalogue"), "Brands, the most frequent first.")
        ) { api, call in
            let near = try await api.queryNear(call)
            let catalogue = try await api.daemon.json(
                .get, "/v1/catalogue", query: near ?? call.query)
            return near == nil ? catalogue.withoutDistances : catalogue
        },
    ]

    /// The audiences whose things the caller sees, besides those of everyone.
    func audiences(_ call: Call) async throws -> Set<String> {
        guard case .person(let person) = try call.known() else { return ["own"] }
        let groups = try await community.groups(by: .person(person))
        var audiences = Set(groups.map { "group/\($0.id)" } + ["person/\(person)"])
        if try await community.ownOwner() == person { audiences.insert("own") }
        return audiences
    }

    /// The audience of what the caller adds.
    private func audience(_ call: Call) async throws -> String {
        let allowed = try await audiences(call)
        guard let named = call.arguments.text("audience") else {
            return if case .person(let person) = try call.known() { "person/\(person)" } else {
                "own"
            }
        }
        guard allowed.contains(named) else {
            throw Problem(
                field: "audience", "is not one of \(allowed.sorted().joined(separator: ", "))")
        }
        return named
    }

    private static let currentFavourite: Operation.Current = { api, call in
        try await api.favourite(call)
    }

    /// Throws as if it were not there, unless the caller may change it.
    private func favourite(_ call: Call) async throws -> AnyJSON {
        let favourite = try await daemon.found("/v1/favourites/\(try call.number("number"))")
        guard try await audiences(call).contains(favourite["audience"]?.string ?? "") else {
            throw Problem.nothingHere
        }
        // Where it is nearest to is the device of this machine.
        return try favourite.withoutDistances.versioned(by: .favourite)
    }
}
