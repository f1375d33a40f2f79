/// `text` with each `⟦part×count⟧` in it replaced by so many of that part: an argument of a test is
/// written into the test's log, however long it is.
package func unrolled(_ text: String) -> String {
    let pieces = text.split(separator: "⟦", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces[0])) { text, piece in
        guard let end = piece.firstIndex(of: "⟧"),
            let cross = piece[..<end].lastIndex(of: "×"),
            let count = Int(piece[piece.index(after: cross)..<end])
        else { preconditionFailure("⟦\(piece) is not ⟦part×count⟧") }
        let part = String(piece[..<cross])
        return text + String(repeating: part, count: count) + piece[piece.index(after: end)...]
    }
}
