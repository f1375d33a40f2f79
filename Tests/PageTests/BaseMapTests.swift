import Community
import FoundationEssentials
import Glibc
import HTTPService
import HTTPTypes
import Logging
import NIOCore
import Posix
import SQLite
import TestSupport
import Testing

@testable import Page

private let log = Logger(label: "maps") { _ in SwiftLogNoOpLogHandler() }

/// Bytes that begin as what gzip has packed.
private let tile: [UInt8] = [0x1f, 0x8b] + Array("a tile".utf8)

/// Writes a file of tiles, with one at the place where Monaco is.
private func writeMap(
    _ path: String, metadata: [String: String] = [:], tiles: Int = 1,
    schema: String = """
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (
        zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB,
        UNIQUE (zoom_level, tile_column, tile_row))
    """
) throws {
    unlink(path)
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(schema)
    let usual = [
        "format": "pbf", "minzoom": "0", "maxzoom": "14", "bounds": "7.4,43.7,7.5,43.8",
        "attribution": "© Author",
    ]
    for (name, value) in usual.merging(metadata, uniquingKeysWith: { $1 }) where value != "-" {
        try connection.run(
            "INSERT INTO metadata VALUES (:name, :value)",
            ["name": .text(name), "value": .text(value)])
    }
    for number in 0..<tiles {
        // Row 5974 from the north is this one from the south.
        try connection.run(
            "INSERT INTO tiles VALUES (14, :column, 16383 - 5974, :tile)",
            ["column": .integer(Int64(8529 + number)), "tile": .bytes(tile)])
    }
}

struct MapTilesTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("map.mbtiles") }

    private func problem(_ made: () throws -> Void) throws -> String? {
        try made()
        do throws(BaseMapError) {
            _ = try MapTiles(path: path)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `a map says what it has`() throws {
        try writeMap(path)
        let header = try MapTiles(path: path).header
        #expect(header.zooms == 0...14)
        #expect(header.bounds == .init(west: 7.4, south: 43.7, east: 7.5, north: 43.8))
        #expect(header.credit == "© Author")
    }

    @Test func `a map that says little is of the whole world, and of OpenStreetMap`() throws {
        try writeMap(path, metadata: ["bounds": "1,2,x,4", "attribution": "", "minzoom": "-"])
        let header = try MapTiles(path: path).header
        #expect(header.bounds == .init())
        #expect(header.credit == "© OpenStreetMap contributors")
    }

    @Test func `a credit with markup is text`() throws {
        try writeMap(
            path,
            metadata: [
                "attribution":
                    #"<a href="https://osm.org">&copy; OSM</a> <script>alert(1)</script>"#
            ])
        #expect(try MapTiles(path: path).header.credit == "© OSM alert(1)")
    }

    @Test func `rows are counted from the north`() throws {
        try writeMap(path)
        let tiles = try MapTiles(path: path)
        let monaco = try #require(TileAddress(zoom: 14, column: 8529, row: 5974))
        #expect(try tiles.tile(monaco) == tile)
        let elsewhere = try #require(TileAddress(zoom: 14, column: 8529, row: 16383 - 5974))
        #expect(try tiles.tile(elsewhere) == nil)
    }

    @Test(arguments: [
        ("0", "0", "0", true), ("22", "4194303", "4194303", true), ("1", "1", "1", true),
        ("0", "1", "0", false), ("0", "0", "1", false), ("23", "0", "0", false),
        ("-1", "0", "0", false), ("1", "-1", "0", false), ("1", "+1", "0", false),
        ("", "0", "0", false), ("x", "0", "0", false), ("1", "1.0", "1", false),
        ("5", "99999999999999999999", "1", false), ("٣", "0", "0", false),
    ])
    func `numbers of no tile are none`(_ zoom: String, _ x: String, _ y: String, _ isOne: Bool) {
        #expect((TileAddress(zoom, x, y) != nil) == isOne)
    }

    @Test func `a tile of 100 MB is left out`() throws {
        try writeMap(path)
        try Connection(path: path, mode: .readWrite).execute(
            "UPDATE tiles SET tile_data = zeroblob(100000000)")
        let monaco = try #require(TileAddress(zoom: 14, column: 8529, row: 5974))
        #expect(try MapTiles(path: path).tile(monaco) == nil)
    }

    @Test func `what is no map says so`() throws {
        let opening = "this is no base map (MBTiles): "
        let remedy = ": make one with geofencectl places import"
        #expect(
            try problem { try folder.write("map.mbtiles", "rubbish".utf8) }
                == "\(opening)it is no database\(remedy)")
        #expect(
            try problem { try folder.write("map.mbtiles", "".utf8) }
                == "\(opening)it has no table metadata\(remedy)")
        #expect(
            try problem {
                try Connection(path: path, mode: .readWrite).execute("CREATE TABLE a (b)")
            } == "\(opening)it has no table metadata\(remedy)")
        #expect(
            try problem { try writeMap(path, metadata: ["format": "png"]) }
                == "\(opening)its tiles are 'png', and not pbf\(remedy)")
        #expect(
            try problem { try writeMap(path, metadata: ["format": "-"]) }
                == "\(opening)its tiles are of an unknown form, and not pbf\(remedy)")
        #expect(
            try problem { try writeMap(path, metadata: ["maxzoom": "99"]) }
                == "\(opening)its zooms are '0' to '99'\(remedy)")
        #expect(
            try problem { try writeMap(path, metadata: ["minzoom": "5", "maxzoom": "4"]) }
                == "\(opening)its zooms are '5' to '4'\(remedy)")
        #expect(
            try problem { try writeMap(path, tiles: 0) } == "\(opening)it has no tiles\(remedy)")
    }

    @Test(arguments: [
        (
            "tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)",
            "its tiles have no index"
        ),
        ("tiles (zoom_level INTEGER, a, b, c)", "no such column: tile_data"),
    ])
    func `tables of another form are no map`(_ table: String, _ why: String) throws {
        let found = try problem {
            try writeMap(
                path, tiles: 0,
                schema: "CREATE TABLE metadata (name TEXT, value TEXT); CREATE TABLE \(table)")
        }
        #expect(found?.contains(why) == true)
    }

    @Test func `a view that never ends is no map`() throws {
        let found = try problem {
            try writeMap(
                path, tiles: 0,
                schema: """
                    CREATE TABLE metadata (name TEXT, value TEXT);
                    CREATE VIEW tiles AS WITH RECURSIVE n(zoom_level, tile_column, tile_row, tile_data)
                    AS (SELECT 0, 0, 0, x'' UNION ALL SELECT 0, n.tile_column + 1, 0, x'' FROM n)
                    SELECT * FROM n
                    """)
        }
        #expect(found?.contains("it has no table tiles") == true)
    }

    @Test func `a map that was cut is damaged`() throws {
        try writeMap(path, tiles: 3000)
        truncate(path, 40_000)
        #expect(try problem {}?.hasPrefix("the base map is damaged: ") == true)
    }
}

struct BaseMapsTests {
    private let folder = TemporaryFolder()
    private let monaco = TileAddress(zoom: 14, column: 8529, row: 5974)!

    private func bytes(_ metadata: [String: String] = [:], tiles: Int = 1) throws -> [UInt8] {
        let path = folder.file("made")
        try writeMap(path, metadata: metadata, tiles: tiles)
        return try InputFile.contents(of: path, limit: 1 << 30)
    }

    /// Sends a file in two pieces.
    private func send(_ bytes: [UInt8], length: Int? = nil, to maps: BaseMaps) async throws {
        let upload = try await maps.beginUpload(length: length ?? bytes.count)
        do {
            for piece in [bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2)] {
                try await upload.write(ByteBuffer(bytes: piece))
            }
            try await upload.finish()
            _ = try await maps.replace(by: upload.path)
        } catch {
            await maps.endUpload()
            throw error
        }
        await maps.endUpload()
    }

    private func version(_ maps: BaseMaps) async throws -> String {
        try #require(await maps.current().version)
    }

    @Test func `without a map there is none`() async throws {
        let maps = BaseMaps(in: folder.path, log: log)
        #expect(await maps.current() == .none)
        guard case .gone = try await maps.tile(monaco, version: "x") else {
            Issue.record("there is a tile")
            return
        }
    }

    @Test func `a map that is replaced is another, and the old one's tiles are gone`() async throws
    {
        let maps = BaseMaps(in: folder.path, log: log)
        try await send(bytes(), to: maps)
        let first = try await version(maps)
        #expect(await maps.current().credit == "© Author")
        guard case .tile(tile) = try await maps.tile(monaco, version: first) else {
            Issue.record("there is no tile")
            return
        }
        try await send(bytes(["attribution": "Others"], tiles: 2), to: maps)
        #expect(await maps.current().credit == "Others")
        #expect(try await version(maps) != first)
        guard case .gone = try await maps.tile(monaco, version: first) else {
            Issue.record("the old tile is there")
            return
        }
        #expect(folder.names.filter { $0.hasPrefix("basemap") } == ["basemap.mbtiles"])
    }

    @Test func `who looks at the map while it is replaced sees one of both`() async throws {
        let maps = BaseMaps(in: folder.path, log: log)
        let files = try [bytes(), bytes(["attribution": "Others"], tiles: 5000)]
        try await send(files[0], to: maps)
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<200 {
                        let map = await maps.current()
                        #expect(["© Author", "Others"].contains(map.credit))
                        let found = try await maps.tile(monaco, version: map.version ?? "")
                        if case .empty = found { Issue.record("a tile is missing") }
                    }
                }
            }
            for number in 1...20 { try await send(files[number % 2], to: maps) }
            try await group.waitForAll()
        }
    }

    @Test func `half a map changes nothing, and leaves nothing`() async throws {
        let maps = BaseMaps(in: folder.path, log: log)
        try await send(bytes(), to: maps)
        let before = await maps.current()
        let large = try bytes(tiles: 3000)
        await #expect(throws: UploadError("the base map", .incomplete(1000, of: large.count))) {
            try await send(Array(large.prefix(1000)), length: large.count, to: maps)
        }
        await #expect(throws: BaseMapError.self) {
            try await send(Array(large.prefix(large.count / 2)), to: maps)
        }
        await #expect(throws: BaseMapError.self) { try await send([], to: maps) }
        #expect(await maps.current() == before)
        #expect(folder.names.filter { $0.hasPrefix("basemap") } == ["basemap.mbtiles"])
    }

    @Test func `two are not received at a time`() async throws {
        let maps = BaseMaps(in: folder.path, log: log)
        let upload = try await maps.beginUpload(length: nil)
        await #expect(throws: UploadError("the base map", .underWay)) {
            try await send(bytes(), to: maps)
        }
        withExtendedLifetime(upload) {}
        await maps.endUpload()
        try await send(bytes(), to: maps)
    }

    @Test func `a map that the disk has no room for is refused before it comes`() async throws {
        let maps = BaseMaps(in: folder.path, log: log)
        do {
            _ = try await maps.beginUpload(length: 1 << 60)
            Issue.record("it was begun")
        } catch let error {
            guard case .noRoom(1 << 60, _) = error.reason else {
                throw error
            }
        }
        #expect(folder.names.isEmpty)
        try await send(bytes(), to: maps)
    }

    @Test func `what a killed gateway was receiving is removed`() throws {
        try folder.write("basemap.mbtiles.part", "half a map".utf8)
        _ = BaseMaps(in: folder.path, log: log)
        #expect(folder.names.isEmpty)
    }

    @Test func `a file that somebody puts there is the map, and is none when it is gone`()
        async throws
    {
        let maps = BaseMaps(in: folder.path, log: log)
        try writeMap(folder.file("basemap.mbtiles"))
        #expect(await maps.current().isAvailable)
        try folder.write("basemap.mbtiles", "rubbish".utf8)
        #expect(await maps.current() == .none)
        unlink(folder.file("basemap.mbtiles"))
        #expect(await maps.current() == .none)
    }

    @Test func `a link is no map`() async throws {
        try writeMap(folder.file("elsewhere"))
        _ = try folder.link("basemap.mbtiles", to: folder.file("elsewhere"))
        #expect(await BaseMaps(in: folder.path, log: log).current() == .none)
    }
}

struct TileTests {
    private func world(tiles: GatewayAPI.Tiles? = nil) async throws -> PageWorld {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        var world = try await PageWorld(in: folder.path, tiles: tiles)
        world.folder = folder
        try writeMap(folder.file("basemap.mbtiles"))
        return world
    }

    @Test func `a browser keeps tiles, which are packed as they are`() async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "otto")
        let map = try await world.ask("GET", "/api/basemap", cookie: cookie)
        let version = try #require(await world.api.maps.current().version)
        #expect(
            map.body
                == #"{"available":true,"bounds":[7.4,43.7,7.5,43.8],"credit":"© Author","max_zoom":14,"#
                + #""min_zoom":0,"tiles":"/tiles/\#(version)/{z}/{x}/{y}","version":"\#(version)"}"#
        )
        let path = "/tiles/\(version)/14/8529/5974"
        let reply = try await world.ask("GET", path, cookie: cookie)
        #expect(reply.status == 200)
        #expect(reply.headers[.contentType] == "application/vnd.mapbox-vector-tile")
        #expect(reply.headers[.contentEncoding] == "gzip")
        #expect(reply.headers[.contentLength] == "\(tile.count)")
        #expect(reply.headers[.cacheControl] == "private, max-age=31536000, immutable")
        let tag = try #require(reply.headers[.eTag])
        let again = try await world.ask(
            "GET", path, cookie: cookie, fields: ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
    }

    @Test(arguments: [
        ("14/0/0", 204), ("0/0/0", 204), ("22/0/0", 204), ("0/1/0", 404), ("23/0/0", 404),
        ("-1/0/0", 404), ("x/0/0", 404), ("14/8529/5974.pbf", 404), ("14/8529", 404),
        ("14/99999999999999999999/0", 404),
    ])
    func `where the map has nothing there is nothing`(_ path: String, _ status: Int) async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "otto")
        let version = try #require(await world.api.maps.current().version)
        let reply = try await world.ask("GET", "/tiles/\(version)/\(path)", cookie: cookie)
        #expect(reply.status == status)
    }

    @Test func `tiles of a map that was replaced are not there, and not kept`() async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "otto")
        let reply = try await world.ask("GET", "/tiles/old/14/8529/5974", cookie: cookie)
        #expect(reply.status == 404)
        #expect(reply.headers[.cacheControl] == "no-store")
    }

    @Test func `nobody sees a tile who has not signed in`() async throws {
        let world = try await world()
        let version = try #require(await world.api.maps.current().version)
        #expect(try await world.ask("GET", "/tiles/\(version)/14/8529/5974").status == 401)
    }

    @Test func `rubbish is no map, and the old one stays`() async throws {
        let world = try await world()
        let machine = Peer.account(.root)
        for body in ["rubbish", "", "SQLite format 3\0" + String(repeating: "\0", count: 5000)] {
            let reply = try await world.ask("PUT", "/api/basemap", body, peer: machine)
            #expect(reply.status == 400)
            #expect(reply.headers[.connection] == "close")
        }
        #expect(await world.api.maps.current().isAvailable)
        #expect(try await world.ask("DELETE", "/api/basemap", peer: machine).status == 204)
        #expect(
            try await world.ask("GET", "/api/basemap", peer: machine).body
                == #"{"available":false}"#)
    }

    @Test func `tiles of a server elsewhere are the only thing that comes from elsewhere`()
        async throws
    {
        let tiles = GatewayAPI.Tiles(
            url: "https://t.example/{z}/{x}/{y}.png", origin: "https://t.example", credit: "© T")
        let world = try await world(tiles: tiles)
        let cookie = try await world.cookie(of: "otto")
        let map = try await world.ask("GET", "/api/basemap", cookie: cookie)
        #expect(
            map.body
                == #"{"available":true,"credit":"© T","raster":true,"tiles":"https://t.example/{z}/{x}/{y}.png"}"#
        )
        let policy = try #require(map.headers[.contentSecurityPolicy])
        #expect(policy.contains("img-src 'self' data: https://t.example;"))
        #expect(policy.replacing(" https://t.example;", with: ";").contains("example") == false)
        let usual = try await self.world().ask("GET", "/health").headers[.contentSecurityPolicy]
        #expect(usual == policy.replacing(" https://t.example;", with: ";"))
    }
}
