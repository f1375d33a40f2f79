import Formats
import Geofencing
import HTTPService
import Hummingbird
import Places

/// Places, and the brands that are known everywhere.
extension ControlAPI {
    func addPlaces(to routes: Routes) {
        routes.get("places") { request, _ in
            let query = try PlaceQuery(query: Self.query(request))
            let (position, moment) = await here()
            return try Response.json(
                try await places.answer { try $0.search(query, from: position, at: moment) })
        }
        routes.get("places/**") { request, context in
            try await show(try context.rest(), request)
        }
        routes.get("catalogue") { request, _ in
            let query = try CatalogueQuery(query: Self.query(request))
            let (position, _) = await here()
            return try Response.json(
                ["brands": try await places.answer { try $0.catalogue(query, from: position) }])
        }
    }

    /// All that is known of a place.
    func show(_ id: String, _ request: Request) async throws -> Response {
        let near = try Self.query(request)["near"].map { try PlaceQuery.Near($0) }
        let (position, moment) = await here()
        return try Response.json(
            try await places.answer { try $0.show(id, near: near, from: position, at: moment) })
    }

    /// Where the device is, if that is known, and what the clock of this machine shows.
    func here() async -> (Coordinate?, LocalMoment) {
        (await tracker.device.position?.coordinate, LocalMoment(hereAt: now()))
    }
}
