import Formats
import Geofencing
import HTTPService
import Hummingbird
import Interests
import Places
import Posix

/// The places that people add one by one.
extension ControlAPI {
    func addOwnPlaces(to routes: Routes) {
        routes.get("places/own") { _, _ in
            let (position, moment) = await here()
            let own = try await places.with {
                try $0.showOwnPlaces(from: position, at: moment)
            }
            return try Response.json(["places": own])
        }
        routes.post("places") { request, context in
            let caller = await caller(context)
            let draft = try await request.json(OwnPlace.Draft.self)
            let (id, isNew) = try await places.changeOwnPlaces {
                try OwnPlace.add(draft, for: caller, in: $0)
            }
            if isNew { await regionsChanged(by: "places") }
            var response = try await show(id, status: isNew ? .created : .ok)
            let path = "/v1/places/\(id.description.percentEncoded(besides: "/"))"
            if isNew { response.headers[.location] = path }
            return response
        }
        routes.patch("places/**") { request, context in
            let caller = await caller(context)
            let id = try Self.id(try context.rest())
            let draft = try await request.json(OwnPlace.Draft.self)
            try await places.changeOwnPlaces {
                try OwnPlace.change(id, to: draft, for: caller, in: $0)
            }
            await regionsChanged(by: "places")
            return try await show(id, status: .ok)
        }
        routes.delete("places/**") { _, context in
            let id = try Self.id(try context.rest())
            try await places.changeOwnPlaces { try OwnPlace.remove(id, in: $0) }
            await regionsChanged(by: "places")
            return Response(status: .noContent)
        }
    }

    private func show(_ id: PlaceID, status: HTTPResponse.Status) async throws -> Response {
        let (position, moment) = await here()
        return try Response.json(
            try await places.with { try $0.show(id.description, from: position, at: moment) },
            status: status)
    }

    private static func id(_ text: String) throws -> PlaceID {
        guard let id = PlaceID(text) else {
            throw Refusal(
                .invalid, "place \(text.quoted)", "is not an id: write it as in own/home")
        }
        return id
    }
}
