import Glibc
import Positions
import TestSupport
import Testing

/// What may be read as a trace, and what not.
@Suite(.timeLimit(.minutes(10)))
struct TraceFileTests {
    private let folder = TemporaryFolder()

    private func contents(of path: String) async throws -> [UInt8] {
        try await TraceFile(path: path).contents
    }

    @Test(arguments: [1, 2, 262_143, 262_144, 262_145, 1_000_000])
    func `a file is read whole`(_ count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
        #expect(try await contents(of: folder.write("walk.nmea", bytes)) == bytes)
    }

    @Test func `what was looked at is read all the same`() async throws {
        let file = try TraceFile(path: folder.write("walk.nmea", "hello".utf8))
        #expect(try await file.peek().map { Array($0) } == Array("hello".utf8))
        #expect(try await file.peek() == nil)
        #expect(try await file.next().map { Array($0) } == Array("hello".utf8))
        #expect(try await file.next() == nil)
    }

    @Test func `a pipe is read until the last writer closes it`() async throws {
        try await withPipe { path, writer in
            let file = try TraceFile(path: path)
            writeAll("one".utf8, to: writer)
            #expect(try await file.next().map { Array($0) } == Array("one".utf8))
            let rest = Task { try await file.contents }
            writeAll("two".utf8, to: writer)
            close(writer)
            #expect(try await rest.value == Array("two".utf8))
        }
    }

    @Test func `whoever waits at a pipe can be told to stop`() async throws {
        try await withPipe { path, writer in
            let file = try TraceFile(path: path)
            let waiting = Task { try await file.contents }
            await Task.yield()
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            close(writer)
        }
    }

    @Test func `a symbolic link is followed`() async throws {
        let link = try folder.link("link", to: folder.write("walk.nmea", "hello".utf8))
        #expect(try await contents(of: link) == Array("hello".utf8))
    }

    @Test func `a missing file is named`() async {
        let path = "/tmp/geofenced-no-such-folder/walk.nmea"
        #expect(
            await complaint(about: path) { _ = try TraceFile(path: path) }
                == "walk.nmea: cannot be opened: no such file or directory")
    }

    @Test(arguments: [
        ("/dev/zero", "zero: is a device: use a file or a pipe"),
        ("/dev/full", "full: is a device: use a file or a pipe"),
        ("/tmp", "tmp: is a directory: name a file in it"),
        ("/tmp/", ": is a directory: name a file in it"),
        ("", ": cannot be opened: no such file or directory"),
    ])
    func `devices and directories are refused`(_ path: String, message: String) async {
        #expect(await complaint(about: path) { _ = try TraceFile(path: path) } == message)
    }

    @Test func `a link to itself is refused`() async throws {
        let link = try folder.link("walk.nmea", to: "walk.nmea")
        #expect(
            await complaint(about: link) { _ = try TraceFile(path: link) }
                == "walk.nmea: cannot be opened: too many levels of symbolic links")
    }

    @Test func `a socket is refused`() async throws {
        let socket = try folder.socket("walk.nmea")
        #expect(
            await complaint(about: socket) { _ = try TraceFile(path: socket) }
                == "walk.nmea: is a socket: use a file or a pipe")
    }
}

extension TraceFile {
    /// All of it that was not read yet.
    var contents: [UInt8] {
        get async throws {
            var bytes: [UInt8] = []
            while let piece = try await next() {
                #expect(!piece.isEmpty)
                bytes += piece
            }
            return bytes
        }
    }
}
