/// For whom a region is: a device follows audiences, and only their regions count for it.
package struct Audience: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let description: String

    /// Followed by every device, unless it says otherwise.
    package static let everyone = Audience(unchecked: "everyone")
    /// Followed by the daemon's own source alone, always.
    package static let own = Audience(unchecked: "own")

    /// Followed by one device alone, always.
    package static func device(_ id: DeviceID) -> Audience { Audience(unchecked: "device/\(id)") }

    /// Whether devices may choose to follow it; the others are of one device alone.
    package var mayBeFollowed: Bool { self != .own && !description.hasPrefix("device/") }

    /// `nil` unless it is a letter or digit, and up to 127 more or `.`, `_`, `/` and `-`, all in
    /// lower case.
    package init?(_ text: String) {
        guard text.isWord(longest: 128, others: "._/-") else { return nil }
        self.init(unchecked: text)
    }

    private init(unchecked text: String) { description = text }

    package static func < (one: Audience, other: Audience) -> Bool {
        one.description < other.description
    }
}

/// The id of a device.
package struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let description: String

    /// `nil` unless it is a letter or digit, and up to 63 more or `.`, `_` and `-`, all in lower
    /// case.
    package init?(_ text: String) {
        guard text.isID else { return nil }
        description = text
    }

    /// What `init(_:)` takes, for messages.
    package static let form =
        "up to 64 of a-z, 0-9, '.', '_' and '-', the first a letter or digit"

    /// The id that is most like `name`: in lower case, with `-` for what an id cannot have. What
    /// has no letter or digit becomes `localhost`.
    package init(fitting name: String) {
        let letters = name.lowercased().unicodeScalars.map { "a\($0)".isID ? Character($0) : "-" }
        let fitting = letters.drop { !"\($0)".isID }.prefix(64)
        description = fitting.isEmpty ? "localhost" : String(fitting)
    }

    package static func < (one: DeviceID, other: DeviceID) -> Bool {
        one.description < other.description
    }
}

extension String {
    fileprivate var isID: Bool { isWord(longest: 64, others: "._-") }

    /// Whether it is a small letter or digit of ASCII, and more of them or of `others`.
    package func isWord(longest: Int, others: StaticString) -> Bool {
        let others = others.description.utf8
        func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: false
            }
        }
        guard let first = utf8.first, isPlain(first), utf8.count <= longest else { return false }
        return utf8.allSatisfy { isPlain($0) || others.contains($0) }
    }
}
