/// The reason why something that was asked for is not done.
package struct Refusal: Error, Hashable, CustomStringConvertible {
    package enum Reason: Sendable {
        case invalid, forbidden, notFound, conflict, busy
    }

    /// What a program may do about it by itself; each is a word that stays.
    package enum Code: String, Sendable {
        /// There is nothing of that name.
        case unknown
        /// There are several of that name: one of the candidates is to be named.
        case ambiguous
        /// The numbers of a position are the wrong way round.
        case swapped
    }

    /// Something that may have been meant.
    package struct Candidate: Hashable, Sendable {
        /// What to send instead.
        package var value: String
        /// For people.
        package var name: String

        /// `name`: `nil` is the value.
        package init(_ value: String, name: String? = nil) {
            (self.value, self.name) = (value, name ?? value)
        }
    }

    package var reason: Reason
    /// The subject of the message, as in `radius` or `deal 42`.
    package var subject: String
    /// What is wrong, and what to do.
    package var words: String
    /// Warnings and candidates, a line each.
    package var details: [String]
    /// `nil`: the words have to do.
    package var code: Code?
    package var candidates: [Candidate]

    package init(
        _ reason: Reason, _ subject: String, _ words: String, details: [String] = [],
        code: Code? = nil, candidates: [Candidate] = []
    ) {
        self.reason = reason
        self.subject = subject
        self.words = words
        self.details = details
        self.code = code
        self.candidates = candidates
    }

    package var description: String {
        (["\(subject): \(words)"] + details.map { "  \($0)" }).joined(separator: "\n")
    }
}
