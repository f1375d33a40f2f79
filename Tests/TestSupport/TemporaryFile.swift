import Glibc
import Posix

/// A file for one test, removed at its end.
package final class TemporaryFile {
    package let path: String

    package init(_ bytes: some Sequence<UInt8>) {
        var template = Array("/tmp/geofenced-places-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let bytes = Array(bytes)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            precondition(count > 0, "cannot write \(path)")
            written += count
        }
        close(descriptor)
    }

    package convenience init(_ text: String) {
        self.init(text.utf8)
    }

    deinit {
        unlink(path)
    }

    /// An empty file.
    package static func make(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw Errno.current }
        close(descriptor)
    }
}

/// The message of what `body` throws, with `FILE` for the path; `nil` if it throws nothing.
package func complaint(
    about text: some Sequence<UInt8>, _ body: (String) throws -> Void
) -> String? {
    let file = TemporaryFile(text)
    do {
        try body(file.path)
        return nil
    } catch {
        let message = "\(error)"
        guard message.hasPrefix(file.path) else { return message }
        return "FILE" + message.dropFirst(file.path.count)
    }
}
