import API
import Geofencing
import Glibc
import Interests
import Logging
import Notifications
import Places
import Positions
import Posix
import TestDoubles
import Testing

extension SystemTests {
    /// A kind of regions that geofencectl has never heard of, at a daemon that has it.
    struct UnknownKindTests {
        private let workshop = Workshop()

        /// Serves the two sockets of such a daemon while `body` runs.
        private func serving(
            _ body: @Sendable (_ walk: @Sendable () async throws -> Void) async throws -> Void
        ) async throws {
            let kinds = RegionKinds.all + [Lighthouse.self]
            let places = try PlaceDatabase(.file(workshop.file("places.sqlite")), kinds: kinds)
            let now = Timestamp(iso8601: "2026-05-01T12:00:00Z")!
            let notices = try NotificationLog(
                in: workshop.path, source: "/geofenced/test",
                device: DeviceID(fitting: hostName()), newLog: { LogID("abc") },
                now: { now }, uptime: { 0 })
            let tracker = Tracker(
                regions: PlaceRegions(places, kinds: kinds), journal: notices,
                keepsReports: true)
            let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let control = ControlAPI(
                places: places, kinds: kinds, tracker: tracker,
                fleet: Fleet(
                    Fleet.Settings(),
                    regions: SharedRegions(PlaceRegions(places, kinds: kinds), file: nil),
                    journal: notices, now: { now }, uptime: { 0 }),
                notices: notices,
                daemon: .init(version: "1.2.3", started: now, source: "nmea:walk"), now: { now }
            ).socket(descriptor: try SocketPath(workshop.control).listen(), log: log)
            let telling = NotificationSocket(
                notices, descriptor: try SocketPath(workshop.socket).listen())
            try await withThrowingTaskGroup { group in
                group.addTask { try await control.run() }
                group.addTask { try await telling.run() }
                defer { group.cancelAll() }
                try await body {
                    try await tracker.run(try await PositionSources.open(Repository.walk))
                }
            }
        }

        private func lighthouses(_ arguments: String...) async throws -> Finished {
            try await run(
                .geofencectl, ["lighthouses"] + arguments + ["--socket", workshop.control])
        }

        @Test func `it is added, listed, shown, changed and removed`() async throws {
            try await serving { (_) async throws in
                let added = try await lighthouses(
                    "add", "--name", "Centraal", "--lat=52.3786", "--lon", "4.9003", "--keeper",
                    "Jan")
                #expect(
                    added
                        == Finished(status: 0, output: "added lighthouse 1: Centraal\n", errors: "")
                )
                #expect(
                    try await lighthouses().lines == [
                        "id  name          lat     lon  lit  owner  keeper",
                        " 1  Centraal  52.3786  4.9003  no   \(padded(getuid()))  Jan",
                    ])
                #expect(
                    try await lighthouses("list", "--keeper", "Piet").errors == "no lighthouses\n")
                #expect(
                    try await lighthouses("show", "lighthouse/1").lines == [
                        "lighthouse 1: Centraal", "  lat          52.3786", "  lon          4.9003",
                        "  lit          no", "  owner        \(getuid())", "  keeper       Jan",
                    ])
                #expect(
                    try await lighthouses("light", "1").output == "light: lighthouse 1: Centraal\n")
                #expect(
                    try await lighthouses("edit", "1", "--without", "keeper", "--lat", "-5").output
                        == "changed lighthouse 1: Centraal\n")
                let json = try await lighthouses("show", "1", "--json")
                #expect(
                    json.output
                        == #"{"id":1,"lat":-5,"lit":true,"lon":4.9003,"name":"Centraal","owner":\#(getuid())}"#
                        + "\n")
                #expect(try await lighthouses("remove", "1").output == "removed lighthouse 1\n")
                #expect(try await lighthouses("list", "--json").output == "[]\n")
            }
        }

        @Test(
            arguments: [
                (["add", "--name", "x"], 1, "lat: is missing: it must be given"),
                (["add", "--nam", "x"], 1, "nam: is not known here: did you mean name?"),
                (["add", "--lat", "x"], 1, "lat is not a number"),
                (["show", "7"], 1, "lighthouse 7: there is none"),
                (
                    ["fly", "1"], 64,
                    "'fly' is not known: use list, show, add, edit, remove, light"
                ),
                (["show"], 64, "which lighthouse? give its id, as it is listed"),
                (["add", "--name"], 64, "--name: has no value"),
                (["list", "x"], 64, "Unexpected argument 'x'"),
                (
                    ["list", "--kepper", "x"], 1,
                    "kepper: is not known here: did you mean keeper?"
                ),
            ] as [([String], Int, String)])
        func `what is wrong with a command is said`(
            arguments: [String], status: Int, message: String
        ) async throws {
            try await serving { (_) async throws in
                let finished = try await run(
                    .geofencectl, ["lighthouses"] + arguments + ["--socket", workshop.control])
                #expect(finished.status == status)
                #expect(finished.errors.lines.first == "Error: \(message)")
            }
        }

        @Test func `its help has the fields that the daemon describes`() async throws {
            try await serving { (_) async throws in
                let help = try await lighthouses("--help")
                #expect(help.status == 0)
                #expect(
                    help.lines == [
                        "USAGE:", "  geofencectl lighthouses list [--json]",
                        "  geofencectl lighthouses show <id>",
                        "  geofencectl lighthouses add [--keeper <keeper>] [--lat <lat>] "
                            + "[--lon <lon>] [--name <name>]",
                        "  geofencectl lighthouses edit <id> [--keeper <keeper>] [--lat <lat>] "
                            + "[--lon <lon>] [--name <name>] [--without <field>]",
                        "  geofencectl lighthouses remove <id> ...",
                        "  geofencectl lighthouses light <id>",
                    ])
            }
        }

        @Test func `its notices are told with all they say of it, everywhere`() async throws {
            try workshop.write(
                "notify-send",
                "#!/bin/sh\nprintf '%s\\n' \"$@\" >>\(workshop.file("shown"))\necho 1\n")
            chmod(workshop.file("notify-send"), 0o755)
            try await serving { (walk) async throws in
                _ = try await lighthouses(
                    "add", "--name", "Centraal", "--lat", "52.3786", "--lon", "4.9003", "--keeper",
                    "J")
                try await walk()
                let told =
                    "2026-05-01 10:00:00 UTC  enter  lighthouse  Centraal                        67 m  "
                    + "already there · keeper: J · lit: no"
                let control = ["--socket", workshop.control]
                let listen = try await run(
                    .geofencectl,
                    [
                        "listen", "--after", "0", "--count", "1", "--socket", workshop.socket,
                        "--desktop",
                    ],
                    environment: ["PATH": "\(workshop.path):/usr/bin:/bin"])
                #expect(listen == Finished(status: 0, output: told + "\n", errors: ""))
                #expect(try text(of: workshop.file("shown")).has("keeper: J · lit: no"))
                let history = try await run(
                    .geofencectl, ["history", "--kind", "lighthouse"] + control)
                #expect(history.lines == [told])
                let regions = try await run(.geofencectl, ["regions"] + control)
                #expect(regions.output.has("lighthouse/1"))
                let status = try await run(.geofencectl, ["status"] + control)
                #expect(status.output.has("1 watched (lighthouse: 1)"))
                let explain = try await run(.geofencectl, ["explain", "lighthouse/1"] + control)
                #expect(explain.lines.first?.has("around Centraal already, 67.4 m") == true)
            }
        }

        @Test func `a misspelt kind is suggested, and help finds a kind`() async throws {
            try await serving { (_) async throws in
                let options = ["--socket", workshop.control]
                let misspelt = try await run(.geofencectl, ["lighthuoses", "list"] + options)
                #expect(
                    misspelt.errors
                        == "Error: 'lighthuoses' is not a command: did you mean lighthouses?\n")
                let help = try await run(.geofencectl, ["help", "lighthouses"] + options)
                #expect(help == (try await lighthouses("--help")))
                let verb = try await lighthouses("lits")
                #expect(verb.errors.lines.first == "Error: 'lits' is not known: did you mean list?")
                let removed = try await lighthouses("remove", "7", "--json")
                #expect(removed.output == "")
            }
        }

        @Test func `a word that is no kind is an error as it ever was`() async throws {
            try await serving { (_) async throws in
                let options = ["--socket", workshop.control]
                let known = try await run(.geofencectl, ["nonsense"] + options)
                let alone = try await run(
                    .geofencectl, ["nonsense", "--socket", workshop.file("nobody")])
                #expect(known == alone)
                #expect(known.status == 64)
            }
        }
    }
}

/// As in the column `owner`.
private func padded(_ uid: uid_t) -> String {
    String(repeating: " ", count: max(0, 5 - "\(uid)".count)) + "\(uid)"
}
