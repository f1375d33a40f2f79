package import Formats

/// A cursor as it is written down, and as it travels.
extension NoticeCursor {
    /// The notice with this `id`; `nil` if no log writes such an id.
    package init?(eventID text: String) {
        guard let dash = text.lastIndex(of: "-"), dash != text.startIndex,
            case let digits = text[text.index(after: dash)...], digits.allSatisfy(\.isNumber),
            let number = Int(digits)
        else { return nil }
        self.init(after: number, log: String(text[..<dash]))
    }

    /// As in `"after":41,"log":"k3v9xq2m"`.
    package func write(to object: inout JSONWriter) {
        object.member("after", after)
        if let log { object.member("log", log) }
    }
}
