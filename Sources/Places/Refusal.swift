/// The reason why something that was asked for is not done.
package struct Refusal: Error, Hashable, CustomStringConvertible {
    package enum Reason: Sendable {
        case invalid, forbidden, notFound, conflict, busy
    }

    package var reason: Reason
    /// The subject of the message, as in `radius` or `deal 42`.
    package var subject: String
    /// What is wrong, and what to do.
    package var words: String
    /// Warnings and candidates, a line each.
    package var details: [String]

    package init(
        _ reason: Reason, _ subject: String, _ words: String, details: [String] = []
    ) {
        self.reason = reason
        self.subject = subject
        self.words = words
        self.details = details
    }

    package var description: String {
        (["\(subject): \(words)"] + details.map { "  \($0)" }).joined(separator: "\n")
    }
}
