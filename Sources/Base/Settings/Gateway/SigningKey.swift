import FoundationEssentials
import Posix

/// What requests to a webhook are signed with (Standard Webhooks, *Signature scheme*).
package struct SigningKey: Sendable {
    /// 24 to 64 of them.
    package let bytes: [UInt8]

    /// Reads a file that others may not read, and that has `whsec_` and the key in Base64 as its one
    /// line. A key of more than 48 bytes may be in two parts, as openssl and base64 write it. Throws
    /// `FileError` or `SigningKeyError`.
    package init(file path: String) throws {
        let text = String(decoding: try InputFile.secret(in: path, limit: 4096), as: UTF8.self)
        let prefix = "whsec_"
        let line = text.trimmed
        let digits = line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line[...]
        let parts = digits.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
        // What may follow so many digits is too short for a key of its own.
        guard parts.count == 1 || parts.count == 2 && [64, 76].contains(parts[0].count),
            let bytes = Data(base64Encoded: parts.joined()), (24...64).contains(bytes.count)
        else { throw SigningKeyError(path: path) }
        self.bytes = Array(bytes)
    }
}

/// A file has no key.
package struct SigningKeyError: Error, Hashable, CustomStringConvertible {
    package var path: String

    package var description: String {
        "\(path): has no key: write whsec_ and 24 to 64 bytes in Base64 there, as by "
            + "echo whsec_$(openssl rand -base64 32)"
    }
}
