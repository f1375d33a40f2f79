import Glibc
import Posix
import Subprocess
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

        @Test(arguments: try Document.pagesWithCommands())
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

        /// Runs the README's daemon beside `body`, with all that it has in the workshop.
        private func typing(_ body: (Running) async throws -> Void) async throws {
            let example = try #require(try Document("README.md").block(of: "toml"))
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
                try await body(daemon)
                try daemon.send(.terminate)
            }
        }

        private func type(_ command: Document.Command, _ daemon: Running) async throws -> Finished {
            try await shell(
                "cd \(workshop.path) && export HOME=\(workshop.path) TZ=Europe/Amsterdam\n"
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

/// A page of Markdown, and what it says to type.
private struct Document {
    static func pagesWithCommands() throws -> [String] {
        try names(inDirectory: "\(Repository.root)/docs").map { "docs/\($0)" }.filter {
            try $0.hasSuffix(".md") && Document($0).commands.contains(where: \.isForHere)
        }
    }

    private let lines: [String]

    init(_ path: String) throws {
        lines = try text(of: "\(Repository.root)/\(path)")
            .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    struct Command: Sendable {
        /// Without its prompt, its continued lines joined.
        var line: String
        /// What it prints, as the page has it.
        var shown: [String] = []

        private var words: [Substring] { line.split(separator: " ") }

        /// Whether it can be typed without being root, on a machine with these programs alone; for
        /// others there is Tests/Containers/commands.sh.
        var isForHere: Bool {
            ["geofencectl", "geofenced", "curl", "socat"].contains(words[0])
        }

        /// Whether it prints the same at every time and place.
        var isReproducible: Bool { line.hasPrefix("geofencectl replay") }

        /// Whether it listens until it is called off.
        private var mayNeverEnd: Bool {
            line.hasPrefix("geofencectl listen") || line.has("--serve") || line.has("curl -N")
                || line.hasPrefix("socat")
        }

        /// Seconds.
        var patience: Int { mayNeverEnd ? 1 : 200 }

        func mayEnd(with status: Int) -> Bool {
            switch status {
            case 0: true
            case 124: mayNeverEnd
            // It finds something, as there is no receiver.
            case 1: line.hasPrefix("geofencectl doctor")
            default: false
            }
        }

        /// With a configuration, where the machine's own would be asked.
        var withConfiguration: String {
            // The README's runs beside; of others it is enough that they would.
            if words[0] == "geofenced" {
                return line.has("--check-config") ? line : "\(line) --check-config"
            }
            let asking: Set<Substring> = [
                "status", "listen", "history", "regions", "favourites", "deals", "places", "doctor",
                "explain", "here",
            ]
            guard words.count > 1, asking.contains(words[1]), !line.has("--config") else {
                return line
            }
            let command = line.prefix { $0 != "#" && $0 != ">" && $0 != "|" }
            return "\(command) --config mine.toml\(line.dropFirst(command.count))"
        }
    }

    var commands: [Command] {
        var commands: [Command] = []
        var (isCode, isContinued) = (false, false)
        for line in lines {
            if line.hasPrefix("```") {
                isCode.toggle()
                isContinued = false
            } else if isCode, isContinued || line.hasPrefix("$ ") {
                var text = isContinued ? line[...] : line.dropFirst(2)
                let wasContinued = isContinued
                isContinued = text.hasSuffix("\\")
                if isContinued { text = text.dropLast() }
                if wasContinued {
                    commands[commands.count - 1].line += String(text.drop { $0 == " " })
                } else {
                    commands.append(Command(line: String(text)))
                }
            } else if isCode, !commands.isEmpty, !line.isEmpty {
                commands[commands.count - 1].shown.append(line)
            }
        }
        return commands
    }

    /// The first of its blocks in that language.
    func block(of language: String) -> String? {
        guard let start = lines.firstIndex(of: "```\(language)") else { return nil }
        return lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
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
