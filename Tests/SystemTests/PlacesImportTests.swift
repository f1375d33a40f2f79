import Glibc
import Posix
import TestSupport
import Testing

extension SystemTests {
    struct PlacesImportTests {
        private let workshop = Workshop()
        private var database: String { workshop.file("places.sqlite") }

        private static let cafes = "id,name,lat,lon\na,A,1,2\nb,B,3,4\nc,C,95,0\n"

        private static let hasOsmium = InputFile.exists("/usr/bin/osmium")

        @Test func `people are told what was done, and what was not`() async throws {
            let file = try workshop.write("cafes-2024.csv", Self.cafes)
            let finished = try await run(
                .geofencectl, ["places", "import", file, "--database", database])
            #expect(
                finished
                    == Finished(
                        status: 0,
                        output: """
                            cafes-2024.csv: 3 places read: 2 added, 1 skipped
                              skipped \(file):4: latitude 95.0 is not between -90 and 90

                            """, errors: ""))
        }

        @Test func `programs are told as well`() async throws {
            try workshop.configure()
            mkdir(workshop.state, 0o700)
            let feature =
                #"{"type":"Feature","id":"n1","properties":{"name":"N"},"#
                + #""geometry":{"type":"Point","coordinates":[1,2]}}"#
            let finished = try await run(
                .geofencectl,
                ["places", "import", "-", "--json", "--config", workshop.file("geofenced.toml")],
                input: feature)
            #expect(finished.status == 0)
            #expect(
                finished.output.hasPrefix(
                    #"{"read":1,"added":1,"changed":0,"removed":0,"unchanged":0,"skipped":0,"#
                        + #""reasons":[],"sources":["osm"],"seconds":"#))
            #expect(
                finished.output.hasSuffix(
                    #","attribution":"© OpenStreetMap contributors, ODbL 1.0"}"# + "\n"))
            // In the state directory.
            #expect(names(inDirectory: workshop.state).contains("places.sqlite"))
        }

        @Test func `an import that is killed half-way leaves the old places`() async throws {
            try workshop.write("old.csv", Self.cafes)
            let script = """
                set -e
                cd '\(workshop.path)'
                import="geofencectl places import --database places.sqlite --source cafes --json"
                $import old.csv >first
                mkfifo pipe
                $import pipe & victim=$!
                exec 3>pipe
                echo id,name,lat,lon >&3
                # A pipe holds 64 KiB: when so much has gone into it, much of it has been read.
                yes 'a,changed,5,6' | head -c 500000 >&3
                kill -KILL $victim
                wait $victim || true
                exec 3>&-
                $import old.csv
                """
            let finished = try await shell(script)
            #expect(
                finished.output.hasPrefix(
                    #"{"read":3,"added":0,"changed":0,"removed":0,"unchanged":2,"skipped":1,"#))
        }

        @Test(
            arguments: [
                ("cafes.csv", "name,lat,lon\na,1,2\nb,\"1,2\n", ":3: the text in quotes that "),
                ("none.csv", "name,lat,lon\n", ": has no places: nothing is changed"),
                (
                    "bad.csv", "name,lat,lon\nx,95,1\n",
                    ": none of 1 places can be used: nothing is changed"
                ),
                ("a.json", "[1]", ":1: no column is called latitude"),
                ("b.json", "{\"type\":\"Feature\"", ":1: what starts here does not end"),
            ])
        func `a file that cannot be used is one line`(
            name: String, text: String, message: String
        ) async throws {
            let file = try workshop.write(name, text)
            let finished = try await run(
                .geofencectl, ["places", "import", file, "--database", database])
            #expect(finished.status == 1)
            #expect(finished.output == "")
            #expect(finished.errors.lines.count == 1)
            #expect(finished.errors.contains("\(name)\(message)"))
        }

        @Test(arguments: ["missing.csv", "/dev/zero", "/tmp"])
        func `a file that is none leaves no database behind`(_ file: String) async throws {
            let finished = try await run(
                .geofencectl, ["places", "import", file, "--database", database])
            #expect(finished.status == 1)
            #expect(finished.errors.hasPrefix("Error: \(file): "))
            #expect(finished.errors.lines.count == 1)
            #expect(!InputFile.exists(database))
        }

        @Test func `a database that is none is left alone`() async throws {
            let file = try workshop.write("cafes.csv", Self.cafes)
            let other = try workshop.write("other", String(repeating: "no database ", count: 100))
            let finished = try await run(
                .geofencectl, ["places", "import", file, "--database", other])
            #expect(finished.status == 1)
            #expect(finished.errors.lines.count == 1)
            #expect(try text(of: other).hasPrefix("no database "))
        }

        @Test func `without osmium, people are told to install it`() async throws {
            let file = try workshop.write("x.osm.pbf", "\0\0\0\u{0D}\n\tOSMHeader\u{18}\u{7C}")
            let finished = try await run(
                .geofencectl, ["places", "import", file, "--database", database],
                environment: ["PATH": "/nowhere"])
            #expect(finished.status == 1)
            #expect(
                finished.errors
                    == "Error: \(file): is read with osmium, which is not there: install it, as with "
                    + "apt install osmium-tool\n")
        }

        @Test(.enabled(if: hasOsmium, "osmium-tool is not installed"))
        func `what osmium says of a broken file is told`() async throws {
            let file = try workshop.write("x.osm.pbf", "\0\0\0\u{0D}\n\tOSMHeader\u{18}\u{7C}")
            let finished = try await run(
                .geofencectl, ["places", "import", file, "--database", database])
            #expect(finished.status == 1)
            #expect(finished.errors.hasPrefix("Error: \(file): osmium cannot read it: "))
            #expect(finished.errors.lines.count == 1)
        }

        @Test(
            .needsCorpus("places"),
            .enabled(if: hasOsmium, "osmium-tool is not installed"))
        func `a newer Monaco replaces the older, and leaves Andorra alone`() async throws {
            func load(_ name: String) async throws -> String {
                let finished = try await run(
                    .geofencectl,
                    ["places", "import", Corpus.path("places/\(name)"), "--database", database])
                #expect(finished.status == 0)
                return finished.lines[0]
            }
            #expect(
                try await load("monaco-2021-04.osm.pbf")
                    == "monaco-2021-04.osm.pbf: 1,158 places read: 1,158 added")
            #expect(
                try await load("andorra-2025-01.osm.pbf")
                    == "andorra-2025-01.osm.pbf: 3,690 places read: 3,690 added")
            #expect(
                try await load("monaco-2023-12.osm.pbf")
                    == "monaco-2023-12.osm.pbf: 1,443 places read: 328 added, 218 changed, "
                    + "897 unchanged, 43 removed")
            #expect(
                try await load("andorra-2025-01.osm.pbf")
                    == "andorra-2025-01.osm.pbf: 3,690 places read: 3,690 unchanged")
        }
    }
}
