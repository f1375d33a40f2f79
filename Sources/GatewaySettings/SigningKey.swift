import FoundationEssentials
import Posix

/// What requests to a webhook are signed with (Standard Webhooks, *Signature scheme*).
package struct SigningKey: Sendable {
    /// 24 to 64 of them.
    package let bytes: [UInt8]

    /// Reads a file that others may not read, and that has `whsec_` and the key in Base64 as its one
    /// line. Throws `FileError` or `SigningKeyError`.
    package init(file path: String) throws {
        let text = String(decoding: try InputFile.secret(in: path, limit: 4096), as: UTF8.self)
        let prefix = "whsec_"
        let line = text.trimmed
        let digits = line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line[...]
        guard let bytes = Data(base64Encoded: String(digits)), (24...64).contains(bytes.count)
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
