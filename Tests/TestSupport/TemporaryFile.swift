import Glibc

/// A file for one test, removed at its end.
package final class TemporaryFile: Sendable {
    /// Of its own, so that `name` may be any.
    private let folder = TemporaryFolder()
    package let path: String

    package init(_ bytes: some Sequence<UInt8>, name: String = "file") {
        path = try! folder.write(name, bytes)
    }

    package convenience init(_ text: String, name: String = "file") {
        self.init(text.utf8, name: name)
    }

    package func append(_ bytes: some Sequence<UInt8>) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        writeAll(bytes, to: descriptor)
        close(descriptor)
    }
}

/// The message of what `body` throws of a file of these bytes, with `FILE` for its path; `nil` if it
/// throws nothing.
package func complaint(
    about bytes: some Sequence<UInt8>, _ body: (_ path: String) throws -> Void
) -> String? {
    let file = TemporaryFile(bytes, name: "FILE")
    do {
        try body(file.path)
        return nil
    } catch {
        return withoutFolder(of: file.path, "\(error)")
    }
}

/// The message of what `body` throws, without the folder of `path`; `nil` if it throws nothing.
package func complaint(about path: String, _ body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch {
        return withoutFolder(of: path, "\(error)")
    }
}

private func withoutFolder(of path: String, _ message: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return message }
    return message.replacing(path[...slash], with: "")
}
