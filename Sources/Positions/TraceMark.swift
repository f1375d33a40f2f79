import Glibc
import Posix

/// Tells a trace from others, also of the same name, and knows it again when it has grown.
package struct TraceMark: Hashable, Sendable {
    /// As it is configured, `scheme:place`.
    package var location: String
    /// So many bytes of its beginning …
    package var length: Int
    /// … come to this.
    package var digest: UInt64

    package init(location: String, length: Int, digest: UInt64) {
        self.location = location
        self.length = length
        self.digest = digest
    }

    /// Bytes that are looked at, at most.
    private static let longest = 65_536

    /// The trace that is at `location` now; `nil` if that can be read only once: a receiver, a
    /// pipe, standard input.
    package init?(of location: String) throws {
        guard let path = try PositionSources.tracePath(location), path != "-" else { return nil }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(location: location, head: try Self.head(of: path))
    }

    private init(location: String, head: some Collection<UInt8>) {
        self.init(location: location, length: head.count, digest: Self.digest(head))
    }

    /// Whether what was read as `other` is the beginning of this one.
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
    /// As it is written down.
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
