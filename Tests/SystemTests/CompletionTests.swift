import Posix
import TestSupport
import Testing

extension SystemTests {
    /// What the shells offer, asked as they ask it.
    struct CompletionTests {
        private let workshop = Workshop()
        private static let script = Task {
            try await run(.geofencectl, ["--generate-completion-script", "bash"]).output
        }

        /// What bash has in COMPREPLY when one presses Tab at the end of `line`.
        private func offered(_ line: String) async throws -> [String] {
            let script = workshop.file("completions")
            if !InputFile.exists(script) {
                try workshop.write("completions", try await Self.script.value)
            }
            let finished = try await shell(
                """
                exec bash -c '. "$0"
                    COMP_LINE=$1 COMP_POINT=${#1}
                    read -ra COMP_WORDS <<<"$1"
                    [[ $1 != *" " ]] || COMP_WORDS+=("")
                    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                    _geofencectl geofencectl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                    printf "%s\\n" "${COMPREPLY[@]}"' '\(script)' '\(line)'
                """)
            #expect(finished.errors == "")
            return finished.lines
        }

        /// Those of them that are no options, sorted.
        private func words(_ line: String) async throws -> [String] {
            try await offered("geofencectl \(line)").filter { !$0.hasPrefix("-") }.sorted()
        }

        @Test func `a daemon's favourites, deals, kinds and regions are offered`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { _ in
                let control = "--socket \(workshop.control)"
                _ = try await shell(
                    """
                    geofencectl favourites add starbucks amenity=cafe \(control) &&
                    geofencectl deals add --name A --company B --category food --at 52,4 \
                        --until 9000-01-01T00:00Z \(control) &&
                    geofencectl places add --name Home --at 52,4 \(control) &&
                    geofencectl devices add van-1 \(control)
                    """)
                for (line, offers) in [
                    ("favourites remove \(control) st", ["starbucks"]),
                    ("favourites remove \(control) S", ["Starbucks"]),
                    ("favourites remove \(control) 1", ["1"]),
                    ("deals show \(control) ", ["1"]), ("deals remove \(control) ", ["1"]),
                    ("deals reserve \(control) 1", ["1"]), ("deals edit \(control) 2", []),
                    ("deals list \(control) --category f", ["food"]),
                    ("listen --config \(workshop.file("geofenced.toml")) --kind d", ["deal"]),
                    ("history \(control) --kind ", ["deal", "favourite", "watch"]),
                    ("places edit \(control) ho", ["home"]),
                    ("places remove \(control) ", ["home", "own/home"]),
                    ("devices show \(control) va", ["van-1"]),
                    ("devices remove \(control) van", ["van-1"]),
                    ("explain \(control) HE", ["HEMA Kalvertoren"]),
                    ("api \(control) /v1/sta", ["/v1/status"]),
                    ("api \(control) PAT", ["PATCH"]),
                    ("api \(control) /v1/devices/van-1/p", ["/v1/devices/van-1/positions"]),
                    ("api \(control) PATCH /v1/devices/van-1 --field n", ["name="]),
                    ("api \(control) GET /v1/history --field tr", ["transitions="]),
                ] {
                    // What the daemon does not say at once is not offered.
                    try await eventually(await words(line)) { $0 == offers }
                }
            }
        }

        @Test func `the gateway's people, groups and phones are offered`() async throws {
            let gateway = try await Gateway(in: workshop)
            try workshop.configure()
            try await withDaemon(workshop) { (_) async throws in
                try await gateway.run { _ in
                    let socket = "--gateway-socket \(gateway.socket)"
                    _ = try await shell(
                        """
                        geofencectl people add Anna \(socket) && geofencectl people add Ben \(socket) &&
                        geofencectl groups add household Home --admin anna \(socket) &&
                        geofencectl phones add Van --person ben \(socket)
                        """)
                    for (line, offers) in [
                        ("people edit \(socket) a", ["anna"]),
                        ("people remove \(socket) ", ["anna", "ben"]),
                        ("groups show \(socket) h", ["home"]),
                        ("groups add \(socket) --admin ", ["anna", "ben"]),
                        ("api --socket \(gateway.socket) /api/x --as b", ["ben"]),
                        (
                            "api --socket \(gateway.socket) /api/peo",
                            ["/api/people", "/api/people/"]
                        ),
                        ("api --socket \(gateway.socket) /api/people --field na", ["name="]),
                        ("phones token \(socket) ", ["van"]),
                    ] {
                        try await eventually(await words(line)) { $0 == offers }
                    }
                }
            }
        }

        @Test func `a file of places is asked as well`() async throws {
            let database = workshop.file("places.sqlite")
            _ = try await run(
                .geofencectl, ["favourites", "add", "hema", "--database", database])
            #expect(
                try await offered("geofencectl favourites remove --database \(database) h")
                    == ["hema"])
        }

        @Test(
            arguments: [
                ("places search --category caf", ["cafe", "cafeteria"]),
                ("places search --brand Starbu", ["Starbucks"]),
                ("favourites add starbu", ["starbucks"]),
                ("favourites add amenity=caf", ["amenity=cafe"]),
            ])
        func `categories and brands are offered without a daemon`(
            line: String, offer: [String]
        ) async throws {
            // bash takes = for the end of a word, and has the shell's own rules for it.
            let words = try await offered("geofencectl \(line)")
            #expect(words == offer)
        }

        @Test(
            arguments: ["bash", "zsh", "fish"],
            ["favourites remove", "deals show", "explain", "places show", "people link"])
        func `without a daemon, nothing is offered, and nothing is said`(
            name: String, command: String
        ) async throws {
            let words = command.split(separator: " ").map { String($0) }
            let nobody = ["--socket", workshop.file("nobody")]
            let finished = try await run(
                .geofencectl,
                ["---completion"] + words + ["--", "positional@0", "\(words.count + 3)", "0"]
                    + ["geofencectl"] + words + nobody + [""],
                environment: ["SAP_SHELL": name])
            #expect(finished.status == 0)
            // For zsh, nothing is a blank.
            #expect(finished.output.allSatisfy { $0.isWhitespace })
            #expect(finished.errors == "")
        }
    }
}
