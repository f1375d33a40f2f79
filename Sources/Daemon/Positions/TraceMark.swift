import Glibc
import Posix

/// What identifies a trace: where it is, and how it begins. A trace that has grown is still the
/// same.
package struct TraceMark: Hashable, Sendable {
    /// As it is configured, `scheme:path`.
    package var location: String
    /// How many of its first bytes `digest` covers.
    package var length: Int
    /// FNV-1a of these bytes.
    package var digest: UInt64

    package init(location: String, length: Int, digest: UInt64) {
        self.location = location
        self.length = length
        self.digest = digest
    }

    /// The most bytes that `digest` covers.
    private static let longest = 65_536

    /// Of the trace that is at `location` now; `nil` if that can be read only once: a receiver, a
    /// pipe, standard input. Throws if it cannot be read at all.
    package init?(of location: String) throws {
        guard let path = try PositionSources.tracePath(location), path != "-" else { return nil }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(location: location, head: try Self.head(of: path))
    }

    private init(location: String, head: some Collection<UInt8>) {
        self.init(location: location, length: head.count, digest: Self.digest(head))
    }

    /// Whether the trace that `other` identifies is the beginning of this one. Throws if this one
    /// cannot be read any more.
    package func goesOn(after other: TraceMark) throws -> Bool {
        guard location == other.location, other.length <= length,
            let path = try PositionSources.tracePath(location)
        else { return false }
        let head = try Self.head(of: path)
        return Self.digest(head.prefix(other.length)) == other.digest
    }

    private static func head(of path: String) throws -> [UInt8] {
        let file = try InputFile(path: path)
        var bytes: [UInt8] = []
        while bytes.count < longest, let piece = try file.next() {
            bytes.append(contentsOf: piece.prefix(longest - bytes.count))
        }
        return bytes
    }

    /// FNV-1a: the same in every process.
    private static func digest(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension TraceMark: CustomStringConvertible {
    /// As it is stored: `length:digest:location`.
    package var description: String { "\(length):\(digest):\(location)" }

    package init?(_ description: String) {
        let words = description.split(
            separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, let length = Int(words[0]), let digest = UInt64(words[1]) else {
            return nil
        }
        self.init(location: String(words[2]), length: length, digest: digest)
    }
}
