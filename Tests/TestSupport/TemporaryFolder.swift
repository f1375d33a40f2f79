import Glibc
import Posix

/// A directory for one test, removed at its end with the files in it.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/geofenced-test-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "\(Errno.current)")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The path of `name` in it.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit {
        for name in Self.names(in: path) { remove(file(name)) }
        rmdir(path)
    }

    package static func names(in path: String) -> [String] { Posix.names(inDirectory: path) }
}
