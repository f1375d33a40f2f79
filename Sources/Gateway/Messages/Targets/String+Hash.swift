import Community
import Posix

extension String {
    /// The first hexadecimal digits of its SHA-256.
    func hash(_ digits: Int) -> String { String(sha256(self).hexadecimal.prefix(digits)) }
}
