/// Where a service is on the web: an origin and perhaps a path, as in `https://geo.example/ogc`.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    package let origin: WebOrigin
    /// Empty, or with a slash at its beginning and none at its end.
    package let path: String

    /// `nil` if the text is something else, or has a query or a fragment.
    package init?(_ text: String) {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let slash = text[start...].firstIndex(of: "/") ?? text.endIndex
        guard let origin = WebOrigin(String(text[..<slash])),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !text.contains(where: { "?#\"<>\\^`{|}".contains($0) }),
            !text[slash...].split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
        else { return nil }
        var path = text[slash...]
        while path.hasSuffix("/") { path = path.dropLast() }
        (self.origin, self.path) = (origin, String(path))
    }

    package var description: String { "\(origin)\(path)" }
}
