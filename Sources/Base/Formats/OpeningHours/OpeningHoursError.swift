import Posix

/// Why a text of opening hours is not understood.
package enum OpeningHoursError: Error, Hashable, CustomStringConvertible {
    case empty
    case tooLong(bytes: Int)
    case tooManyRules
    /// The text from what was not expected to the end of its rule.
    case notUnderstood(String)

    package var description: String {
        switch self {
        case .empty: "an empty text is not understood"
        case .tooLong(let bytes):
            "a text of \(bytes) bytes is not understood: use at most \(OpeningHours.mostBytes)"
        case .tooManyRules:
            "a text of so many rules is not understood: use at most \(OpeningHours.mostRules)"
        case .notUnderstood(let part): "\(part.quoted) is not understood"
        }
    }
}
