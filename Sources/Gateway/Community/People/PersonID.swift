import SQLite

/// A word that names a person or a group for good: made of the name, and never given to another, also
/// after a removal.
///
/// It is `[a-z0-9][a-z0-9-]{0,39}`.
package protocol Slug: RawRepresentable<String>, Hashable, Comparable, Codable, Sendable,
    CustomStringConvertible
{
    init(unchecked rawValue: String)
}

extension Slug {
    package init?(rawValue: String) {
        guard rawValue.isSlug else { return nil }
        self.init(unchecked: rawValue)
    }

    package init?(_ text: String) { self.init(rawValue: text) }

    package var description: String { rawValue }

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

package struct PersonID: Slug {
    /// As ids that were given are kept.
    static let kind = "person"
    package let rawValue: String
    package init(unchecked rawValue: String) { self.rawValue = rawValue }
}

package struct GroupID: Slug {
    /// The same.
    static let kind = "group"
    package let rawValue: String
    package init(unchecked rawValue: String) { self.rawValue = rawValue }
}

extension String {
    /// Bytes of a slug.
    static let longestSlug = 40

    fileprivate var isSlug: Bool {
        !isEmpty && utf8.count <= Self.longestSlug && utf8.first != UInt8(ascii: "-")
            && utf8.allSatisfy { $0.isSlugLetter }
    }
}

extension UInt8 {
    fileprivate var isSlugLetter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension SQLValue {
    static func id(_ id: (some Slug)?) -> SQLValue { SQLValue(id?.rawValue) }
}

extension Statement {
    func person(_ column: Int32) -> PersonID { PersonID(unchecked: text(column) ?? "") }
    func personIfAny(_ column: Int32) -> PersonID? {
        text(column).map { PersonID(unchecked: $0) }
    }

    func group(_ column: Int32) -> GroupID { GroupID(unchecked: text(column) ?? "") }
    func groupIfAny(_ column: Int32) -> GroupID? { text(column).map { GroupID(unchecked: $0) } }
}
