import Posix

/// Where the sources are.
package enum Repository {
    /// The path of their folder.
    package static let root =
        #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

    /// What one of its files says; `path`: below the root.
    package static func text(of path: String) throws -> String {
        let bytes = try InputFile.contents(of: "\(root)/\(path)", limit: 1 << 24)
        return String(decoding: bytes, as: UTF8.self)
    }
}
