import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// Places that geofencectl sends to a running daemon.
    struct PlacesOverSocketTests {
        private let workshop = Workshop()
        private static let hasOsmium = InputFile.exists("/usr/bin/osmium")

        private func importing(_ arguments: String...) async throws -> Finished {
            try await run(
                .geofencectl, ["places", "import", "--socket", workshop.control] + arguments)
        }

        private func cafes(_ count: Int) throws -> String {
            let rows = (1...count).map { "\($0),Café \($0),amenity=cafe,1,\($0)e-5" }
            return try workshop.write(
                "cafes.csv", (["id,name,category,lat,lon"] + rows).joined(separator: "\n") + "\n")
        }

        private var places: String {
            get async throws {
                let answer = try await ControlClient(workshop).get("/v1/status")
                return answer.between(#""places":"#, ",") ?? answer
            }
        }

        private var leftovers: [String] {
            names(inDirectory: workshop.state).filter { $0.hasPrefix("places.sqlite-import") }
        }

        @Test func `the daemon imports files, and people are told as without it`() async throws {
            try workshop.configure()
            let csv = try workshop.write("cafes-2024.csv", "id,name,lat,lon\na,A,1,2\nc,C,95,0\n")
            let gpx = try workshop.write(
                "walk.gpx",
                #"<gpx version="1.1"><wpt lat="1" lon="2"><name>W</name></wpt></gpx>"#)
            let json = try workshop.write(
                "x.geojson",
                #"{"type":"Feature","id":"n1","properties":{"name":"N"},"#
                    + #""geometry":{"type":"Point","coordinates":[1,2]}}"#)
            try await withDaemon(workshop) { (_) async throws in
                #expect(
                    try await importing(csv)
                        == Finished(
                            status: 0,
                            output: """
                                cafes-2024.csv: 2 places read: 1 added, 1 skipped
                                  skipped \(csv):3: latitude 95.0 is not between -90 and 90

                                """, errors: ""))
                #expect(try await importing(csv, gpx, json).output.hasPrefix("3 files: 4 places"))
                let told = try await importing(gpx, "--json", "--source", "mine").output
                #expect(
                    told.hasPrefix(
                        #"{"read":1,"added":1,"changed":0,"removed":0,"unchanged":0,"skipped":0,"#
                            + #""reasons":[],"sources":["mine"],"seconds":"#))
                let piped = try await shell(
                    "gzip -c \(gpx) | geofencectl places import - \(csv) --source p "
                        + "--socket \(workshop.control)")
                #expect(piped.output.hasPrefix("2 files: 3 places read: 2 added, 1 skipped"))
                #expect(try await places == "6")
                let bad = try await importing(
                    try workshop.write("bad.csv", "name,lat,lon\nx,95,1\n"))
                #expect(bad.status == 1)
                #expect(bad.errors.lines.count == 1)
                #expect(bad.errors.hasPrefix("Error: bad.csv: none of 1 places can be used: "))
                #expect(try await importing("missing.csv").errors.hasPrefix("Error: missing.csv: "))
            }
        }

        @Test(
            .needsCorpus("places"), .enabled(if: hasOsmium, "osmium-tool is not installed"))
        func `the daemon has osmium read what is of OpenStreetMap, also from a pipe`() async throws
        {
            try workshop.configure()
            let monaco = Corpus.path("places/monaco-2023-12.osm.pbf")
            try await withDaemon(workshop) { (_) async throws in
                #expect(
                    try await importing(monaco).lines[0]
                        == "monaco-2023-12.osm.pbf: 1,443 places read: 1,443 added")
                let piped = try await shell(
                    "geofencectl places import - --socket \(workshop.control) <\(monaco)")
                #expect(
                    piped.lines[0] == "standard input: 1,443 places read: 1,443 unchanged")
                #expect(leftovers == ["places.sqlite-imported-2"])
            }
        }

        @Test func `without osmium, the daemon says what to install`() async throws {
            try workshop.configure()
            let file = try workshop.write("x.osm.pbf", "\0\0\0\u{0D}\n\tOSMHeader\u{18}\u{7C}")
            try await withDaemon(workshop, environment: ["PATH": "/nowhere"]) { _ in
                let finished = try await importing(file)
                #expect(
                    finished.errors
                        == "Error: \(file): is read with osmium, which is not there: install it, as with "
                        + "apt install osmium-tool\n")
                #expect(leftovers == [])
            }
        }

        /// An import of a pipe that has had much, and whose end does not come; `body` runs meanwhile.
        private func halfWay(_ body: (Running) async throws -> Void) async throws {
            let pipe = workshop.file("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            let script = #"""
                exec 3<>"$1"
                { echo id,name,lat,lon; yes 'a,changed,5,6' | head -c 500000; } >&3 &
                exec geofencectl places import "$1" --source cafes --socket "$2"
                """#
            try await withShell(
                "PATH=\(Program.folder):$PATH\n\(script)", [pipe, workshop.control]
            ) { client in
                try await eventually(leftovers) { $0.contains("places.sqlite-imported-2") }
                try await body(client)
            }
        }

        @Test func `a daemon that is killed half-way has the old places, and sweeps`() async throws
        {
            try workshop.configure()
            let file = try cafes(3)
            try await withDaemon(workshop) { daemon in
                _ = try await importing(file)
                try await halfWay { client in
                    try daemon.send(.kill)
                    #expect(
                        try await client.message()
                            == "Error: \(workshop.control): geofenced closed the connection: try again"
                    )
                }
            }
            #expect(leftovers.contains("places.sqlite-import"))
            try await withDaemon(workshop) { (_) async throws in
                #expect(leftovers == ["places.sqlite-imported-1"])
                #expect(try await places == "3")
                #expect(try await importing(file).output.has("3 unchanged"))
            }
        }

        @Test func `a client that is killed half-way changes nothing`() async throws {
            try workshop.configure()
            let file = try cafes(3)
            try await withDaemon(workshop) { (_) async throws in
                _ = try await importing(file)
                try await halfWay { client in try client.send(.kill) }
                try await eventually(leftovers) { $0 == ["places.sqlite-imported-1"] }
                #expect(try await places == "3")
            }
        }

        @Test func `the end of the daemon is the end of an import`() async throws {
            try workshop.configure()
            let file = try cafes(3)
            let status = try await withDaemon(workshop) { daemon in
                _ = try await importing(file)
                try await halfWay { client in
                    try daemon.send(.terminate)
                    #expect(try await client.message()?.has("the import was called off") == true)
                }
            }
            #expect(status == 0)
            #expect(leftovers == ["places.sqlite-imported-1"])
        }

        @Test func `the daemon has no more memory after an import than before`() async throws {
            try workshop.configure()
            let file = try cafes(Share.rounds(60_000, few: 20_000))
            try await withDaemon(workshop) { daemon in
                _ = try await importing(file)
                let before = try residentKiB(daemon.identifier)
                for _ in 0..<3 { _ = try await importing(file) }
                #expect(try residentKiB(daemon.identifier) < before + 4 * 1024)
            }
        }

        @Test(.enabled(if: geteuid() == 0, "only root can run a program as nobody"))
        func `without a daemon, who may not do its work is told to start it`() async throws {
            try workshop.configure()
            mkdir(workshop.state, 0o700)
            let file = try cafes(1)
            let finished = try await shell(
                "chmod 755 \(workshop.path); chmod 644 \(workshop.path)/*.*; "
                    // Where coverage is counted, this account cannot write the counts.
                    + "export LLVM_PROFILE_FILE=/dev/null; setpriv --reuid 65534 --clear-groups "
                    + "geofencectl places import \(file) --config \(workshop.file("geofenced.toml"))"
            )
            #expect(finished.status == 1)
            #expect(
                finished.errors
                    == "Error: geofenced does not run, and this account may not write \(workshop.state): "
                    + "start it with sudo systemctl start geofenced, or name a file with --database\n"
            )
        }
    }
}
