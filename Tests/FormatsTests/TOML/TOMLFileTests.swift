import Formats
import Glibc
import TestSupport
import Testing

private func message(_ path: String) -> String? {
    do {
        _ = try TOMLDocument(path: path)
        return nil
    } catch {
        return error.description
    }
}

struct TOMLFileTests {
    private let folder = TemporaryFolder()

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

    @Test func `an empty file is not a file of defaults`() throws {
        let path = try folder.write("empty.toml", [])
        #expect(message(path) == "\(path):1: the file is empty")
    }

    @Test func `a socket is refused`() throws {
        let path = try folder.socket("socket")
        #expect(message(path) == "\(path): is a socket: use a file or a pipe")
    }

    @Test func `a pipe that no one writes to is refused at once`() {
        let path = folder.file("pipe")
        mkfifo(path, 0o600)
        #expect(message(path) == "\(path): is a pipe: use a file")
    }

    @Test func `a link to itself is refused`() throws {
        let path = try folder.link("link", to: "link")
        #expect(message(path) == "\(path): cannot be opened: too many levels of symbolic links")
    }

    @Test func `a file that may not be read is refused`() throws {
        let path = try folder.write("file", "a = 1".utf8)
        chmod(path, 0)
        // Root may read everything.
        let expected = geteuid() == 0 ? nil : "\(path): cannot be opened: permission denied"
        #expect(message(path) == expected)
    }

    @Test func `a file of 1 MiB is read, and a larger one refused`() throws {
        let comment = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)
        #expect(try message(folder.write("file", comment)) == nil)
        let path = try folder.write("file", comment + comment)
        #expect(message(path) == "\(path): is larger than 1024 KiB")
    }
}
