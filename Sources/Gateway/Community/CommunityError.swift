/// Why something is not done for somebody. What the caller may not know of is `notFound`, as if it
/// were not there.
package enum CommunityError: Error, Hashable, CustomStringConvertible {
    case notFound
    /// A link or a code that is used, over or wrong.
    case gone(String)
    /// It does not go together with what there is.
    case conflict(String)
    /// `field`: as in JSON, or the name of an argument.
    case invalid(field: String, String)
    case forbidden(String)
    /// The session in which the caller asks has ended meanwhile.
    case signedOut
    /// In seconds.
    case tooMany(retryAfter: Int)

    /// Of a list that is read in parts: nobody knows what comes after an item that is not in it.
    static let unknownLast = CommunityError.invalid(
        field: "before", "is not in this list, or not any more: read it again from its beginning")

    package var description: String {
        switch self {
        case .notFound: "there is no such thing, or it is not yours to see"
        case .gone(let words), .conflict(let words), .forbidden(let words): words
        case .invalid(let field, let words): "\(field) \(words)"
        case .signedOut: "this session has ended: sign in again"
        case .tooMany(let seconds): "too many are waiting: try again in \(seconds) s"
        }
    }
}

extension Optional {
    /// Throws `notFound` if there is nothing.
    func found() throws -> Wrapped {
        guard let thing = self else { throw CommunityError.notFound }
        return thing
    }
}

/// `nil` if `body` throws `notFound`.
func ifFound<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
        return try body()
    } catch CommunityError.notFound {
        return nil
    }
}
