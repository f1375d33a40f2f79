import Testing

extension SystemTests {
    /// Misspelt command lines.
    struct SuggestionTests {
        @Test(
            arguments: [
                (
                    Program.geofencectl, ["statsu"],
                    "'statsu' is not a command: did you mean status?"
                ),
                (
                    .geofencectl, ["statsu", "--json"],
                    "'statsu' is not a command: did you mean status?"
                ),
                (
                    .geofencectl, ["statsu", "--help"],
                    "'statsu' is not a command: did you mean status?"
                ),
                (.geofencectl, ["stat"], "'stat' is not a command: did you mean status?"),
                (
                    .geofencectl, ["re"],
                    "'re' is not a command: did you mean regions or replay?"
                ),
                (.geofencectl, ["hepl"], "'hepl' is not a command: did you mean help?"),
                (.geofencectl, [""], "'' is not a command: see geofencectl --help"),
                (
                    .geofencectl, ["\u{1B}[2J"],
                    "'\\u{1b}[2J' is not a command: see geofencectl --help"
                ),
                (
                    .geofencectl, [String(repeating: "x", count: 100_000)],
                    "'\(String(repeating: "x", count: 60))…' is not a command: see geofencectl --help"
                ),
                (
                    .geofencectl, ["help", "statsu"],
                    "'statsu' is not a command: did you mean status?"
                ),
                (
                    .geofencectl, ["help", "deals", "lits"],
                    "'lits' is not a command of deals: did you mean list?"
                ),
                (
                    .geofencectl, ["favourites", "ad", "starbucks"],
                    "'ad' is not a command of favourites: did you mean add?"
                ),
                (
                    .geofencectl, ["favorites", "ad", "starbucks", "--databse", "x"],
                    "'ad' is not a command of favorites: did you mean add?"
                ),
                (
                    .geofencectl, ["deals", "delete", "3"],
                    "'delete' is not a command of deals: use list, show, add, edit, remove, "
                        + "reserve, release"
                ),
                (
                    .geofencectl, ["status", "--jsno"],
                    "'--jsno' is not an option of geofencectl status: did you mean --json?"
                ),
                (
                    .geofencectl, ["deals", "add", "--nme", "x"],
                    "'--nme' is not an option of geofencectl deals add: did you mean --name?"
                ),
                (
                    .geofencectl, ["deals", "add", "--nme=x=y", "--name", "--nme"],
                    "'--nme' is not an option of geofencectl deals add: did you mean --name?"
                ),
                (
                    .geofencectl, ["score", "--zzzzzz"],
                    "'--zzzzzz' is not an option of geofencectl score: see geofencectl score --help"
                ),
                (
                    .geofencectl, ["replay", "x", "--output", "njdson"],
                    "--output: 'njdson' is not known: did you mean ndjson?"
                ),
                (
                    .geofencectl, ["places", "search", "--sort=distanse"],
                    "--sort: 'distanse' is not known: did you mean distance?"
                ),
                (
                    .geofencectl, ["simulate", "x", "--format", "gxp"],
                    "--format: 'gxp' is not known: did you mean gpx?"
                ),
                (
                    .geofencectl, ["replay", "x", "--transitions", "enter,exti"],
                    "--transitions: 'exti' is not known: did you mean exit?"
                ),
                (
                    .geofenced, ["--chekc-config"],
                    "Unknown option '--chekc-config'. Did you mean '--check-config'?"
                ),
            ] as [(Program, [String], String)])
        func `the wrong word is named, with what may have been meant`(
            program: Program, arguments: [String], message: String
        ) async throws {
            let finished = try await run(program, arguments)
            #expect(finished.status == 64)
            #expect(finished.output == "")
            #expect(finished.errors.lines.first == "Error: \(message)")
        }

        @Test(
            arguments: [
                (["help", "deals", "list"], "OVERVIEW: Lists deals, and how many"),
                (["help"], "OVERVIEW: Says what to be told of"),
                (["favorites", "list", "--help"], "OVERVIEW: Lists the favourites."),
                (["--help"], "OVERVIEW: Says what to be told of"),
            ] as [([String], String)])
        func `right words are no mistake`(arguments: [String], start: String) async throws {
            let finished = try await run(.geofencectl, arguments)
            #expect(finished.status == 0)
            #expect(finished.output.hasPrefix(start))
        }

        @Test(
            arguments: [
                // What follows is another's, or comes after the end of options.
                ["replay", "--format", "--output"], ["listen", "--exec", "--jsno"],
                ["replay", "--", "--jsno"], ["history", "--limit", "0"],
            ])
        func `of a value, only the parser says what is wrong`(arguments: [String]) async throws {
            let finished = try await run(.geofencectl, arguments)
            #expect(finished.status != 0)
            #expect(!finished.errors.has("is not an option"))
        }
    }
}
