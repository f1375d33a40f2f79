import Messages
import Posix

/// Asks one server, and nobody else, whatever its answers say.
struct OriginClient: Sendable {
    /// As in `https://geo.example`.
    let origin: String
    let tokenFile: String?
    let sender: HTTPSender
    /// Bytes of a whole cell, unpacked; what is left of them limits a reply.
    static let largestCell = 32 << 20
    private static let mostRedirects = 3

    /// Gets what is at `target`: a path with its query. Only a reply of status 200 or 304 is
    /// returned, and only if all of it has come. Throws a `ProviderFault`, or `CancellationError`.
    ///
    /// `atMost`: bytes of the reply.
    func get(
        _ target: String, accept: String, known: CellValidators? = nil, atMost: Int
    ) async throws -> HTTPReply {
        var target = target
        for _ in 0...Self.mostRedirects {
            let reply = try await send(target, accept, known, atMost)
            switch reply.status {
            case 304 where known != nil: return reply
            case 304:
                throw ProviderFault("says that nothing has changed (304), and was not asked that")
            case 300..<400: target = try redirected(reply)
            default: return try checked(reply, atMost)
            }
        }
        throw ProviderFault(
            "redirects more than \(Self.mostRedirects) times: use the URL that it leads to",
            ofServer: true)
    }

    private func send(
        _ target: String, _ accept: String, _ known: CellValidators?, _ atMost: Int
    ) async throws -> HTTPReply {
        var request = HTTPRequest(get: origin + target, headers: [.init("Accept", accept)])
        (request.longestReply, request.takesGzip) = (atMost, true)
        if let etag = known?.etag { request.headers.append(.init("If-None-Match", etag)) }
        if let time = known?.lastModified {
            request.headers.append(.init("If-Modified-Since", time))
        }
        do {
            if let tokenFile { try request.authorize(byTokenIn: tokenFile) }
            return try await sender.send(request)
        } catch let error as HTTPFailure {
            throw ProviderFault("\(error)", ofServer: true)
        } catch let error as FileError {
            throw ProviderFault("\(error)", ofServer: true)
        }
    }

    private func redirected(_ reply: HTTPReply) throws -> String {
        guard let location = reply.location, let next = Self.target(of: location, at: origin) else {
            throw ProviderFault(
                "redirects elsewhere\(reply.target), where nothing is asked: use that URL if it is right",
                ofServer: true)
        }
        return next
    }

    /// The path and query of a URL at `origin`; `nil` if it is of another one, or may be for anybody who
    /// reads it: what follows the origin has to begin a path or a query.
    static func target(of url: String, at origin: String) -> String? {
        guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), !url.contains("\\"),
            url.lowercased().hasPrefix(origin)
        else { return nil }
        let target = url.dropFirst(origin.utf8.count)
        if target.isEmpty { return "/" }
        return target.hasPrefix("/") ? String(target) : target.hasPrefix("?") ? "/\(target)" : nil
    }

    private func checked(_ reply: HTTPReply, _ atMost: Int) throws -> HTTPReply {
        switch reply.status {
        case 200 where !reply.isWhole && reply.body.count >= atMost:
            throw ProviderFault("its answer is longer than \(Self.largestCell >> 20) MiB")
        case 200 where reply.isLate:
            throw ProviderFault("its answer takes too long to come", ofServer: true)
        case 200 where !reply.isWhole: throw ProviderFault("its answer breaks off")
        case 200: return reply
        case 401, 403:
            throw ProviderFault(
                tokenFile.map { "refuses the token in \($0): write another one there" }
                    ?? "wants a token: name a file with one as token_file", ofServer: true)
        case 404:
            throw ProviderFault(
                "has nothing there (404): are url and collection right?", ofServer: true)
        case 429, 503:
            throw ProviderFault(
                "has enough of us for now (\(reply.status))", ofServer: true,
                retryAfter: reply.retryAfter ?? 60)
        case 500...:
            throw ProviderFault("fails (\(reply.status))\(reply.shownReason)", ofServer: true)
        default: throw ProviderFault("answers \(reply.status)\(reply.shownReason)")
        }
    }
}

/// By what a server knows which state of a cell is here.
struct CellValidators: Hashable, Sendable {
    var etag: String?
    var lastModified: String?

    /// `nil` if the reply names none.
    init?(_ reply: HTTPReply) {
        self.init(etag: reply.etag, lastModified: reply.lastModified)
    }

    init?(etag: String?, lastModified: String?) {
        (self.etag, self.lastModified) = (etag?.headerValue, lastModified?.headerValue)
        if self.etag == nil, self.lastModified == nil { return nil }
    }
}

extension String {
    /// `nil` if it cannot be sent back as a header.
    fileprivate var headerValue: String? {
        let isPlain = utf8.count <= 1000 && utf8.allSatisfy { (0x20...0x7e).contains($0) }
        return isPlain ? self : nil
    }
}

extension HTTPReply {
    /// What the server says, unless it is a page for people.
    fileprivate var shownReason: String { isHTML ? "" : reason }

    var isHTML: Bool {
        contentType?.lowercased().contains("html") == true
            || String(decoding: body.prefix(256), as: UTF8.self).trimmed.hasPrefix("<")
    }
}
