import APIClient
import ArgumentParser
import Places
import Posix

/// A file with a picture.
struct Picture {
    private let bytes: [UInt8]
    private let type: String

    /// Throws if there is no picture in it.
    init(_ path: String) throws {
        bytes = try InputFile.contents(of: path, limit: APIClient.largestPicture)
        // What each begins with (JPEG: ITU-T T.81, B.1; PNG: RFC 2083, 3.1; WebP: RFC 9649, 2.4).
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            type = "image/jpeg"
        } else if bytes.starts(with: Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) })) {
            type = "image/png"
        } else if bytes.starts(with: Array("RIFF".utf8)),
            bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        {
            type = "image/webp"
        } else {
            throw Refusal(.invalid, path.quoted, "is no JPEG, PNG or WebP: name a picture")
        }
    }

    /// The item with the picture.
    fileprivate func put(
        _ item: some NumberedItem, _ membership: Membership
    ) async throws -> AnyJSON {
        let reply = try await membership.client.send(
            .put, "\(membership.group.path)/\(item.path)/picture", body: bytes,
            contentType: type)
        return try AnyJSON(reply.body)
    }
}

/// What becomes of the picture of an item.
enum PictureChange {
    case put(Picture)
    case remove
}

/// Option: the picture of what is added or changed.
struct PictureOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("A picture: JPEG, PNG or WebP, up to 5 MiB.", valueName: "file"),
        completion: .file(extensions: ["jpg", "jpeg", "png", "webp"]))
    var picture: String?

    /// Throws if there is no picture in the file; `nil`: none is named.
    func read() throws -> Picture? { try picture.map { try Picture($0) } }

    /// The same, or that the picture goes; `nil`: it stays.
    func change(isTakenAway: Bool) throws -> PictureChange? {
        isTakenAway ? .remove : try read().map { .put($0) }
    }

    func validate(isTakenAway: Bool) throws {
        guard picture == nil || !isTakenAway else {
            throw ValidationError("--picture: cannot be used with --without picture: choose one")
        }
    }
}

/// What has a picture.
extension NumberedItem {
    /// Adds one, and answers as the gateway has it then.
    static func add(
        _ draft: [String: AnyJSON], _ picture: Picture?, _ membership: Membership
    ) async throws -> AnyJSON {
        let answer = try await membership.send(.post, collection, draft)
        guard let picture else { return answer }
        let item = try answer.decoded(as: Self.self)
        do {
            return try await picture.put(item, membership)
        } catch {
            StandardError.write(line: "\(item.called) is added, without its picture")
            throw error
        }
    }

    /// Changes what `draft` and `picture` say, and answers as the gateway has it then.
    func change(
        _ draft: [String: AnyJSON], _ picture: PictureChange?, _ membership: Membership
    ) async throws -> AnyJSON {
        var answer = AnyJSON.null
        if picture == nil { try draft.requireChange() }
        if !draft.isEmpty {
            answer = try await membership.send(.patch, path, draft, about: called)
        }
        switch picture {
        case .put(let picture): answer = try await picture.put(self, membership)
        case .remove:
            _ = try await membership.send(.delete, "\(path)/picture", about: called)
            answer = try await membership.list(Self.collection, Self.query).element(id)
        case nil: break
        }
        return answer
    }
}
