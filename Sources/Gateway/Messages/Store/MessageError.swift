/// Why a person's messages or settings cannot be read or changed as asked.
package enum MessageError: Error, Hashable, CustomStringConvertible {
    case notFound
    /// A member of what was sent, by its path (`ways.ntfy.topic`), and what is wrong with it.
    case invalid(field: String, String)
    case tooManyMutes(Int)

    package var description: String {
        switch self {
        case .notFound: "there is no such thing: list what there is"
        case .invalid(let field, let why): "\(field): \(why)"
        case .tooManyMutes(let most):
            "\(most) things are muted, and no more can be: remove some first"
        }
    }
}
