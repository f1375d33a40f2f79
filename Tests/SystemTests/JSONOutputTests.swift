import APIClient
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import geofencectl

extension SystemTests {
    /// `--json` of every command that answers.
    struct JSONOutputTests {
        private let workshop = Workshop()

        /// How each command is tried, after its own words and before `--json`. A command that is not
        /// here fails a test.
        private var examples: [(command: String, arguments: String)] {
            let walk = "\(Repository.walk) --regions \(Repository.walkRegions)"
            let scenario = "\(Repository.root)/traces/lisbon-walk.toml"
            let control = "--socket \(workshop.control)"
            let gateway = "--gateway-socket \(workshop.file("gateway.sock"))"
            let saved = workshop.file("saved.sqlite")
            let fields = "--name A --company B --category food --at 52.37,4.89 --until 9000-01-01"
            return [
                ("places import", "\(Repository.root)/traces/amsterdam-places.csv \(config)"),
                ("status", control), ("regions", control),
                ("favourites add", "starbucks amenity=cafe \(control)"),
                ("favourites list", control), ("favourites catalogue", "coffee \(control)"),
                ("favourites edit", "starbucks --radius 250 \(control)"),
                ("watches add", "my-list/milk --title Milk --at 52.37,4.89 \(control)"),
                ("watches list", control), ("watches list", "my-list \(control)"),
                ("watches remove", "my-list/milk \(control)"),
                ("favourites remove", "starbucks 2 \(control)"),
                ("deals add", "\(fields) \(control)"), ("deals add", "\(fields) \(control)"),
                ("deals list", control), ("deals show", "1 \(control)"),
                ("deals edit", "1 --capacity 5 \(control)"), ("deals reserve", "1 \(control)"),
                ("deals release", "1 \(control)"), ("deals remove", "1 2 \(control)"),
                ("devices add", "Bus --max-accuracy 100 \(control)"), ("devices list", control),
                ("devices show", "bus \(control)"), ("devices edit", "bus --name B \(control)"),
                ("devices remove", "bus \(control)"),
                ("places search", "starbucks \(control)"),
                ("places show", "amsterdam-places/10 \(control)"),
                ("places add", "--name Home --at 52.37,4.89 \(control)"),
                ("places list", control), ("places edit", "home --phone 1 \(control)"),
                ("places remove", "home \(control)"), ("here", control),
                ("listen", "--after 0 --count 3 --socket \(workshop.socket)"),
                ("history", control), ("history", "--visits \(control)"),
                ("explain", "HEMA \(control)"), ("doctor", config),
                ("page", gateway), ("people add", "Anna \(gateway)"), ("people list", gateway),
                ("people link", "anna \(gateway)"),
                ("people edit", "anna --name A \(gateway)"),
                ("people links list", "anna \(gateway)"),
                ("people links end", "anna --all \(gateway)"),
                ("people sessions list", "anna \(gateway)"),
                ("people sessions end", "anna --all \(gateway)"),
                ("people requests", gateway),
                ("people export", "anna -o \(workshop.file("anna.zip")) \(gateway)"),
                ("groups add", "household Home --admin anna \(gateway)"),
                ("groups add", "organisation Bakers --admin anna \(gateway)"),
                ("groups list", gateway), ("groups show", "home \(gateway)"),
                ("groups edit", "home --currency EUR \(gateway)"),
                ("groups invite", "home \(gateway)"),
                ("people add", "Ben \(gateway)"),
                ("phones add", "Van --person ben \(gateway)"), ("phones list", gateway),
                ("phones token", "van \(gateway)"), ("phones edit", "van --name V \(gateway)"),
                ("phones remove", "van \(gateway)"), ("people remove", "ben \(gateway)"),
                (
                    "places import",
                    "\(workshop.file("streets.osm")) --source streets --no-map --routes \(config) \(gateway)"
                ),
                ("route", "50,5 50,5.005 \(gateway)"), ("gateway status", gateway),
                ("gateway token", gateway),
                ("gateway backup", "\(saved) --state-directory \(workshop.file("gateway-state"))"),
                ("gateway restore", "\(saved) --state-directory \(workshop.file("other-state"))"),
                ("groups members edit", "home anna --nick-name A \(gateway)"),
                ("groups members remove", "home anna \(gateway)"),
                ("groups remove", "bakers \(gateway)"),
                ("people remove", "anna \(gateway)"),
                ("replay", walk), ("replay", "\(walk) --explain HEMA"),
                ("replay", "\(walk) --compare \(workshop.file("other.toml"))"),
                ("fixes", Repository.walk), ("fixes", "\(Repository.walk) --summary"),
                ("simulate", scenario),
                (
                    "score",
                    "--truth \(Repository.root)/traces/lisbon-walk.visits.json \(workshop.file("none"))"
                ),
            ]
        }

        private var config: String { "--config \(workshop.file("geofenced.toml"))" }

        private func json(_ command: String, _ arguments: String) async throws -> Finished {
            try await run(
                .geofencectl,
                (command + " " + arguments).split(separator: " ").map { String($0) } + ["--json"])
        }

        @Test func `every command answers with JSON, and nothing else`() async throws {
            try workshop.configure()
            try workshop.write("none", "")
            try workshop.write("streets.osm", Streets().xml)
            try workshop.write("other.toml", "[regions]\nradius = 100\n[fixes]\nmax_accuracy = 3\n")
            #expect(mkdir(workshop.file("other-state"), 0o700) == 0)
            let gateway = try await Gateway(in: workshop)
            try await withDaemon(workshop) { (_) async throws in
                try await gateway.run { _ in
                    for (command, arguments) in examples {
                        let finished = try await json(command, arguments)
                        // The daemon of the test has no gpsd, which doctor minds.
                        #expect(
                            command == "doctor" || finished.status == 0, "\(command): \(finished)")
                        #expect(finished.output.isJSON, "\(command): \(finished.output)")
                        #expect(!finished.output.isEmpty, "\(command)")
                    }
                }
            }
        }

        @Test func `no command is left out`() async throws {
            let tree = try #require(await CommandTree(of: Geofencectl.self))
            let tried = Set(examples.map(\.command))
            // That prints what is answered, which is JSON.
            let others: Set = ["help", "api"]
            #expect(tree.leaves.filter { !others.contains($0) && !tried.contains($0) } == [])
        }

        @Test(
            arguments: [
                ("favourites list", "[]\n"), ("deals list", "[]\n"),
                ("favourites catalogue nosuchbrand", "[]\n"),
                ("places search nosuchplace", "[]\n"), ("places list", "[]\n"),
            ])
        func `nothing is JSON, too`(command: String, output: String) async throws {
            let database = workshop.file("places.sqlite")
            _ = try await run(
                .geofencectl, ["favourites", "add", "hema", "--database", database])
            _ = try await run(
                .geofencectl, ["favourites", "remove", "hema", "--database", database])
            let finished = try await json(command, "--database \(database)")
            #expect(finished == Finished(status: 0, output: output, errors: ""))
        }

        @Test(arguments: ["status", "favourites list", "deals show 1", "explain x", "history"])
        func `an error is on standard error, as ever`(command: String) async throws {
            let finished = try await json(command, "--socket \(workshop.file("nobody"))")
            #expect(finished.status == 1)
            #expect(finished.output == "")
            #expect(finished.errors.hasPrefix("Error: "))
        }
    }
}

extension CommandTree {
    /// The words of all commands that have none below them.
    fileprivate var leaves: [String] {
        (subcommands ?? []).flatMap { command in
            command.subcommands == nil
                ? [command.commandName]
                : command.leaves.map { "\(command.commandName) \($0)" }
        }
    }
}

extension String {
    /// Whether it is a JSON value, or one on each line.
    fileprivate var isJSON: Bool {
        func isValue(_ text: some StringProtocol) -> Bool {
            (try? JSONDecoder().decode(AnyJSON.self, from: Data(text.utf8))) != nil
        }
        return isValue(self) || lines.allSatisfy { isValue($0) }
    }
}
