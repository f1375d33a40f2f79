import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Interests
import Places
import Posix

/// The routes of a kind of regions, as favourites and deals are.
extension ControlAPI {
    func addItems<Kind: RegionKind>(of kind: Kind.Type, to routes: Routes) {
        let collection = routes.group(RouterPath(kind.collection))
        collection.get { request, context in
            let caller = try await reader(of: kind, request, context)
            let filter = try Kind.Filter(query: Self.query(request))
            let items = try await places.answer { try kind.items(filter, for: caller, in: $0) }
            return try Response.json([kind.collection: items])
        }
        collection.post { request, context in
            let caller = await caller(context)
            let drafts = try await request.json(Drafts<Kind.Draft>.self)
            let added = try await places.change { try kind.add(drafts, for: caller, in: $0) }
            let isNew = added.contains { !$0.wasThere }
            if isNew { await regionsChanged(by: kind.collection) }
            let status: HTTPResponse.Status = isNew ? .created : .ok
            var response =
                try drafts.isList
                ? Response.json(added, status: status)
                : Response.json(added[0].item, status: status)
            let location = "/v1/\(kind.collection)" + (drafts.isList ? "" : "/\(added[0].item.id)")
            if isNew { response.headers[.location] = location }
            return response
        }
        collection.get(":id") { request, context in
            let caller = try await reader(of: kind, request, context)
            let id = try id(of: kind, context)
            return try Response.json(
                try await places.with { try kind.item(id, for: caller, in: $0) })
        }
        collection.patch(":id") { request, context in
            let caller = await caller(context)
            let id = try id(of: kind, context)
            let draft = try await request.json(Kind.Draft.self)
            let item = try await places.change {
                try kind.change(id, to: draft, for: caller, in: $0)
            }
            await regionsChanged(by: kind.collection)
            return try Response.json(item)
        }
        collection.delete(":id") { _, context in
            let caller = await caller(context)
            let id = try id(of: kind, context)
            try await places.change { try kind.remove(id, for: caller, in: $0) }
            await regionsChanged(by: kind.collection)
            return Response(status: .noContent)
        }
        for action in kind.actions {
            collection.post(":id/\(action.name)") { request, context in
                let asked = try await request.jsonIfAny(ActionRequest.self)
                let caller = await caller(context).acting(for: asked?.owner)
                let id = try id(of: kind, context)
                let item = try await places.change { try action.perform(id, caller, $0) }
                await regionsChanged(by: kind.collection)
                return try Response.json(item)
            }
        }
    }

    /// Who asks, for whom the query names.
    private func reader<Kind: RegionKind>(
        of kind: Kind.Type, _ request: Request, _ context: ControlContext
    ) async throws -> Caller {
        let caller = await caller(context)
        return caller.acting(for: try Self.query(request)["for"].map { try Owner($0) })
    }

    /// The number in the path. Throws as if nothing had it if it is none.
    func id<Kind: RegionKind>(
        of kind: Kind.Type, _ context: ControlContext
    ) throws -> Int64 {
        let text = try context.parameter("id")
        guard let id = Int64(text), id > 0 else {
            throw Problem(.notFound, "\(kind.name) \(text.quoted) is not there")
        }
        return id
    }
}
