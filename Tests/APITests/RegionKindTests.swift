import Geofencing
import HTTPService
import Interests
import Places
import TestDoubles
import TestSupport
import Testing

/// What must be true of every kind of regions, asked at the control socket.
@Suite(.timeLimit(.minutes(10)))
struct RegionKindTests {
    private struct Anything: Decodable {}

    /// What all items have.
    private struct Item: Decodable {
        var id: Int64
        var owner: UInt32
    }

    private func serving(_ body: (ServingAPI) async throws -> Void) async throws {
        try await ServingAPI.run(kinds: KindExample.kinds, body)
    }

    @Test func `every kind of the list is tried here`() {
        #expect(KindExample.kinds.map { $0.name } == KindExample.all.map { $0.kind.name })
    }

    @Test(arguments: KindExample.all)
    func `one is added, listed, shown, changed and removed`(example: KindExample) async throws {
        try await serving { (serving) async throws in
            let added = try await serving.post(example.path, example.drafts[0])
            #expect(added.status == 201)
            #expect(added.head.lowercased().contains("\r\nlocation: \(example.path)/1"))
            let shown = try await serving.get("\(example.path)/1")
            #expect(shown.body == added.body)
            let list = try await serving.get(example.path)
            #expect(list.body == #"{"\#(example.kind.collection)":[\#(shown.body)]}"#)
            let changed = try await serving.patch("\(example.path)/1", example.change.body)
            #expect(changed.status == 200)
            #expect(changed.body.contains(example.change.result))
            #expect(try await serving.get("\(example.path)/1").body == changed.body)
            #expect(try await serving.patch("\(example.path)/1", "{}").body == changed.body)
            let removed = try await serving.delete("\(example.path)/1")
            #expect(removed.status == 204)
            #expect(removed.body.isEmpty)
            let empty = try await serving.get(example.path)
            #expect(empty.body == #"{"\#(example.kind.collection)":[]}"#)
            for status in [
                try await serving.get("\(example.path)/1").status,
                try await serving.patch("\(example.path)/1", example.change.body).status,
                try await serving.delete("\(example.path)/1").status,
            ] { #expect(status == 404) }
        }
    }

    @Test(arguments: KindExample.all)
    func `who adds one owns it, and what is owned is changed by its owner and root alone`(
        example: KindExample
    ) async throws {
        try await serving { (serving) async throws in
            let added = try await serving.post(example.path, example.drafts[0])
            #expect(try added.json(Item.self).owner == 1000)
            serving.speak(as: 1001)
            let refused = example.isOwned ? 403 : 200
            #expect(
                try await serving.patch("\(example.path)/1", example.change.body).status == refused)
            if example.isOwned {
                #expect(try await serving.delete("\(example.path)/1").status == 403)
                #expect(try await serving.get("\(example.path)/1").body == added.body)
            }
            serving.speak(as: 0)
            #expect(
                try await serving.patch("\(example.path)/1", example.change.body).status == 200)
            #expect(try await serving.delete("\(example.path)/1").status == 204)
        }
    }

    @Test(arguments: KindExample.all)
    func `a list is added whole, or not at all`(example: KindExample) async throws {
        try await serving { (serving) async throws in
            for (body, field) in example.wrong {
                let reply = try await serving.post(example.path, "[\(example.drafts[0]),\(body)]")
                #expect(reply.status == 400)
                // What cannot be read at all has no subject.
                #expect(reply.body.contains(field))
            }
            let empty = try await serving.get(example.path)
            #expect(empty.body == #"{"\#(example.kind.collection)":[]}"#)
            let both = "[\(example.drafts.joined(separator: ","))]"
            let added = try await serving.post(example.path, both)
            #expect(added.status == 201)
            #expect(added.head.lowercased().contains("\r\nlocation: \(example.path)"))
            struct New: Decodable {
                var item: Item
                var was_there: Bool
            }
            let items = try added.json([New].self)
            #expect(items.map(\.item.id) == [1, 2])
            #expect(items.map(\.was_there) == [false, false])
        }
    }

    @Test(arguments: KindExample.all)
    func `a body that says none is refused, and nothing is added`(
        example: KindExample
    ) async throws {
        try await serving { (serving) async throws in
            for (body, field) in example.wrong {
                let reply = try await serving.post(example.path, body)
                #expect(reply.status == 400)
                #expect(reply.head.contains("application/problem+json"))
                #expect(reply.fields == [field])
            }
            for body in ["", "{", "null", "7", "[]", "{}", "[7]", "\u{0}", "name=x"] {
                #expect(try await serving.post(example.path, body).status == 400, "\(body)")
            }
            let empty = try await serving.get("\(example.path)")
            #expect(empty.body == #"{"\#(example.kind.collection)":[]}"#)
        }
    }

    @Test(arguments: KindExample.all)
    func `an id that is none is not there`(example: KindExample) async throws {
        try await serving { (serving) async throws in
            for id in ["0", "-1", "x", "1.0", "99999999999999999999", "%00", "1%2F2"] {
                #expect(try await serving.get("\(example.path)/\(id)").status == 404, "\(id)")
            }
            #expect(try await serving.get("\(example.path)/%ff").status == 400)
        }
    }

    @Test(arguments: KindExample.all)
    func `it makes a region, and a notice says what it is`(example: KindExample) async throws {
        try await serving { (serving) async throws in
            _ = try await serving.post(example.path, example.drafts[0])
            await serving.move(north: 0, at: noon())
            #expect(await serving.tracker.device.inside == [example.region])
            // Notices are written down beside what answers requests.
            let notices = try await eventually(try await serving.get("/v1/notifications").body) {
                $0.contains(#""subject":"\#(example.region)""#)
            }
            #expect(notices.contains(#""kind":"\#(example.kind.name)""#))
            #expect(notices.contains(example.details))
            let kinds = #""kinds":{"\#(example.kind.name)":1}"#
            #expect(try await serving.get("/v1/status").body.contains(kinds))
            let regions = try await serving.get("/v1/regions").body
            #expect(regions.contains(#""id":"\#(example.region)""#))
            let explained = try await serving.get("/v1/explain?region=\(example.region)")
            #expect(explained.body.contains(#""type":"enter""#))
            #expect(try await serving.delete("\(example.path)/1").status == 204)
            await serving.move(north: 0, at: noon(60))
            #expect(await serving.tracker.device.inside == [])
        }
    }

    @Test(arguments: KindExample.all)
    func `it is in the file when the daemon has gone`(example: KindExample) async throws {
        try await serving { (serving) async throws in
            let added = try await serving.post(example.path, example.drafts[0])
            let id = try added.json(Item.self).id
            let store = try PlaceStore(.readOnly(serving.database), kinds: KindExample.kinds)
            let center = Coordinate(latitude: 52.3731, longitude: 4.8926)
            let regions = try example.kind.regions(
                around: center, reach: 0, at: noon(), radius: 200, for: nil, in: store)
            #expect(regions.map(\.id) == [example.region])
            #expect(id == 1)
        }
    }

    @Test(arguments: KindExample.all)
    func `the description has its routes, and every field of an item`(
        example: KindExample
    ) async throws {
        struct Document: Decodable {
            struct Components: Decodable { var schemas: [String: Schema] }
            struct Schema: Decodable {
                var required: [String]?
                var properties: [String: Anything]?
            }
            var paths: [String: [String: Anything]]
            var components: Components
        }
        try await serving { (serving) async throws in
            let added = try await serving.post(example.path, example.drafts[0])
            let document = try await serving.get("/v1/openapi.json").json(Document.self)
            let name = example.kind.name
            #expect(document.components.schemas["\(name)_draft"]?.properties != nil)
            let schema = try #require(document.components.schemas[name])
            let fields = Set(try added.json([String: Anything].self).keys)
            #expect(fields.isSuperset(of: schema.required ?? []))
            #expect(fields.isSubset(of: (schema.properties ?? [:]).keys))
            #expect(Set(document.paths[example.path, default: [:]].keys) == ["get", "post"])
            let item = document.paths["\(example.path)/{id}", default: [:]].keys
            #expect(Set(item) == ["get", "patch", "delete", "parameters"])
            let actions = document.paths.filter {
                $0.key.hasPrefix("\(example.path)/{id}/") && $0.value["post"] != nil
            }.keys
            for action in actions {
                let reply = try await serving.post(action.replacing("{id}", with: "1"))
                #expect(reply.status == 200 || reply.status == 409, "\(action)")
            }
        }
    }
}
