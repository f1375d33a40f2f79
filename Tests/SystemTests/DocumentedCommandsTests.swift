import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// What README.md and docs/ say to type is typed.
    struct DocumentedCommandsTests {
        private let workshop = Workshop()

        @Test func `the commands of the README do what it says`() async throws {
            let commands = try Document("README.md").commands.filter(\.isForHere)
            #expect(commands.contains { $0.isReproducible })
            try await typing { daemon in
                for command in commands {
                    let finished = try await type(command, daemon)
                    #expect(command.mayEnd(with: finished.status), "\(command.line): \(finished)")
                    let told = finished.lines + finished.errors.lines
                    for start in command.starts {
                        #expect(
                            told.contains { $0.hasPrefix(start) },
                            "\(start): \(told.prefix(3)), \(finished.errors)")
                    }
                    guard command.isReproducible else { continue }
                    for line in command.shown {
                        #expect(finished.output.has(line) || finished.errors.has(line))
                    }
                }
                #expect(commands.count > 20)
            }
        }

        @Test func `there are pages with commands`() throws {
            #expect(try Document.pagesWithCommands().count > 5)
        }

        @Test(arguments: Share.of(try Document.pagesWithCommands(), 5))
        func `the commands of the pages are commands`(_ page: String) async throws {
            let commands = try Document(page).commands.filter(\.isForHere)
            try await typing { daemon in
                for command in commands {
                    let finished = try await type(command, daemon)
                    // Their files and ids are examples; their words must be right.
                    #expect(finished.status != 64, "\(command.line): \(finished.errors)")
                    #expect(finished.status != 127, "\(command.line): \(finished.errors)")
                }
            }
        }

        /// Runs the README's daemon and a gateway beside `body`, with all that it has in the workshop.
        private func typing(_ body: (Running) async throws -> Void) async throws {
            let example = try #require(try Document("README.md").blocks(of: "toml").first)
            try workshop.write("mine.toml", here(example))
            let copied = try await shell("cp -r \(Repository.root)/traces \(workshop.path)")
            #expect(copied.status == 0)
            let state = workshop.file("mine")
            #expect(mkdir(state, 0o700) == 0)
            try await withShell(
                #"cd "$1" && exec "$2/geofenced" --config mine.toml"#,
                [workshop.path, "\(Program.folder)"]
            ) { daemon in
                _ = try await daemon.message(with: "listening")
                let gateway = try await Gateway(in: workshop, socketName: "mine/gateway.sock")
                try await gateway.run { _ in try await body(daemon) }
                try daemon.send(.terminate)
            }
        }

        private func type(_ command: Document.Command, _ daemon: Running) async throws -> Finished {
            try await shell(
                "cd \(workshop.path) && export HOME=\(workshop.path) TZ=Europe/Amsterdam\n"
                    // No browser opens on the screen of whoever runs this.
                    + "unset DISPLAY WAYLAND_DISPLAY\n"
                    + "exec timeout \(command.patience) sh -c "
                    + "'\(here(command.withConfiguration).quotedForShell)'")
        }

        /// With paths of the workshop instead of the system's.
        private func here(_ text: String) -> String {
            let paths = [
                ("curl -s https://example.org/cafes.geojson", "cat traces/amsterdam-deals.geojson"),
                ("/run/geofenced", "\(workshop.path)/mine"),
                ("/var/lib/geofenced", "\(workshop.path)/mine"),
            ]
            return paths.reduce(text) { $0.replacing($1.0, with: $1.1) }
        }
    }
}

extension String {
    /// As it stands between single quotes.
    fileprivate var quotedForShell: String {
        split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    }

    fileprivate func replacing(_ text: String, with other: String) -> String {
        var (result, rest) = ("", self[...])
        while !rest.isEmpty {
            if rest.hasPrefix(text) {
                result += other
                rest = rest.dropFirst(text.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
