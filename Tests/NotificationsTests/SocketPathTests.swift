import Glibc
import Posix
import TestSupport
import Testing

struct SocketPathTests {
    private let folder = TemporaryFolder()

    private func complaint(_ body: () throws(SocketError) -> Void) -> String? {
        do throws(SocketError) {
            try body()
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `who listens can be connected to`() throws {
        let path = try SocketPath(folder.file("socket"))
        let server = try path.listen()
        defer { close(server) }
        close(try path.connect())
        close(try #require(try path.connectIfListening()))
    }

    @Test func `only the owner and the group may connect, whatever the mask`() throws {
        let path = try SocketPath(folder.file("socket"))
        let server = try path.listen()
        defer { close(server) }
        var status = stat()
        #expect(lstat(path.description, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o660)
    }

    @Test func `a socket that nobody listens on is replaced`() throws {
        let path = try SocketPath(folder.file("socket"))
        close(try path.listen())
        #expect(try path.connectIfListening() == nil)
        let server = try path.listen()
        defer { close(server) }
        close(try path.connect())
    }

    @Test func `a socket that somebody listens on is left alone`() throws {
        let path = try SocketPath(folder.file("socket"))
        let server = try path.listen()
        defer { close(server) }
        #expect(
            complaint { () throws(SocketError) in _ = try path.listen() }
                == "\(path): another process listens there: stop it first")
        close(try path.connect())
    }

    enum Other: CaseIterable {
        case file, directory, link, danglingLink, pipe

        func make(_ path: String, in folder: TemporaryFolder) {
            switch self {
            case .file: close(creat(path, 0o600))
            case .directory: mkdir(path, 0o700)
            case .link:
                close(creat(folder.file("target"), 0o600))
                symlink(folder.file("target"), path)
            case .danglingLink: symlink(folder.file("nothing"), path)
            case .pipe: mkfifo(path, 0o600)
            }
        }
    }

    @Test(arguments: Other.allCases)
    func `anything else at the path is refused and left alone`(_ other: Other) throws {
        let path = try SocketPath(folder.file("socket"))
        other.make(path.description, in: folder)
        var before = stat()
        var after = stat()
        lstat(path.description, &before)
        #expect(
            complaint { () throws(SocketError) in _ = try path.listen() }
                == "\(path): is not a socket: remove it or choose another path")
        #expect(lstat(path.description, &after) == 0)
        #expect(before.st_ino == after.st_ino)
        #expect(before.st_mode == after.st_mode)
    }

    @Test func `a symbolic link to a socket is refused`() throws {
        let target = try SocketPath(folder.file("target"))
        close(try target.listen())
        let path = try SocketPath(folder.file("socket"))
        symlink(target.description, path.description)
        #expect(throws: SocketError.notASocket(path.description)) { try path.listen() }
        #expect(folder.names == ["socket", "target"])
    }

    @Test func `a path of 107 bytes fits, one of 108 does not`() throws {
        let room = SocketPath.longest - folder.path.utf8.count - 1
        let path = try SocketPath(folder.file(String(repeating: "s", count: room)))
        close(try path.listen())
        let long = path.description + "s"
        #expect(
            complaint { () throws(SocketError) in _ = try SocketPath(long) }
                == "\(long): is too long for a socket: use at most 107 bytes")
    }

    @Test func `a path shows what would steer a terminal`() {
        #expect(
            SocketError.inUse("a\u{1B}[2J").description
                == "a\\u{1b}[2J: another process listens there: stop it first")
    }

    @Test(arguments: ["", "a\u{0}b"])
    func `a path that the system cannot hold is refused`(_ path: String) {
        #expect(
            complaint { () throws(SocketError) in _ = try SocketPath(path) }
                == "the path of a socket is empty or contains NUL")
    }

    @Test func `a directory that is missing is an error with the path`() throws {
        let path = try SocketPath(folder.file("no/socket"))
        #expect(
            complaint { () throws(SocketError) in _ = try path.listen() }
                == "\(path): its directory does not exist: make it, or choose another path")
        #expect(try path.connectIfListening() == nil)
    }

    @Test func `connecting to no socket says what is wrong`() throws {
        let path = try SocketPath(folder.file("file"))
        close(creat(path.description, 0o600))
        #expect(
            complaint { () throws(SocketError) in close(try path.connect()) }
                == "\(path): cannot connect: connection refused")
    }
}
