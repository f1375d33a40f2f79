import Glibc
import TOML
import Testing

/// A directory for one test, with everything in it removed afterwards.
private final class Scratch {
    let path: String

    init() {
        var template = Array("/tmp/toml-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer {
            String(cString: mkdtemp($0.baseAddress!))
        }
    }

    deinit {
        for name in ["file", "empty", "socket", "pipe", "link"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    func write(_ bytes: [UInt8]) -> String {
        let file = open("\(path)/file", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
        return "\(path)/file"
    }
}

private func message(_ path: String) -> String? {
    do {
        _ = try TOMLDocument(path: path)
        return nil
    } catch {
        return error.description
    }
}

struct TOMLFileTests {
    @Test(arguments: [
        ("/nonexistent/x.toml", "cannot be opened: no such file or directory"),
        ("/tmp", "is a directory: name a file in it"),
        ("/dev/zero", "is a device: use a file or a pipe"),
        ("/dev/null", "is a device: use a file or a pipe"),
        ("", "cannot be opened: no such file or directory"),
    ])
    func `what is no file is an error that names it`(path: String, what: String) {
        #expect(message(path) == "\(path): \(what)")
    }

    @Test func `an empty file is not a file of defaults`() {
        let scratch = Scratch()
        let path = "\(scratch.path)/empty.toml"
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(message(path) == "\(path):1: the file is empty")
    }

    @Test func `a socket is refused`() {
        let scratch = Scratch()
        let path = "\(scratch.path)/socket"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        #expect(message(path) == "\(path): is a socket: use a file or a pipe")
    }

    @Test func `a pipe that no one writes to is refused at once`() {
        let scratch = Scratch()
        let path = "\(scratch.path)/pipe"
        mkfifo(path, 0o600)
        #expect(message(path) == "\(path): is a pipe: use a file")
    }

    @Test func `a link to itself is refused`() {
        let scratch = Scratch()
        let path = "\(scratch.path)/link"
        symlink(path, path)
        #expect(message(path) == "\(path): cannot be opened: too many levels of symbolic links")
    }

    @Test func `a file that may not be read is refused`() {
        let scratch = Scratch()
        let path = scratch.write(Array("a = 1".utf8))
        chmod(path, 0)
        // Root may read everything.
        let expected = geteuid() == 0 ? nil : "\(path): cannot be opened: permission denied"
        #expect(message(path) == expected)
    }

    @Test func `a file of 1 MiB is read, and a larger one refused`() {
        let scratch = Scratch()
        let comment = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)
        #expect(message(scratch.write(comment)) == nil)
        let path = scratch.write(comment + comment)
        #expect(message(path) == "\(path): is larger than 1024 KiB")
    }
}
