import Posix

extension HTTPReply {
    /// What the server says besides its status, with a colon before it; empty if it says nothing.
    package var reason: String {
        let text = String(decoding: body, as: UTF8.self).trimmed
        return text.isEmpty ? "" : ": \(text.shortened)"
    }

    /// Whether the server says the path or the query, as many do that know no such path.
    func repeatsPath(of url: String) -> Bool {
        let text = String(decoding: body, as: UTF8.self)
        return url.dropFirst(url.withoutPath.count).split(separator: "?")
            .contains { $0.count > 1 && text.contains($0) }
    }

    /// To which server a redirect leads; empty if nobody says.
    package var target: String { location.map { " to \($0.withoutPath.shortened)" } ?? "" }
}

extension String {
    /// Scheme, host and port of a URL: all else may be secret.
    package var withoutPath: String {
        let start = firstRange(of: "://")?.upperBound ?? startIndex
        let host = self[start...].prefix { !"/?#\\".contains($0) }
        let user = host.lastIndex(of: "@")
        return String(self[..<start] + (user.map { host[$0...].dropFirst() } ?? host))
    }
}
