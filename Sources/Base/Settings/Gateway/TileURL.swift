import Posix

/// Where the tiles of a map are on the web, as in `https://tiles.example/{z}/{x}/{y}.png`.
package struct TileURL: Hashable, Sendable, CustomStringConvertible {
    /// With `{z}`, `{x}` and `{y}` in it.
    package let text: String
    package let origin: WebOrigin

    private static let numbers = ["{z}", "{x}", "{y}"]

    /// `nil` if the text is something else, or names another thing in braces.
    package init?(_ text: String) {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        guard let slash = text[start...].firstIndex(of: "/"),
            let origin = WebOrigin(String(text[..<slash])),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            Self.numbers.allSatisfy(text[slash...].contains)
        else { return nil }
        let rest = Self.numbers.reduce(text) { $0.replacing($1, with: "") }
        guard !rest.contains(where: { "{}\"'<>\\".contains($0) }) else { return nil }
        (self.text, self.origin) = (text, origin)
    }

    package var description: String { text }
}
