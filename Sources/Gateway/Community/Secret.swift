import CSodium
import FoundationEssentials
import Posix

/// 256 random bits that let somebody in. Only its hash is stored.
package struct Secret: Hashable, Sendable {
    /// 43 characters of base64url (RFC 4648, 5), without padding.
    package let text: String

    package init() { text = Self.random(Self.size).base64URL }

    /// `nil` if it does not have the form of a secret.
    package init?(_ text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(\.isBase64URL) else { return nil }
        self.text = text
    }

    /// Bytes.
    private static let size = 32

    /// SHA-256 of the text. 256 random bits need no slow hash (OWASP ASVS 5.0, 6.5.2).
    var hash: [UInt8] { sha256(text) }

    /// Random bytes of the system.
    static func random(_ count: Int) -> [UInt8] {
        _ = isReady
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { randombytes_buf($0.baseAddress!, $0.count) }
        return bytes
    }

    /// A random number below `bound`, each as likely.
    static func random(below bound: Int) -> Int {
        _ = isReady
        return Int(randombytes_uniform(UInt32(bound)))
    }

    /// libsodium chooses its ways once in the process.
    fileprivate static let isReady: Void = {
        precondition(sodium_init() >= 0, "libsodium cannot be used")
    }()
}

package func sha256(_ text: String) -> [UInt8] {
    _ = Secret.isReady
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    let bytes = Array(text.utf8)
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash
}

extension [UInt8] {
    fileprivate var base64URL: String {
        Data(self).base64EncodedString().filter { $0 != "=" }
            .replacing("+", with: "-").replacing("/", with: "_")
    }
}

extension UInt8 {
    fileprivate var isBase64URL: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
