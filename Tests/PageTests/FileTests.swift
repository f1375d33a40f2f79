import HTTPTypes
import TestSupport
import Testing

@testable import Page

/// The files of the page and of its libraries.
struct FileTests {
    private func world() async throws -> PageWorld {
        let folder = TemporaryFolder()
        var world = try await PageWorld(in: folder.path)
        world.folder = folder
        return world
    }

    @Test(arguments: [
        "/lib/leaflet/leaflet.js", "/lib/leaflet/leaflet.css", "/lib/leaflet/images/layers.png",
        "/lib/leaflet.markercluster/leaflet.markercluster.js",
        "/lib/leaflet.markercluster/MarkerCluster.css",
    ])
    func `the libraries that packages have installed are there`(_ path: String) async throws {
        let world = try await world()
        let reply = try await world.ask("GET", path)
        #expect(reply.status == 200)
        #expect(reply.headers[.contentLength] != "0")
    }

    @Test(arguments: [
        "/lib/leaflet/leaflet.min.js.map", "/lib/leaflet/", "/lib/leaflet/../jquery/jquery.js",
        "/lib/leaflet/leaflet.css/x", "/lib/jquery/jquery.js",
    ])
    func `nothing else of their folders is`(_ path: String) async throws {
        let world = try await world()
        let got = try await world.ask("GET", path)
        #expect(got.status == 404)
        let head = try await world.ask("HEAD", path)
        #expect(head.status == 404 && head.headers == got.headers && head.bytes.isEmpty)
    }

    @Test func `each view can be opened by its address, before anything of the page is here`()
        async throws
    {
        let world = try await world()
        let list = try Repository.text(of: "Sources/Gateway/PageFiles/page/views/views.js")
        let names = list.matches(of: #/{ name: "([a-z]+)"/#).map { String($0.1) }
        #expect(names.count > 10)
        for name in names {
            // Places have an address each, and no list.
            let reply = try await world.ask(
                "GET", name == "places" ? "/places/osm/node/1" : "/\(name)")
            #expect(reply.status == 200 && reply.body.hasPrefix("<!doctype html>"), "\(name)")
        }
    }

    @Test func `a library that is not installed is named in the log, once`() throws {
        let folder = TemporaryFolder()
        let log = LogLines()
        #expect(Libraries(in: folder.path, log: log.logger).files.isEmpty)
        let packages = log.all.map { $0.split(separator: "install=").last }
        #expect(packages == ["libjs-leaflet", "libjs-leaflet.markercluster"])
    }

    @Test func `a file is packed for who can unpack it, and sent once`() async throws {
        let world = try await world()
        let plain = try await world.ask("GET", "/page.js")
        let packed = try await world.ask(
            "GET", "/page.js", fields: ["Accept-Encoding": "br, GZIP"])
        #expect(plain.headers[.contentEncoding] == nil)
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.length < plain.length)
        for reply in [plain, packed] { #expect(reply.headers[.vary] == "Accept-Encoding") }
        let tag = try #require(plain.headers[.eTag])
        #expect(packed.headers[.eTag] == tag)
        for known in [tag, "\"x\", \(tag)", String(tag.dropFirst(2)), "*"] {
            let again = try await world.ask("GET", "/page.js", fields: ["If-None-Match": known])
            #expect(again.status == 304, "\(known)")
            #expect(again.body.isEmpty)
            #expect(again.headers[.eTag] == tag)
        }
        let other = try await world.ask("GET", "/page.js", fields: ["If-None-Match": "\"x\""])
        #expect(other.status == 200)
    }

    @Test(arguments: [
        ("", false), ("gzip", true), ("deflate, gzip;q=0.5", true), ("*", true),
        ("gzip;q=0", false), ("gzip;q=0.000, br", false), ("identity", false), ("xgzip", false),
    ])
    func `long answers are packed where that is wanted`(
        _ accepted: String, _ isPacked: Bool
    ) async throws {
        let world = try await world()
        let reply = try await world.ask(
            "GET", "/api/openapi.json", fields: ["Accept-Encoding": accepted])
        #expect((reply.headers[.contentEncoding] == "gzip") == isPacked)
        #expect(reply.headers[.vary] == "Accept-Encoding")
        let short = try await world.ask("GET", "/health", fields: ["Accept-Encoding": accepted])
        #expect(short.headers[.contentEncoding] == nil)
    }

    @Test func `what has secrets in it is not packed`() async throws {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        let world = try await PageWorld(in: folder.path)
        let reply = try await world.ask(
            "POST", "/api/links", cookie: try await world.cookie(of: "mia"),
            fields: ["Accept-Encoding": "gzip"])
        #expect(reply.status == 201)
        #expect(reply.length > Compression.least)
        #expect(reply.headers[.contentEncoding] == nil)
    }
}

extension PageWorld.Reply {
    fileprivate var length: Int { Int(headers[.contentLength] ?? "") ?? 0 }
}
