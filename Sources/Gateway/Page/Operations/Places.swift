import APIClient
import HTTPService
import HTTPTypes
import Hummingbird

/// Places: what exists. Everybody who has signed in sees all of them; admins add their own.
extension GatewayAPI {
    static let placeOperations: [Operation] = [
        Operation(
            .get, "places", "search_places", "Places near a point, by name, category or brand.",
            query: [
                Parameter(
                    "text", .text(0...200), "Words that it must have; the last may be only begun."),
                Parameter("category", .text(1...200), "As in amenity=cafe, or an everyday word."),
                Parameter("brand", .text(1...200), "In any spelling, or its Wikidata id."),
                Parameter(
                    "near", .text(1...200),
                    "A point, a town, a postcode, an address, or the name of a place; without it, where a device of the person is."
                ),
                Parameter("radius", .number(1...20_100_000), "Metres."),
                Parameter("limit", .integer(1...1000)),
                Parameter("sort", .choice(["distance", "name", "relevance"])),
                Parameter("open_now", .flag, "Only what is known to be open."),
            ], [.ok(Schema.reference("Places"), "What was found, and how it was understood.")]
        ) { api, call in
            // Without it, geofenced would search around the device of this machine.
            guard let query = try await api.queryNear(call) else {
                throw Problem(field: "near", "is missing: no device of yours says where you are")
            }
            return try await api.daemon.pass(.get, "/v1/places", query: query)
        },
        .answering(
            .get, "places/own", "list_own_places", "The places that admins have added.",
            .list("places", of: "Place")
        ) { api, call in
            let own = try await api.daemon.json(.get, "/v1/places/own")
            let isShown = try await api.seesOwn(call)
            return try (own["places"]?.elements ?? []).map {
                try (isShown ? $0 : $0.withoutDistances).versioned(by: .place)
            }
        },
        .answering(
            .get, "places/{id...}", "get_place", "All that is known of a place.",
            query: [Parameter("near", .text(1...200), "A point or an address.")],
            .item("Place", as: .place)
        ) { api, call in
            let query = try await api.queryNear(call)
            let place = try await api.daemon.json(
                .get, "/v1/places/\(try call.context.rest())", query: query ?? [])
            return query == nil ? place.withoutDistances : place
        },
        Operation(
            .post, "places", "add_place",
            "Adds a place of one's own: a name, and at or an address.", for: .admin,
            body: draft(isNew: true),
            [
                .created(Schema.reference("Place")),
                .ok(Schema.reference("Place"), "It was there already."),
            ]
        ) { api, call in
            try await api.send(.post, "/v1/places", call.arguments.object, call, .place)
        },
        Operation(
            .patch, "places/{id...}", "change_place",
            "Changes what the body says of a place of one's own; null takes away (RFC 7396).",
            for: .admin, body: draft(isNew: false), [.ok(Schema.reference("Place"))],
            current: currentPlace
        ) { api, call in
            try await api.send(
                .patch, "/v1/places/\(try call.context.rest())", call.arguments.object, call,
                .place)
        },
        Operation(
            .delete, "places/{id...}", "remove_place", "Removes a place of one's own.",
            for: .admin, [.done], current: currentPlace
        ) { api, call in
            try await api.daemon.pass(.delete, "/v1/places/\(try call.context.rest())")
        },
    ]

    private static let currentPlace: Operation.Current = { api, call in
        let place = try await api.daemon.json(.get, "/v1/places/\(try call.context.rest())")
        return try place.withoutDistances.versioned(by: .place)
    }

    /// The daemon checks what they are.
    private static func draft(isNew: Bool) -> [Parameter] {
        let text = Parameter.Kind.text(1...1000)
        return [
            Parameter("name", text, required: isNew), Parameter("at", .other(Schema.spot)),
            Parameter(
                "address", text, nullable: !isNew,
                "Without at: where it is, if the imported places have it. With at: any text."),
            Parameter("category", text, nullable: !isNew, "As in amenity=cafe, or any word."),
            Parameter("phone", text, nullable: !isNew),
            Parameter("website", text, nullable: !isNew),
            Parameter("opening_hours", text, nullable: !isNew, "As OpenStreetMap writes them."),
            Parameter("description", .lines(1...10_000), nullable: !isNew),
        ]
    }
}
