import FoundationEssentials
import HTTPService
import HTTPTypes
import TestSupport
import Testing

@testable import Page

/// Pictures of what groups have, with libvips' own program.
struct PictureTests {
    /// 24 × 16 pixels, black.
    static let jpeg = decoded(
        "/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAQABgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDjKKKKACiiigD/2Q=="
    )
    static let png = decoded(
        "iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4jWNgGAWjYBSMgsEBAASQAAFfmu8pAAAAAElFTkSuQmCC"
    )
    static let webP = decoded(
        "UklGRgYBAABXRUJQVlA4WAoAAAAIAAAAFwAADwAAVlA4ICYAAACwAgCdASoYABAAPpE6l0eloyIhMAgAsBIJaQAAeyAA/vjPeMAAAEVYSUa6AAAARXhpZgAASUkqAAgAAAAGABIBAwABAAAAAQAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAABgAAAADoAQAAQAAABAAAAAAAAAA"
    )

    private static func decoded(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text)!) }

    /// With the name of who has made it in it, as cameras write where they were.
    private static let named =
        Array(jpeg[..<2]) + [0xFF, 0xE1, 0, 41] + Array("Exif\0\0II*\0".utf8)
        + [8, 0, 0, 0, 1, 0, 0x3B, 0x01, 2, 0, 7, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
        + Array("Zquorf\0".utf8) + Array(jpeg[2...])

    @Test(arguments: [jpeg, png, webP, named])
    func `a picture becomes a JPEG without what its maker wrote into it`(
        _ file: [UInt8]
    ) async throws {
        #expect(PictureHead(file)?.width == 24 && PictureHead(file)?.height == 16)
        let made = try await PictureMaker().picture(of: file)
        #expect(made.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(PictureHead(made)?.width == 24 && PictureHead(made)?.height == 16)
        let text = String(decoding: made, as: Unicode.ASCII.self)
        #expect(!text.contains("Zquorf") && !text.contains("Exif"))
    }

    private static func changed(_ file: [UInt8], at index: Int, _ bytes: [UInt8]) -> [UInt8] {
        var file = file
        file.replaceSubrange(index..<index + bytes.count, with: bytes)
        return file
    }

    @Test(arguments: [
        (Array("<!DOCTYPE html>".utf8), 415, "this is no picture that is known here"),
        ([], 415, "this is no picture"), (Array("GIF89a".utf8), 415, "this is no picture"),
        (Array(png[..<20]), 415, "this is no picture"),
        (Array(png[..<70]), 400, "the picture cannot be read"),
        (Array(jpeg[..<400]), 400, "the picture cannot be read"),
        (Array(webP[..<60]), 400, "the picture cannot be read"),
        // 30,000 × 30,000 pixels.
        (
            changed(png, at: 16, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]), 400,
            "the picture has 30000 × 30000 pixels: make it smaller than 50 million"
        ),
        // As many as the file can say: their product is no number.
        (
            changed(png, at: 16, [UInt8](repeating: 0xFF, count: 8)), 400,
            "the picture has 4294967295 × 4294967295 pixels: make it smaller than 50 million"
        ),
        // Segments of no length, and of more than there is.
        ([0xFF, 0xD8, 0xFF, 0xE1, 0, 0, 0, 0, 0, 0, 0, 0], 415, "this is no picture"),
        ([0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0], 415, "this is no picture"),
    ])
    func `what is no picture, or half of one, or a bomb is refused`(
        _ file: [UInt8], _ status: Int, _ words: String
    ) async throws {
        let problem = await #expect(throws: Problem.self) {
            try await PictureMaker().picture(of: file)
        }
        #expect(problem?.status.code == status)
        #expect(problem?.detail.hasPrefix(words) == true, "\(problem?.detail ?? "")")
    }

    private func world(_ program: String? = nil) async throws -> PageWorld {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        var world = try await PageWorld(in: folder.path, pictureProgram: program)
        world.folder = folder
        return world
    }

    /// Where it is put, and where it is seen.
    @Test(
        arguments: [
            ("/api/groups/acme/bulletins/1/picture", "/api/groups/acme/bulletins/1/picture"),
            ("/api/groups/acme/deals/3/picture", "/api/deals/3/picture"),
        ])
    func `a bulletin or a deal gets a picture, which browsers keep until it changes`(
        path: String, seen: String
    ) async throws {
        let world = try await world()
        try await world.daemon.run {
            let (ada, mia) = (try await world.cookie(of: "ada"), try await world.cookie(of: "mia"))
            let put = try await world.ask(
                "PUT", path, bytes: Self.png, cookie: ada, fields: ["Content-Type": "text/html"])
            #expect(put.status == 200)
            #expect(put.body.contains("\"picture\":\"\(seen)?v=3\""))
            let got = try await world.ask("GET", "\(seen)?v=3", cookie: mia)
            #expect(got.status == 200 && got.headers[.contentType] == "image/jpeg")
            #expect(got.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(got.headers[.cacheControl] == "private, max-age=31536000, immutable")
            #expect(got.headers[.contentLength] == "\(got.bytes.count)")
            let again = try await world.ask(
                "GET", seen, cookie: mia, fields: ["If-None-Match": got.headers[.eTag] ?? ""])
            #expect(again.status == 304 && again.bytes.isEmpty)
            #expect(again.headers[.cacheControl] == "private, no-cache")
            #expect(try await world.ask("DELETE", path, cookie: ada).status == 204)
            #expect(try await world.ask("GET", seen, cookie: mia).status == 404)
            // Nobody learns what is wrong with a picture who may not set one.
            let member = try await world.ask("PUT", path, bytes: [1], cookie: mia)
            #expect(member.status == 403)
        }
    }

    @Test func `a picture that is too large is refused before it is read`() async throws {
        let world = try await world()
        let path = "/api/groups/acme/bulletins/1/picture"
        let refused = try await world.ask(
            "PUT", path, bytes: Self.png + Array(repeating: 0, count: PictureMaker.mostBytes),
            cookie: try await world.cookie(of: "ada"))
        #expect(refused.status == 413)
        #expect(refused.body.contains("the picture is larger than 5 MB: make it smaller"))
    }

    @Test func `where the program is not installed, the answer says what to install`()
        async throws
    {
        let world = try await world("/nonexistent/vipsthumbnail")
        let refused = try await world.ask(
            "PUT", "/api/groups/acme/bulletins/1/picture", bytes: Self.png,
            cookie: try await world.cookie(of: "ada"))
        #expect(refused.status == 503)
        #expect(refused.body.contains("sudo apt install libvips-tools"))
    }
}
