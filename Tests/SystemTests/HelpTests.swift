import Posix
import Testing

extension SystemTests {
    struct HelpTests {
        @Test(
            arguments: [
                (Program.geofencectl, ["--help"], "geofencectl"),
                (.geofencectl, ["doctor", "--help"], "geofencectl-doctor"),
                (.geofencectl, ["help", "listen"], "geofencectl-listen"),
                (.geofencectl, ["listen", "--help"], "geofencectl-listen"),
                (.geofencectl, ["history", "--help"], "geofencectl-history"),
                (.geofencectl, ["explain", "--help"], "geofencectl-explain"),
                (.geofencectl, ["deals", "--help"], "geofencectl-deals"),
                (.geofencectl, ["deals", "list", "--help"], "geofencectl-deals-list"),
                (.geofencectl, ["deals", "add", "--help"], "geofencectl-deals-add"),
                (.geofencectl, ["deals", "edit", "--help"], "geofencectl-deals-edit"),
                (.geofencectl, ["deals", "reserve", "--help"], "geofencectl-deals-reserve"),
                (.geofencectl, ["deals", "release", "--help"], "geofencectl-deals-release"),
                (.geofencectl, ["devices", "--help"], "geofencectl-devices"),
                (.geofencectl, ["devices", "list", "--help"], "geofencectl-devices-list"),
                (.geofencectl, ["devices", "show", "--help"], "geofencectl-devices-show"),
                (.geofencectl, ["devices", "add", "--help"], "geofencectl-devices-add"),
                (.geofencectl, ["devices", "edit", "--help"], "geofencectl-devices-edit"),
                (.geofencectl, ["devices", "remove", "--help"], "geofencectl-devices-remove"),
                (.geofencectl, ["favorites"], "geofencectl-favourites"),
                (.geofencectl, ["favourites", "add", "--help"], "geofencectl-favourites-add"),
                (.geofencectl, ["favourites", "edit", "--help"], "geofencectl-favourites-edit"),
                (.geofencectl, ["favourites", "list", "--help"], "geofencectl-favourites-list"),
                (
                    .geofencectl, ["favourites", "remove", "--help"],
                    "geofencectl-favourites-remove"
                ),
                (
                    .geofencectl, ["favourites", "catalogue", "--help"],
                    "geofencectl-favourites-catalogue"
                ),
                (.geofencectl, ["people", "--help"], "geofencectl-people"),
                (.geofencectl, ["people", "list", "--help"], "geofencectl-people-list"),
                (.geofencectl, ["people", "add", "--help"], "geofencectl-people-add"),
                (.geofencectl, ["people", "edit", "--help"], "geofencectl-people-edit"),
                (.geofencectl, ["people", "remove", "--help"], "geofencectl-people-remove"),
                (.geofencectl, ["people", "link", "--help"], "geofencectl-people-link"),
                (.geofencectl, ["people", "sessions", "--help"], "geofencectl-people-sessions"),
                (
                    .geofencectl, ["people", "sessions", "list", "--help"],
                    "geofencectl-people-sessions-list"
                ),
                (
                    .geofencectl, ["people", "sessions", "end", "--help"],
                    "geofencectl-people-sessions-end"
                ),
                (.geofencectl, ["people", "links", "--help"], "geofencectl-people-links"),
                (
                    .geofencectl, ["people", "links", "list", "--help"],
                    "geofencectl-people-links-list"
                ),
                (
                    .geofencectl, ["people", "links", "end", "--help"],
                    "geofencectl-people-links-end"
                ),
                (.geofencectl, ["people", "requests", "--help"], "geofencectl-people-requests"),
                (.geofencectl, ["people", "export", "--help"], "geofencectl-people-export"),
                (.geofencectl, ["groups", "--help"], "geofencectl-groups"),
                (.geofencectl, ["groups", "list", "--help"], "geofencectl-groups-list"),
                (.geofencectl, ["groups", "show", "--help"], "geofencectl-groups-show"),
                (.geofencectl, ["groups", "add", "--help"], "geofencectl-groups-add"),
                (.geofencectl, ["groups", "edit", "--help"], "geofencectl-groups-edit"),
                (.geofencectl, ["groups", "remove", "--help"], "geofencectl-groups-remove"),
                (.geofencectl, ["groups", "invite", "--help"], "geofencectl-groups-invite"),
                (.geofencectl, ["groups", "members", "--help"], "geofencectl-groups-members"),
                (
                    .geofencectl, ["groups", "members", "edit", "--help"],
                    "geofencectl-groups-members-edit"
                ),
                (
                    .geofencectl, ["groups", "members", "remove", "--help"],
                    "geofencectl-groups-members-remove"
                ),
                (.geofencectl, ["phones", "--help"], "geofencectl-phones"),
                (.geofencectl, ["phones", "list", "--help"], "geofencectl-phones-list"),
                (.geofencectl, ["phones", "add", "--help"], "geofencectl-phones-add"),
                (.geofencectl, ["phones", "edit", "--help"], "geofencectl-phones-edit"),
                (.geofencectl, ["phones", "token", "--help"], "geofencectl-phones-token"),
                (.geofencectl, ["phones", "remove", "--help"], "geofencectl-phones-remove"),
                (.geofencectl, ["gateway", "--help"], "geofencectl-gateway"),
                (.geofencectl, ["gateway", "status", "--help"], "geofencectl-gateway-status"),
                (.geofencectl, ["gateway", "token", "--help"], "geofencectl-gateway-token"),
                (.geofencectl, ["gateway", "backup", "--help"], "geofencectl-gateway-backup"),
                (.geofencectl, ["gateway", "restore", "--help"], "geofencectl-gateway-restore"),
                (.geofencectl, ["page", "--help"], "geofencectl-page"),
                (.geofencectl, ["api", "--help"], "geofencectl-api"),
                (.geofencectl, ["watches"], "geofencectl-watches"),
                (.geofencectl, ["watches", "list", "--help"], "geofencectl-watches-list"),
                (.geofencectl, ["watches", "add", "--help"], "geofencectl-watches-add"),
                (.geofencectl, ["watches", "remove", "--help"], "geofencectl-watches-remove"),
                (.geofencectl, ["replay", "--help"], "geofencectl-replay"),
                (.geofencectl, ["fixes", "--help"], "geofencectl-fixes"),
                (.geofencectl, ["simulate", "--help"], "geofencectl-simulate"),
                (.geofencectl, ["score", "--help"], "geofencectl-score"),
                (.geofencectl, ["status", "--help"], "geofencectl-status"),
                (.geofencectl, ["regions", "--help"], "geofencectl-regions"),
                (.geofencectl, ["places"], "geofencectl-places"),
                (.geofencectl, ["places", "search", "--help"], "geofencectl-places-search"),
                (.geofencectl, ["places", "show", "--help"], "geofencectl-places-show"),
                (.geofencectl, ["places", "--help"], "geofencectl-places"),
                (.geofencectl, ["places", "add", "--help"], "geofencectl-places-add"),
                (.geofencectl, ["places", "list", "--help"], "geofencectl-places-list"),
                (.geofencectl, ["places", "edit", "--help"], "geofencectl-places-edit"),
                (.geofencectl, ["places", "remove", "--help"], "geofencectl-places-remove"),
                (.geofencectl, ["here", "--help"], "geofencectl-here"),
                (.geofencectl, ["places", "import", "--help"], "geofencectl-places-import"),
                (.geofencectl, ["route", "--help"], "geofencectl-route"),
                (.geofenced, ["--help"], "geofenced"),
                (.gateway, ["--help"], "geofenced-gateway"),
            ] as [(Program, [String], String)])
        func `help is as in Tests/SystemTests/Expected, word for word`(
            program: Program, arguments: [String], file: String
        ) async throws {
            let expected = try text(
                of: "\(Repository.root)/Tests/SystemTests/Files/Expected/\(file).txt")
            let finished = try await run(program, arguments)
            #expect(finished == Finished(status: 0, output: expected, errors: ""))
        }

        @Test(
            arguments: [
                (
                    Program.geofencectl, ["nonsense"],
                    "'nonsense' is not a command: see geofencectl --help"
                ),
                (.geofencectl, ["replay"], "Missing expected argument '<trace> ...'"),
                (.geofencectl, ["fixes"], "nothing to read: name a trace, or a --source"),
                (
                    .geofencectl, ["listen", "--count", "0"],
                    "--count: '0' is not a number from 1 on"
                ),
                (
                    .geofencectl, ["listen", "--after=-1"],
                    "--after: '-1' is not a number from 0 on"
                ),
                (
                    .geofencectl, ["listen", "--exec", "'open"],
                    "The value ''open' is invalid for '--exec <command>'"
                ),
                (
                    .geofencectl, ["replay", "x", "--max-accuracy=0"],
                    "--max-accuracy: '0.0' is not a number of metres above 0"
                ),
                (
                    .geofencectl, ["replay", "x", "--max-accuracy=nan"],
                    "--max-accuracy: 'nan' is not a number of metres above 0"
                ),
                (
                    .geofencectl, ["replay", "x", "--transitions", "enter,leave"],
                    "The value 'enter,leave' is invalid for '--transitions <list>'"
                ),
                (
                    .geofencectl, ["replay", "x", "--transitions", ""],
                    "The value '' is invalid for '--transitions <list>'"
                ),
                (
                    .geofencectl, ["fixes", "x", "--date", "2026-02-30"],
                    "The value '2026-02-30' is invalid for '--date <yyyy-mm-dd>'"
                ),
                (
                    .geofencectl, ["replay", "x", "--output", "xml"],
                    "The value 'xml' is invalid for '--output <output>'. Please provide one of 'text' "
                        + "and 'ndjson'."
                ),
                (
                    .geofencectl, ["deals", "reserve", "1", "--for", "Anna"],
                    "The value 'Anna' is invalid for '--for <owner>': --for: 'Anna' is not 1 to 128 "
                        + "of a-z, 0-9 and ._/-: write it as in person/anna"
                ),
                (.geofencectl, ["devices", "add"], "Missing expected argument '<name-or-id>'"),
                (
                    .geofencectl, ["devices", "add", "☃"],
                    "'☃' has no letter or digit for an id: name one, and add --name"
                ),
                (
                    .geofencectl, ["devices", "add", "x", "--max-accuracy", "nan"],
                    "--max-accuracy: 'nan' is not above 0 and at most 100000: use metres"
                ),
                (
                    .geofencectl, ["devices", "add", "x", "--follows", "a,,b"],
                    "The value 'a,,b' is invalid for '--follows <list>': --follows: '' is not 1 to "
                        + "128 of a-z, 0-9 and ._/-, the first a letter or digit: write it as in "
                        + "everyone or person/anna"
                ),
                (
                    .geofencectl, ["devices", "edit", "x"],
                    "nothing to change: say what is to be otherwise"
                ),
                (
                    .geofencectl, ["devices", "show", "A/b"],
                    "The value 'A/b' is invalid for '<id>': 'A/b' is not the id of a device: use up "
                        + "to 64 of a-z, 0-9, '.', '_' and '-', the first a letter or digit"
                ),
                (
                    .geofencectl, ["places", "search", "--sort", "price"],
                    "The value 'price' is invalid for '--sort <order>'. Please provide one of "
                        + "'distance', 'relevance' or 'name'."
                ),
                (
                    .geofencectl, ["replay", "x", "--compare", "y", "--summary"],
                    "--compare: prints text: leave out --output and --summary"
                ),
                (
                    .geofencectl, ["replay", "x", "--explain", "y", "--output", "ndjson"],
                    "--explain: prints text: leave out --output, --summary, --compare and --map"
                ),
                (
                    .geofencectl, ["replay", "-", "--explain", "y"],
                    "--explain: reads the traces twice: name files, not standard input"
                ),
                (
                    .geofencectl, ["replay", "x", "--explain", ""],
                    "The value '' is invalid for '--explain <region[@time]>': it is empty: write an id "
                        + "or a name"
                ),
                (
                    .geofencectl, ["simulate", "x", "--visits", "y"],
                    "--visits: there is nothing to visit: name a file with --regions"
                ),
                (
                    .geofencectl, ["simulate", "x", "--regions", "y"],
                    "--regions: nobody is told of visits: name a file with --visits or --map"
                ),
                (
                    .geofencectl, ["simulate", "x", "--truth", "y.json"],
                    "--truth: there is nothing to visit: name a file with --regions"
                ),
                (
                    .geofencectl, ["simulate", "x", "--truth", "y.csv"],
                    "--truth: 'y.csv' ends in neither .gpx nor .geojson"
                ),
                (
                    .geofencectl, ["simulate", "x", "--loop"],
                    "--loop: nothing is played: add --serve gpsd, or --pty"
                ),
                (
                    .geofencectl, ["simulate", "x", "--pty", "-o", "y"],
                    "--output: cannot be used with --serve or --pty: leave it out"
                ),
                (
                    .geofencectl, ["simulate", "x", "--serve", "gpsd:x"],
                    "The value 'gpsd:x' is invalid for '--serve <what>'"
                ),
                (
                    .geofencectl, ["simulate", "x", "--pty", "--speed", "0"],
                    "The value '0' is invalid for '--speed <factor>': '0' is not a speed: use a "
                        + "factor from 0.001 to 1000000, or max"
                ),
                (
                    .geofencectl,
                    ["places", "add", "--name", "x", "--at", "1,2", "--radius", "-5"],
                    "--radius: -5.0 is not above 0 and at most 100000: use metres"
                ),
                (
                    .geofencectl, ["favourites", "add", "x", "--radius", "-.5"],
                    "--radius: -0.5 is not above 0 and at most 100000: use metres"
                ),
                (
                    .geofencectl, ["history", "--limit", "-5"],
                    "--limit: '-5' is not a number from 1 to 1000"
                ),
                (
                    .geofencectl, ["replay", "x", "--max-accuracy", "-5"],
                    "--max-accuracy: '-5.0' is not a number of metres above 0"
                ),
                (
                    .geofencectl, ["simulate", "x", "--by", "walk", "--speed-kmh", "-5"],
                    "--speed-kmh: '-5' is not a speed: use kilometres per hour from 0.36 to 540"
                ),
                (
                    .geofencectl, ["people", "edit", "anna"],
                    "nothing to change: say what is to be otherwise"
                ),
                (
                    .geofencectl, ["people", "sessions", "end", "anna", "1", "--all"],
                    "say which session by its number, or --all"
                ),
                (
                    .geofencectl, ["people", "requests", "--name", "Anna"],
                    "--name: is for --accept: say whom"
                ),
                (
                    .geofencectl, ["groups", "add", "family", "Home", "--admin", "anna"],
                    "The value 'family' is invalid for '<kind>'. Please provide one of 'household' "
                        + "and 'organisation'."
                ),
                (.geofencectl, ["score", "x"], "Missing expected argument '--truth <file>'"),
                (.geofencectl, ["places", "show"], "Missing expected argument '<id>'"),
                (
                    .geofencectl, ["places", "add", "--name", "x"],
                    "--at: is missing: say where it is, or give --address or --here"
                ),
                (
                    .geofencectl, ["places", "add", "--name", "x", "--here", "--at", "1,2"],
                    "--here: cannot be used with --at or --address: choose one"
                ),
                (
                    .geofencectl, ["places", "edit", "home"],
                    "nothing to change: say what is to be otherwise"
                ),
                (
                    .geofencectl, ["here", "--favourite"],
                    "--favourite: needs a name: geofencectl here NAME --favourite"
                ),
                (
                    .geofencectl, ["places", "import", "x.csv", "--source", "a/b"],
                    "--source: 'a/b' cannot name a source: use a word without a slash"
                ),
                (.geofenced, ["--speed", "0"], "The value '0' is invalid for '--speed <factor>'"),
                (.geofenced, ["walk.gpx"], "Unexpected argument 'walk.gpx'"),
                (.gateway, ["walk.gpx"], "Unexpected argument 'walk.gpx'"),
                (.gateway, ["--config"], "Missing value for '--config <file>'"),
            ] as [(Program, [String], String)])
        func `a wrong command line says what is wrong, and leaves with status 64`(
            program: Program, arguments: [String], message: String
        ) async throws {
            let finished = try await run(program, arguments)
            #expect(finished.status == 64)
            #expect(finished.output == "")
            #expect(finished.errors.lines.first == "Error: \(message)")
        }

        @Test(arguments: [Program.geofenced, .geofencectl, .gateway])
        func `the version is a line, and the package's`(_ program: Program) async throws {
            let finished = try await run(program, ["--version"])
            let changelog = try InputFile.contents(
                of: "\(Repository.root)/debian/changelog", limit: 1 << 20)
            let version = changelog.split(separator: UInt8(ascii: "("))[1]
                .prefix { $0 != UInt8(ascii: ")") }
            let line = String(decoding: version, as: UTF8.self) + "\n"
            #expect(finished == Finished(status: 0, output: line, errors: ""))
        }
    }
}
