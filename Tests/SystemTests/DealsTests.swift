import Glibc
import Testing

@testable import geofencectl

extension SystemTests {
    struct DealsTests {
        private let workshop = Workshop()
        private let uid = getuid()

        private func deals(
            _ arguments: String..., environment: [String: String?] = [:]
        ) async throws -> Finished {
            try await run(
                .geofencectl, ["deals"] + arguments + ["--database", workshop.file("places")],
                environment: environment)
        }

        private func add(_ name: String, _ more: String...) async throws -> Finished {
            try await run(
                .geofencectl,
                ["deals", "add", "--name", name, "--company", "Dam Bakers", "--category", "food"]
                    + ["--at", "52.3731,4.8926", "--from", "2026-05-01 10:00"] + more
                    + ["--database", workshop.file("places")])
        }

        @Test func `a deal is added, listed, shown, reserved, changed and removed`() async throws {
            let added = try await add("2 for 1", "--until", "9000-01-01T18:00Z", "--capacity", "2")
            #expect(
                added
                    == Finished(
                        status: 0,
                        output:
                            "added deal 1: 2 for 1, until Wednesday 1 January 9000 18:00, 0/2 reserved\n",
                        errors: ""))
            #expect(
                try await deals("list").lines == [
                    "id  name     company     category  when                    reserved",
                    " 1  2 for 1  Dam Bakers  food      until 9000-01-01 18:00       0/2",
                    "1 deal: food 1",
                ])
            #expect(try await deals("reserve", "deal/1").output.hasSuffix(", 1/2 reserved\n"))
            #expect(
                try await deals("reserve", "1")
                    == Finished(
                        status: 1, output: "",
                        errors:
                            "Error: deal 1: is reserved for uid/\(uid) already: one for each\n"))
            #expect(try await deals("release", "1", "--for", "person/anna").status == 1)
            let full = try await deals("reserve", "1", "--for", "person/anna")
            #expect(full.output.has("full, until Wednesday 1 January 9000"))
            #expect(
                try await deals("reserve", "1", "--for", "person/ben")
                    == Finished(
                        status: 1, output: "",
                        errors: "Error: deal 1: is full: all 2 are reserved\n"))
            #expect(
                try await deals("list")
                    == Finished(
                        status: 0, output: "",
                        errors: "no active deals: see others with --all\n"))
            #expect(try await deals("show", "1").output.has("reserved     2/2, one by you\n"))
            #expect(try await deals("release", "1").status == 0)
            let edited = try await deals("edit", "1", "--without", "capacity", "--name", "3 for 1")
            #expect(
                edited.output
                    == "changed deal 1: 3 for 1, until Wednesday 1 January 9000 18:00, 1 reserved\n"
            )
            #expect(
                try await deals("show", "1").lines == [
                    "deal 1: 3 for 1", "  company      Dam Bakers", "  category     food",
                    "  when         until 9000-01-01 18:00",
                    "  from         2026-05-01 10:00:00 UTC",
                    "  until        9000-01-01 18:00:00 UTC", "  reserved     1",
                    "  at           52.3731,4.8926", "  owner        uid \(uid)",
                ])
            #expect(try await deals("remove", "1").output == "removed deal 1\n")
            #expect(
                try await deals("show", "1").errors
                    == "Error: deal 1: there is none: list those there are\n")
        }

        @Test func `what is not shown is counted`() async throws {
            _ = try await add("now", "--until", "9000-01-01T00:00Z")
            _ = try await add(
                "later", "--from", "8000-01-01T00:00Z", "--until", "9000-01-01T00:00Z")
            let list = try await deals("list")
            #expect(list.output.has("now") && !list.output.has("later"))
            #expect(list.errors == "1 more has not begun, or is full: see it with --all\n")
            #expect(try await deals("list", "--json").errors == "")
        }

        @Test func `json is one document, times in UTC`() async throws {
            _ = try await add("x", "--until", "9000-01-01T00:00Z")
            let shown = try await deals("show", "1", "--json")
            #expect(
                shown.output
                    == #"{"active":true,"audience":"everyone","category":"food","company":"Dam Bakers","#
                    + #""ends":"9000-01-01T00:00:00.000Z","id":1,"lat":52.3731,"lon":4.8926,"#
                    + #""name":"x","owner":\#(uid),"reserved":0,"reserved_by_me":false,"#
                    + #""starts":"2026-05-01T10:00:00.000Z"}"# + "\n")
            #expect(
                try await deals("list", "--json").output
                    == "[\(shown.output.dropLast())]\n")
            #expect(try await deals("list", "--category", "x", "--json").output == "[]\n")
        }

        @Test func `times are those of the user, by summer and by winter`() async throws {
            _ = try await add("x", "--until", "9000-01-01T00:00Z")
            for (time, utc) in [
                ("2026-03-29 03:30", "2026-03-29T01:30:00.000Z"),
                // The clock goes from 2:00 to 3:00: 2:30 is as much later.
                ("2026-03-29 2:30am", "2026-03-29T01:30:00.000Z"),
                ("2026-03-29 midnight", "2026-03-29T22:00:00.000Z"),
                // It shows 2:30 twice: the first one is meant.
                ("2026-10-25 2.30", "2026-10-25T00:30:00.000Z"),
                ("2026-10-25 3h00", "2026-10-25T02:00:00.000Z"),
                ("2026-10-25 04:00", "2026-10-25T03:00:00.000Z"),
                ("25 October 2026", "2026-10-25T22:59:00.000Z"),
                ("2026-07-01", "2026-07-01T21:59:00.000Z"),
                ("2026-07-01 noon", "2026-07-01T10:00:00.000Z"),
                ("2026-07-01T18:00:00+05:30", "2026-07-01T12:30:00.000Z"),
            ] {
                let edited = try await deals(
                    "edit", "1", "--from", "2020-01-01", "--until", time, "--json",
                    environment: ["TZ": "Europe/Amsterdam"])
                #expect(edited.output.has(#""ends":"\#(utc)""#))
            }
        }

        @Test func `a deal that has ended is added, with a warning`() async throws {
            let added = try await deals(
                "add", "--name", "x", "--company", "y", "--category", "z", "--at", "52.37,4.89",
                "--from", "2020-05-01 10:00", "--until", "2020-05-01 11:00")
            #expect(added.status == 0)
            #expect(added.output == "added deal 1: x, ended Friday 1 May 2020 11:00\n")
            #expect(
                added.errors == "warning: deal 1 has ended already: nobody will be told of it\n")
        }

        @Test func `names steer no terminal`() async throws {
            let name = "\u{1B}[2J\u{9B}31m\nx\u{202E}🍕"
            let shown = #"\u{1b}[2J\u{9b}31m\u{a}x\u{202e}🍕"#
            let added = try await add(name, "--until", "9000-01-01")
            #expect(added.output.hasPrefix("added deal 1: \(shown), until"))
            #expect(try await deals("show", "1").lines.first == "deal 1: \(shown)")
            #expect(try await deals("list").lines.count == 3)
            let json = try await deals("list", "--json")
            #expect(json.lines.count == 1)
            #expect(!json.output.has("\u{1B}") && !json.output.has("\u{9B}"))
            #expect(json.output.has(#""name":"\u001b[2J\u009b31m\nx"#))
        }

        @Test(arguments: [
            (
                ["--until", "18:60"],
                "The value '18:60' is invalid for '--until <time>': \(CommandTimeError.unknown)"
            ),
            (
                ["--until", "8h"],
                "The value '8h' is invalid for '--until <time>': it may be a time or how long: "
                    + "write 8:00, or +8h"
            ),
            (
                ["--until", "18:00", "--at", "95,4"],
                "The value '95,4' is invalid for '--at <place>': latitude: 95.0 is not between "
                    + "-90 and 90: did you mean 4.0,95.0?"
            ),
            (
                ["--until", "18:00", "--at", " "],
                "The value ' ' is invalid for '--at <place>': --at: is empty: give it a text"
            ),
            ([], "--until: is missing: a deal must have one"),
        ])
        func `a wrong option is a wrong command line`(arguments: [String], message: String)
            async throws
        {
            let finished = try await run(
                .geofencectl,
                ["deals", "add", "--name", "x", "--company", "y", "--category", "z"]
                    + ["--at", "52,4"] + arguments + ["--database", workshop.file("places")])
            #expect(finished.status == 64)
            #expect(finished.errors.lines.first == "Error: \(message)")
        }

        @Test(arguments: [
            (["--radius", "0"], "radius: 0.0 is not above 0 and at most 100000: use metres"),
            (["--capacity", "0"], "capacity: 0 is not between 1 and 1000000000"),
            (["--name", ""], "name: is empty: give it a text"),
            (
                ["--from", "9000-01-02T00:00Z"],
                "--until: Wednesday 1 January 9000 00:00 is not after --from, "
                    + "Thursday 2 January 9000 00:00"
            ),
            (
                ["--from", "2030-05-03", "--until", "2030-05-02"],
                "--until: Thursday 2 May 2030 23:59 is not after --from, Friday 3 May 2030 00:00"
            ),
            (
                ["--until", "2020-05-01 18:00"],
                "--until: Friday 1 May 2020 18:00 is over already"
            ),
        ])
        func `what cannot be is refused in one line`(arguments: [String], message: String)
            async throws
        {
            let finished = try await run(
                .geofencectl,
                ["deals", "add", "--name", "x", "--company", "y", "--category", "z"]
                    + ["--at", "52,4", "--until", "9000-01-01T00:00Z"] + arguments
                    + ["--database", workshop.file("places")])
            #expect(
                finished == Finished(status: 1, output: "", errors: "Error: \(message)\n"))
        }

        @Test func `a file of deals is replayed`() async throws {
            let file = try workshop.write(
                "deals.geojson",
                """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","id":42,"properties":{"name":"2 for 1"},
                "geometry":{"type":"Point","coordinates":[4.8926,52.3731]}}]}
                """)
            let finished = try await run(
                .geofencectl,
                ["replay", Repository.walk, "--deals", file, "--output", "ndjson"])
            #expect(finished.lines.count == 1)
            #expect(finished.output.has(#""subject":"deal/42""#))
        }
    }
}
