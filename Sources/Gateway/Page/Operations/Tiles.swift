import Community
package import HTTPService
package import HTTPTypes
import Hummingbird
import NIOCore
import Posix

/// The map below everything on the page.
extension GatewayAPI {
    static let baseMapOperations: [Operation] = [
        .answering(
            .get, "basemap", "base_map",
            "The page's base map: where its tiles are, which are Mapbox vector tiles or pictures.",
            .ok(Schema.reference("BaseMap"))
        ) { api, _ in
            await api.baseMap()
        },
        .answering(
            .put, "basemap", "replace_base_map",
            "Replaces the base map by a file of vector tiles (MBTiles), whose size does not matter.",
            for: .machine, upload: ["application/vnd.sqlite3"], .ok(Schema.reference("BaseMap"))
        ) { api, call in
            let map = try await api.receiveBaseMap(call.request)
            api.changes.note([.basemap])
            return map
        },
        .doing(
            .delete, "basemap", "remove_base_map", "Removes the base map.", for: .machine
        ) { api, _ in
            try await api.maps.remove()
            api.changes.note([.basemap])
        },
    ]

    private func baseMap() async -> BaseMap {
        if let elsewhere = page.tiles {
            return BaseMap(elsewhere: elsewhere.url, credit: elsewhere.credit)
        }
        return await maps.current()
    }

    private func receiveBaseMap(_ request: Request) async throws -> BaseMap {
        let length = request.headers[.contentLength].flatMap { Int($0) }
        let upload = try await maps.beginUpload(length: length)
        do {
            let map = try await received(request, upload)
            await maps.endUpload()
            return map
        } catch {
            await maps.endUpload()
            throw error
        }
    }

    private func received(_ request: Request, _ upload: FileUpload) async throws -> BaseMap {
        for try await piece in request.body { try await upload.write(piece) }
        // A body that was broken off ends as well.
        try Task.checkCancellation()
        try await upload.finish()
        defer { withExtendedLifetime(upload) {} }
        return try await maps.replace(by: upload.path)
    }
}

// MARK: - Tiles

extension GatewayAPI {
    /// Where a browser fetches the tiles of a base map. A version never changes, so it keeps them.
    func addTiles(to router: Router<PageContext>) {
        router.get("tiles/:version/:zoom/:column/:row") { request, context in
            _ = try await caller(.signedIn, request, context)
            let parameters = try ["version", "zoom", "column", "row"].map(context.parameter)
            guard let address = TileAddress(parameters[1], parameters[2], parameters[3]) else {
                throw Problem.nothingHere
            }
            return try await tile(address, version: parameters[0], request)
        }
    }

    private func tile(
        _ address: TileAddress, version: String, _ request: Request
    ) async throws -> Response {
        let found = try await maps.tile(address, version: version)
        if case .gone = found {
            throw Problem(.notFound, "there is another base map now: ask /api/basemap for it")
        }
        var response = Response(status: .noContent)
        // What is at an address of this kind never changes.
        let tag = "\"\(version)\""
        if request.headers[.ifNoneMatch] == tag {
            response = Response(status: .notModified)
        } else if case .tile(let bytes) = found {
            response = .json(bytes: bytes, type: "application/vnd.mapbox-vector-tile")
            if bytes.starts(with: [0x1f, 0x8b]) { response.headers[.contentEncoding] = "gzip" }
        }
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "private, max-age=31536000, immutable"
        return response
    }
}

extension Problem {
    init(_ error: BaseMapError) {
        self.init(.badRequest, "\(error)")
        headers[.connection] = "close"
    }

    init(_ error: UploadError) {
        let status: HTTPResponse.Status =
            switch error.reason {
            case .incomplete, .tooLong: .badRequest
            case .noRoom: .init(code: 507, reasonPhrase: "Insufficient Storage")
            case .underWay: .conflict
            case .cannotWrite: .internalServerError
            }
        self.init(status, "\(error)")
        // The rest of the body is not worth reading.
        headers[.connection] = "close"
    }
}

extension HTTPLimits {
    /// As of all servers, and who asks for a route changes nothing.
    package static let isGatewayQuestion: @Sendable (HTTPRequest) -> Bool = { request in
        request.method == .get || request.path == "/api/route"
    }

    /// Of the gateway's own socket: a base map may be of any size, and a picture is longer than JSON.
    package static var gatewaySocket: HTTPLimits {
        var limits = HTTPLimits()
        limits.connections = 1000
        limits.isQuestion = isGatewayQuestion
        limits.isUpload = { request in
            let path = request.path?.prefix { $0 != "?" } ?? ""
            return request.method == .put
                && (path == "/api/basemap" || path == "/api/routes" || path.hasSuffix("/picture"))
        }
        return limits
    }
}
