import Glibc
package import Posix

/// A directory for one test, removed at its end with all that is in it.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/geofenced-test-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "\(Errno.current)")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// What is in it, sorted.
    package var names: [String] { Posix.names(inDirectory: path) }

    /// The path of `name` in it.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, in place of the one that may be there, and returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: some Sequence<UInt8>) throws(Errno) -> String {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .current }
        writeAll(bytes, to: descriptor)
        close(descriptor)
        return file(name)
    }

    /// Makes a socket that nobody listens at, and returns its path.
    package func socket(_ name: String) throws(Errno) -> String {
        guard mknod(file(name), S_IFSOCK | 0o600, 0) == 0 else { throw .current }
        return file(name)
    }

    /// Makes a symbolic link, and returns its path.
    package func link(_ name: String, to target: String) throws(Errno) -> String {
        guard symlink(target, file(name)) == 0 else { throw .current }
        return file(name)
    }

    /// Removes a file, or a directory with all that is in it.
    package static func remove(_ path: String) {
        var status = stat()
        // What a link leads to is not ours.
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            for name in Posix.names(inDirectory: path) { remove("\(path)/\(name)") }
        }
        // A file is unlinked, and an empty directory removed.
        Glibc.remove(path)
    }
}

package func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        precondition(count > 0, "\(Errno.current)")
        rest = rest.dropFirst(count)
    }
}
