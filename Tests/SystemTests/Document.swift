import Posix

/// A page of Markdown, and what it says to type.
struct Document {
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

        /// What its lines begin with whenever and wherever it is typed: up to the first digit.
        var starts: [String] {
            let starts = shown.map { String($0.prefix { !$0.isNumber && $0 != "…" }) }
            // A heading is as wide as what is below it.
            return starts.filter { $0.count > 8 && !$0.has("   ") && !$0.hasPrefix(" ") }
        }

        /// Whether it listens until it is called off.
        private var mayNeverEnd: Bool {
            line.hasPrefix("geofencectl listen") && !line.has("--count") || line.has("--serve")
                || line.has("curl -N") || line.has("api /v1/changes") || line.has("api /api/events")
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
                "explain", "here", "watches", "devices",
            ]
            let askingGateway: Set<Substring> = ["people", "groups", "page"]
            guard words.count > 1, !line.has("--config") else { return line }
            let option: String
            if words[1] == "api" {
                let isGateways = line.has(" /api/")
                option = "--socket \(isGateways ? "mine/gateway.sock" : "mine/control.sock")"
            } else if asking.contains(words[1]) {
                option = "--config mine.toml"
            } else if askingGateway.contains(words[1]) {
                option = "--gateway-socket mine/gateway.sock"
            } else {
                return line
            }
            let command = line.prefix { $0 != "#" && $0 != ">" && $0 != "|" }
            return "\(command) \(option) \(line.dropFirst(command.count))"
        }
    }

    var commands: [Command] {
        var commands: [Command] = []
        var (isCode, isContinued, hasCommand) = (false, false, false)
        for line in lines {
            if line.hasPrefix("```") {
                isCode.toggle()
                (isContinued, hasCommand) = (false, false)
            } else if isCode, isContinued || line.hasPrefix("$ ") {
                var text = isContinued ? line[...] : line.dropFirst(2)
                let wasContinued = isContinued
                isContinued = text.hasSuffix("\\")
                if isContinued { text = text.dropLast() }
                hasCommand = true
                if wasContinued {
                    commands[commands.count - 1].line += String(text.drop { $0 == " " })
                } else {
                    commands.append(Command(line: String(text)))
                }
            } else if isCode, hasCommand, !line.isEmpty {
                commands[commands.count - 1].shown.append(line)
            }
        }
        return commands
    }

    /// Its blocks in that language.
    func blocks(of language: String) -> [String] {
        lines.indices.filter { lines[$0] == "```\(language)" }.map { start in
            lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
        }
    }
}
