import APIClient
import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Posix
import Routing

/// The way to somewhere, along streets.
extension GatewayAPI {
    static let routeOperations: [Operation] = [
        Operation(
            .post, "route", "find_route",
            "The way from one point to another along streets. Nobody keeps the question or the answer.",
            body: routeQuestion, routeAnswers
        ) { api, call in
            try await api.route(call) { call.arguments.object[$0] }
        },
        Operation(
            .get, "route", "find_route_by_query", "The same, for programs.", query: routeQuestion,
            routeAnswers
        ) { api, call in
            try await api.route(call) { call.query($0).map { .string($0) } }
        },
        .answering(
            .put, "routes", "replace_routes",
            "Replaces the ways that routes are found along: the files of a database of Routino, one after another, as geofencectl places import sends them.",
            for: .machine,
            query: Routino.parts.map {
                Parameter($0, .integer(1...(1 << 40)), required: true, "Bytes of that file.")
            } + [Parameter("credit", .text(1...200), "Whose data they are.")],
            upload: ["application/octet-stream"], .ok(Schema.reference("Routes"))
        ) { api, call in
            try await api.routes.receive(
                call.request.body,
                lengths: Routino.parts.map {
                    Int(call.queryNumber($0) ?? 0)
                }, credit: call.query("credit"))
        },
        .doing(
            .delete, "routes", "remove_routes", "Removes the ways that routes are found along.",
            for: .machine
        ) { api, _ in
            await api.routes.remove()
        },
    ]

    private static let routeQuestion = [
        Parameter("from", .other(Schema.spot), required: true, "Where it begins."),
        Parameter("to", .other(Schema.spot), required: true, "Where it leads."),
        Parameter("by", .choice(Travel.allCases.map(\.rawValue)), "Without it, on foot."),
        Parameter(
            "language", .choice(RouteLanguage.allCases.map(\.rawValue)),
            "Of the steps; without it, English."),
    ]

    private static let routeAnswers: [Operation.Answer] = [
        .ok(Schema.reference("Route"), "Metres, seconds, and a GeoJSON LineString.")
    ]

    /// `member`: of the question.
    private func route(
        _ call: Call, _ member: (String) -> AnyJSON?
    ) async throws -> Response {
        func text(_ name: String) -> String? { member(name)?.string }
        var request = RouteRequest(
            from: try await end("from", member("from"), call),
            to: try await end("to", member("to"), call))
        request.by = text("by").flatMap(Travel.init) ?? .foot
        request.language = text("language").flatMap(RouteLanguage.init) ?? .english
        var person: PersonID?
        if case .person(let id) = try call.known() { person = id }
        var response = try Response.json(try await desk.route(request, for: person))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// One end of a route: a point, or a text as `near` takes it. Here is where a device of the
    /// caller is.
    private func end(_ name: String, _ value: AnyJSON?, _ call: Call) async throws -> Coordinate {
        if let numbers = value?.elements.compactMap(\.number), numbers.count == 2 {
            let point = Coordinate(latitude: numbers[0], longitude: numbers[1])
            guard point.isValid else { throw Problem(field: name, "is not on Earth") }
            return point
        }
        guard let text = value?.string, !text.isEmpty else {
            throw Problem(field: name, "is missing: say a point, an address or a place")
        }
        // A position needs nobody to know what it is.
        let numbers = text.split(separator: ",").map { Double(String($0).trimmed) }
        if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            text.allSatisfy({ "0123456789+-., ".contains($0) })
        {
            let point = Coordinate(latitude: latitude, longitude: longitude)
            if point.isValid { return point }
        }
        if Self.wordsForHere.contains(text.folded) {
            guard let here = await ownPosition(try await sight(of: try call.known())) else {
                throw Problem(field: name, "is missing: no device of yours says where you are")
            }
            return here
        }
        let found = try await position(of: text, name)
        return Coordinate(latitude: found.latitude, longitude: found.longitude)
    }
}

extension Problem {
    init(_ error: RoutingError) {
        let status: HTTPResponse.Status =
            switch error {
            case .noEngine: .notFound
            case .tooFar, .unconnected: .unprocessableContent
            case .tooMuch, .failed: .serviceUnavailable
            }
        self.init(status, "\(error)")
        code = error.code
        if case .tooFar(let end) = error, let nearest = end.nearest {
            candidates = [
                .init("\(nearest.latitude),\(nearest.longitude)", name: "the nearest way")
            ]
        }
    }
}
