import Hummingbird
import OpeningHours
import Places

/// Places, and the brands that are known everywhere.
extension ControlAPI {
    func addPlaces(to routes: Routes) {
        routes.get("places") { request, context in
            let caller = await caller(context)
            let query = try PlaceQuery(query: Self.query(request))
            return try Response.json(
                try await places.with {
                    try $0.search(
                        query, from: caller.position, at: LocalMoment(hereAt: caller.now))
                })
        }
        routes.get("places/**") { request, context in
            let caller = await caller(context)
            let id = try context.rest()
            let near = try Self.query(request)["near"].map { try PlaceQuery.Near($0) }
            return try Response.json(
                try await places.with {
                    try $0.show(
                        id, near: near, from: caller.position,
                        at: LocalMoment(hereAt: caller.now))
                })
        }
        routes.get("catalogue") { request, context in
            let caller = await caller(context)
            let query = try CatalogueQuery(query: Self.query(request))
            return try Response.json(
                ["brands": try await places.with { try $0.catalogue(query, from: caller.position) }]
            )
        }
    }
}
