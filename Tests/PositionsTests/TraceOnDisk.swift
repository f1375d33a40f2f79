import Glibc

/// A file for one test, removed at its end.
final class TraceOnDisk {
    let path: String

    /// In a folder of its own, so that `name` may be any.
    init(_ bytes: some Sequence<UInt8>, name: String = "walk.nmea") {
        path = Self.folder() + "/" + name
        append(bytes)
    }

    convenience init(_ text: String, name: String = "walk.nmea") {
        self.init(text.utf8, name: name)
    }

    /// A pipe with that name, which whoever reads it may open without waiting for a writer.
    static func pipe(_ body: (_ path: String, _ writer: Int32) async throws -> Void) async throws {
        let path = folder() + "/pipe"
        precondition(mkfifo(path, 0o600) == 0)
        let writer = open(path, O_RDWR | O_CLOEXEC)
        defer { remove(path) }
        try await body(path, writer)
    }

    private init(path: String) {
        self.path = path
    }

    static func link(to target: String) -> TraceOnDisk {
        let link = TraceOnDisk(path: folder() + "/walk.nmea")
        precondition(symlink(target, link.path) == 0)
        return link
    }

    /// Nobody listens at it.
    static func socket() -> TraceOnDisk {
        let socket = TraceOnDisk(path: folder() + "/walk.nmea")
        precondition(mknod(socket.path, S_IFSOCK | 0o600, 0) == 0)
        return socket
    }

    func append(_ bytes: some Sequence<UInt8>) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        writeAll(bytes, to: descriptor)
        close(descriptor)
    }

    deinit { Self.remove(path) }

    private static func folder() -> String {
        var template = Array("/tmp/geofenced-positions-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil)
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func remove(_ path: String) {
        unlink(path)
        rmdir(String(path[..<path.lastIndex(of: "/")!]))
    }
}

func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32) {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes {
            write(descriptor, $0.baseAddress, $0.count)
        }
        precondition(count > 0, "cannot write: error \(errno)")
        written += count
    }
}

/// The message of what `body` throws, without the folder of the file; `nil` if it throws nothing.
func complaint(about file: TraceOnDisk, _ body: () async throws -> Void) async -> String? {
    await complaint(about: file.path, body)
}

func complaint(about path: String, _ body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch {
        let message = "\(error)"
        guard let slash = path.lastIndex(of: "/") else { return message }
        return message.replacing(path[...slash], with: "")
    }
}

/// That nobody has read yet.
func bytesWaiting(in pipe: Int32) -> Int32 {
    var count: Int32 = 0
    precondition(ioctl(pipe, UInt(FIONREAD), &count) == 0)
    return count
}
