import APIClient
import HTTPService
import HTTPTypes
import Hummingbird

/// Places: what exists. Everybody who has signed in sees all of them; admins add their own.
extension GatewayAPI {
    static let placeOperations: [Operation] = [
        Operation(
            .get, "places", "search_places", "Places near a point, by name, category or brand.",
            for: .signedIn,
            query: [
                Parameter("text", .text(0...200)), Parameter("category", .text(1...200)),
                Parameter("brand", .text(1...200)), Parameter("near", .text(1...200)),
                Parameter("radius", .number(1...20_100_000), "Metres."),
                Parameter("limit", .integer(1...1000)),
                Parameter("sort", .choice(["distance", "name", "relevance"])),
                Parameter("open_now", .flag),
            ],
            [.ok(Schema.anyObject)]
        ) { api, call in
            // Without it, geofenced would search around the device of this machine.
            guard let query = try await api.queryNear(call) else {
                throw Parameter("near", .flag).problem(
                    "is missing: no device of yours says where you are")
            }
            return try await api.daemon.pass(.get, "/v1/places", query: query)
        },
        Operation(
            .get, "places/{id...}", "get_place", "One place.", for: .signedIn,
            query: [Parameter("near", .text(1...200), "A point or an address.")],
            [.ok(Schema.anyObject)]
        ) { api, call in
            let query = try await api.queryNear(call)
            let place = try await api.daemon.json(
                .get, "/v1/places/\(try call.context.rest())", query: query ?? [])
            return try Response.json(query == nil ? place.withoutDistances : place)
        },
        Operation(
            .post, "places", "add_place", "Adds a place of one's own.", for: .admin,
            body: [
                Parameter("name", .text(1...200), required: true), Parameter("at", .other("{}")),
                Parameter("address", .other("{}")), Parameter("category", .other("{}")),
                Parameter("phone", .other("{}")), Parameter("website", .other("{}")),
                Parameter("opening_hours", .other("{}")), Parameter("description", .other("{}")),
            ],
            [.created(Schema.anyObject)]
        ) { api, call in
            try await api.daemon.pass(.post, "/v1/places", body: call.arguments.object)
        },
        Operation(
            .delete, "places/{id...}", "remove_place", "Removes a place of one's own.",
            for: .admin, [.done]
        ) { api, call in
            try await api.daemon.pass(.delete, "/v1/places/\(try call.context.rest())")
        },
    ]
}
