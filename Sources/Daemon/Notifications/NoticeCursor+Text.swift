/// A cursor as it travels.
extension NoticeCursor {
    /// The notice with this `id`; `nil` if no log writes such an id.
    package init?(eventID text: String) {
        guard let dash = text.lastIndex(of: "-"), dash != text.startIndex,
            case let digits = text[text.index(after: dash)...], digits.allSatisfy(\.isNumber),
            let number = Int(digits)
        else { return nil }
        self.init(after: number, log: String(text[..<dash]))
    }
}
