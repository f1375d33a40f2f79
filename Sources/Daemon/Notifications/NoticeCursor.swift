/// How far a listener has come in the notices; it says so when it comes back.
package struct NoticeCursor: Codable, Hashable, Sendable {
    /// The number of the last notice that it has had; 0 before the first.
    package var after: Int
    /// The id of the log that gave the number; `nil` if only the number is known.
    package var log: String?

    package init(after: Int, log: String? = nil) {
        self.after = after
        self.log = log
    }
}
