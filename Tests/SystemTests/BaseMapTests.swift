import Glibc
import Posix
import TestSupport
import Testing

extension SystemTests {
    /// The base map that an import makes besides the places.
    struct BaseMapTests {
        private let workshop = Workshop()

        private static let hasTools = ["tilemaker", "osmium"].allSatisfy {
            InputFile.exists("/usr/bin/\($0)")
        }

        /// A town at the sea: the coast goes from south to north, with the land in the west.
        private static func town(
            _ name: String, at longitude: Double = 4, _ first: Int = 1
        ) -> String {
            func node(_ number: Int, _ x: Double, _ y: Double, _ tags: String = "") -> String {
                "<node id=\"\(first + number)\" version=\"1\" lat=\"\(52 + y)\" "
                    + "lon=\"\(longitude + x)\">\(tags)</node>"
            }
            func tag(_ key: String, _ value: String) -> String {
                "<tag k=\"\(key)\" v=\"\(value)\"/>"
            }
            func way(_ number: Int, _ nodes: [Int], _ tags: String) -> String {
                let nodes = nodes.map { "<nd ref=\"\(first + $0)\"/>" }.joined()
                return "<way id=\"\(first + number)\" version=\"1\">\(nodes)\(tags)</way>"
            }
            return """
                <?xml version="1.0"?>
                <osm version="0.6">
                <bounds minlat="52" minlon="\(longitude)" maxlat="52.02" maxlon="\(longitude + 0.02)"/>
                \(node(0, 0.004, 0.01, tag("place", "town") + tag("name", name)))
                \(node(1, 0.005, 0.011, tag("amenity", "cafe") + tag("name", "Café \(name)")))
                \(node(2, 0.001, 0.01))\(node(3, 0.009, 0.01))
                \(node(4, 0.012, -0.001))\(node(5, 0.012, 0.021))
                \(way(0, [2, 3], tag("highway", "primary") + tag("name", "Road of \(name)")))
                \(way(1, [4, 5], tag("natural", "coastline")))
                </osm>

                """
        }

        private func importing(
            _ files: [String], _ gateway: Gateway, _ more: [String] = ["--map"],
            path: String? = nil
        ) async throws -> Finished {
            let temporary = workshop.file("temporary")
            mkdir(temporary, 0o700)
            let finished = try await run(
                .geofencectl,
                ["places", "import"] + files
                    + ["--database", workshop.file("places.sqlite"), "--gateway-socket"]
                    + [gateway.socket] + more,
                environment: ["TMPDIR": temporary].merging(path.map { ["PATH": $0] } ?? [:]) {
                    $1
                })
            #expect(names(inDirectory: temporary).isEmpty)
            return finished
        }

        private func ask(_ gateway: Gateway, _ path: String) async throws -> String {
            try await shell(
                "curl -sS --compressed --unix-socket \(gateway.socket) http://localhost\(path)"
            ).output
        }

        /// The text of what `jq` finds in the description of the map.
        private func map(_ gateway: Gateway, _ filter: String) async throws -> String {
            let found = try await shell(
                "curl -sS --unix-socket \(gateway.socket) http://localhost/api/basemap | jq -rc '\(filter)'"
            )
            return found.output.trimmed
        }

        /// The texts in a tile.
        private func words(_ gateway: Gateway, _ tile: String) async throws -> [String] {
            let path = try await map(gateway, ".tiles").replacing("{z}/{x}/{y}", with: tile)
            let found = try await shell(
                "curl -sS --compressed --unix-socket \(gateway.socket) http://localhost\(path) | strings -n 3"
            )
            return found.lines
        }

        @Test(.enabled(if: hasTools, "tilemaker is not installed"))
        func `an extract becomes the map of the page, with its sea`() async throws {
            let gateway = try await Gateway(in: workshop)
            let file = try workshop.write("tiny.osm", Self.town("Tiny"))
            try await gateway.run { _ in
                let finished = try await importing([file], gateway)
                #expect(finished.status == 0, "\(finished)")
                #expect(finished.lines[0].hasPrefix("tiny.osm: 1 place read: "))
                let told = try #require(finished.lines.last)
                #expect(
                    try /base map: \d+ kB, zoom 0 to 14, made in \d+ s/.wholeMatch(in: told) != nil)
                #expect(try await map(gateway, ".bounds") == "[4,52,4.02,52.02]")
                #expect(try await map(gateway, ".credit") == "© OpenStreetMap contributors")
                // 52.01, 4.01.
                let words = try await words(gateway, "12/2093/1352")
                for word in ["water", "road", "place", "primary", "Tiny", "Road of Tiny"] {
                    #expect(words.contains { $0.contains(word) }, "\(word) in \(words)")
                }
                #expect(words.contains { $0.contains("sea") }, "\(words)")
            }
        }

        @Test(.enabled(if: hasTools, "tilemaker is not installed"))
        func `several extracts are one map, and the next import has another`() async throws {
            let gateway = try await Gateway(in: workshop)
            let files = [
                try workshop.write("one.osm", Self.town("One")),
                try workshop.write("two.osm", Self.town("Two", at: 4.03, 100)),
            ]
            try await gateway.run { _ in
                let both = try await importing(files, gateway)
                #expect(both.status == 0, "\(both)")
                #expect(try await map(gateway, ".bounds") == "[4,52,4.05,52.02]")
                let words = try await words(gateway, "12/2093/1352")
                #expect(words.contains { $0.contains("Road of One") })
                #expect(words.contains { $0.contains("Road of Two") })
                let one = try await importing([files[0]], gateway, ["--map", "--json"])
                #expect(one.output.contains(#","base_map":{"bytes":"#), "\(one)")
                #expect(try await map(gateway, ".bounds") == "[4,52,4.02,52.02]")
                let none = try await importing([files[1]], gateway, ["--no-map"])
                #expect(!none.output.contains("map"))
                #expect(try await map(gateway, ".bounds") == "[4,52,4.02,52.02]")
                let again = try await importing([files[1]], gateway)
                #expect(again.output.contains("; it replaces the one before\n"), "\(again)")
            }
        }

        @Test(.enabled(if: hasTools, "osmium-tool is not installed"))
        func `without tilemaker the places are there, and a line says what is missing`()
            async throws
        {
            let gateway = try await Gateway(in: workshop)
            let file = try workshop.write("tiny.osm", Self.town("Tiny"))
            try workshop.configure()
            mkdir(workshop.state, 0o700)
            mkdir(workshop.file("bin"), 0o700)
            symlink("/usr/bin/osmium", workshop.file("bin/osmium"))
            let missing = "tilemaker is not there: install it with sudo apt install tilemaker\n"
            try await gateway.run { _ in
                let finished = try await run(
                    .geofencectl,
                    [
                        "places", "import", file, "--config", workshop.file("geofenced.toml"),
                        "--gateway-socket", gateway.socket,
                    ], environment: ["PATH": workshop.file("bin")])
                #expect(finished.status == 0)
                #expect(finished.output.contains("added"))
                #expect(
                    finished.errors.hasSuffix(
                        "no base map is made: \(missing)no routes are prepared: planetsplitter is not "
                            + "there: install it with sudo apt install routino\n"))
                let asked = try await importing([file], gateway, path: workshop.file("bin"))
                #expect(asked.status == 1)
                #expect(
                    asked.errors
                        == "Error: the places are imported, but there is no base map: \(missing)")
            }
        }

        @Test func `without a gateway nobody misses a map, unless they have asked for it`()
            async throws
        {
            let gateway = try await Gateway(in: workshop)
            let file = try workshop.write("a.csv", "name,lat,lon\na,1,2\n")
            let quiet = try await importing([file], gateway, [])
            #expect(quiet.status == 0)
            #expect(quiet.errors.isEmpty)
            let asked = try await importing([file], gateway)
            #expect(asked.status == 1)
            #expect(asked.output == "a.csv: 1 place read: 1 unchanged\n")
            #expect(
                asked.errors
                    == "Error: the places are imported, but there is no base map: none of the files is "
                    + "OpenStreetMap data\n")
        }

        /// A program in the place of tilemaker.
        private func fake(_ script: String) throws -> String {
            mkdir(workshop.file("bin"), 0o700)
            let program = try workshop.write("bin/tilemaker", "#!/bin/sh\n\(script)\n")
            chmod(program, 0o700)
            return "\(workshop.file("bin")):/usr/bin:/bin"
        }

        @Test(.enabled(if: hasTools, "osmium-tool is not installed"))
        func `what tilemaker says when it fails is told, and the old map stays`() async throws {
            let gateway = try await Gateway(in: workshop)
            let file = try workshop.write("tiny.osm", Self.town("Tiny"))
            try await gateway.run { _ in
                _ = try await importing([file], gateway)
                let version = try await map(gateway, ".version")
                let path = try fake("echo working; echo 'no memory left' >&2; exit 3")
                let failed = try await importing([file], gateway, path: path)
                #expect(failed.status == 1)
                #expect(
                    failed.errors
                        == "Error: the places are imported, but there is no base map: tilemaker cannot "
                        + "make it: no memory left\n")
                let rubbish = try fake(
                    #"while [ "$1" != --output ]; do shift; done; echo rubbish >"$2""#)
                let refused = try await importing([file], gateway, path: rubbish)
                #expect(refused.status == 1)
                #expect(refused.errors.contains("this is no base map (MBTiles): it is no database"))
                #expect(try await map(gateway, ".version") == version)
            }
        }

        @Test(
            .enabled(if: hasTools, "osmium-tool is not installed"),
            arguments: ["INT", "TERM", "HUP"])
        func `a signal ends the work, and leaves nothing behind`(_ name: String) async throws {
            let gateway = try await Gateway(in: workshop)
            let file = try workshop.write("tiny.osm", Self.town("Tiny"))
            let begun = workshop.file("begun")
            let path = try fake("echo $$ >\(begun).new; mv \(begun).new \(begun); exec sleep 1000")
            let temporary = workshop.file("temporary")
            mkdir(temporary, 0o700)
            try await gateway.run { _ in
                let status = try await with(
                    .geofencectl,
                    [
                        "places", "import", file, "--map", "--gateway-socket", gateway.socket,
                        "--database", workshop.file("places.sqlite"),
                    ], environment: ["PATH": path, "TMPDIR": temporary]
                ) { command in
                    try await eventually { InputFile.exists(begun) }
                    #expect(names(inDirectory: temporary).count == 1)
                    let signals = ["INT": SIGINT, "TERM": SIGTERM, "HUP": SIGHUP]
                    kill(command.identifier, signals[name]!)
                }
                #expect(status == 128 + (name == "INT" ? 2 : name == "TERM" ? 15 : 1))
                #expect(names(inDirectory: temporary).isEmpty)
                let tilemaker = try #require(pid_t(try text(of: begun).trimmed))
                try await eventually(kill(tilemaker, 0)) { $0 != 0 }
            }
        }

        @Test(
            .needsCorpus("places"), .enabled(if: hasTools, "tilemaker is not installed"),
            .enabled(if: Share.isWhole, "a real country becomes a map in make check alone"))
        func `Monaco has its streets and its sea`() async throws {
            let gateway = try await Gateway(in: workshop)
            try await gateway.run { _ in
                let file = Corpus.path("places/monaco-2023-12.osm.pbf")
                let finished = try await importing([file], gateway)
                #expect(finished.status == 0, "\(finished)")
                // 43.74, 7.43, and the sea before it.
                let words = try await words(gateway, "14/8530/5974")
                for word in ["building", "Boulevard", "Monte-Carlo", "sea"] {
                    #expect(words.contains { $0.contains(word) }, "\(word)")
                }
            }
        }
    }
}
