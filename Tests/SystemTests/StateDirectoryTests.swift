import Glibc
import Posix
import Testing

extension SystemTests {
    /// Where the daemon keeps what it must not forget, and who else may get at it.
    @Suite struct StateDirectoryTests {
        private let workshop = Workshop()

        private func mode(_ path: String) -> mode_t {
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
        }

        @Test func `what the daemon keeps is for its account alone, also what was not so`()
            async throws
        {
            try workshop.configure()
            mkdir(workshop.state, 0o755)
            chmod(workshop.state, 0o755)
            for name in ["places.sqlite", "notifications.sqlite"] {
                let path = try workshop.write("state/\(name)", "")
                chmod(path, 0o644)
            }
            try await withDaemon(workshop) { _ in
                let modes = names(inDirectory: workshop.state).map {
                    "\($0) \(String(mode("\(workshop.state)/\($0)"), radix: 8))"
                }
                #expect(modes.count > 4)
                #expect(modes.filter { !$0.hasSuffix(" 600") } == [])
            }
        }

        @Test(arguments: [0o777, 0o770] as [mode_t])
        func `a directory that others may write is refused`(_ mode: mode_t) async throws {
            let file = try workshop.configure()
            mkdir(workshop.state, 0o700)
            chmod(workshop.state, mode)
            symlink(workshop.file("precious"), "\(workshop.state)/notifications.sqlite")
            for program in [Program.geofenced, .geofencectl] {
                let arguments = program == .geofenced ? [] : ["places", "import", "-"]
                let finished = try await run(program, arguments + ["--config", file])
                #expect(finished.status == 1)
                #expect(
                    finished.errors.has(
                        "\(workshop.state): others may write it: take that from them with chmod go-w"
                    ))
            }
            #expect(!InputFile.exists(workshop.file("precious")))
        }

        @Test func `where everybody may write, a link of somebody's is not followed`()
            async throws
        {
            let file = try workshop.configure()
            mkdir(workshop.state, 0o700)
            chmod(workshop.state, 0o1777)
            let link = "\(workshop.state)/notifications.sqlite"
            symlink(workshop.file("precious"), link)
            let finished = try await run(.geofenced, ["--config", file])
            #expect(finished.status == 1)
            #expect(finished.errors.has("\(link): is a link or belongs to another account"))
            #expect(!InputFile.exists(workshop.file("precious")))
            unlink(link)
            try await withDaemon(workshop) { _ in }
        }
    }
}
