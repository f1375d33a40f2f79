import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    struct ServeTests {
        private let workshop = Workshop()

        private static let programs = [
            "/usr/sbin/gpsd", "/usr/bin/gpspipe", "/usr/lib/python3/dist-packages/gps/gps.py",
        ]
        private static let areThere = programs.allSatisfy { access($0, F_OK) == 0 }
        private static let missing: Comment =
            "gpsd, gpspipe or python3-gps is not installed: run scripts/install-packages test"

        private static let lisbon = "\(Repository.root)/traces/lisbon-walk"
        private static let regions = "\(lisbon).geojson"

        /// Plays beside `body`, which gets what to give to a reader for each of what is served.
        @discardableResult
        private func playing(
            _ file: String, _ arguments: [String], count: Int = 1,
            _ body: (Running, [String]) async throws -> Void
        ) async throws -> Int {
            try await with(.geofencectl, ["simulate", file] + arguments) { play in
                try await body(play, try await play.lines(count))
            }
        }

        /// How many are open; files and timers come and go for other reasons.
        private func sockets(of play: Running) -> Int {
            let files = "/proc/\(play.identifier)/fd"
            return names(inDirectory: files).filter { name in
                var target = [UInt8](repeating: 0, count: 7)
                let count = target.withUnsafeMutableBytes { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        readlink("\(files)/\(name)", $0.baseAddress!, $0.count)
                    }
                }
                return count == 7 && target == Array("socket:".utf8)
            }.count
        }

        private func port(_ name: String) throws -> Int {
            try #require(name.split(separator: ":").last.flatMap { Int($0) })
        }

        private func replay(_ file: String) async throws -> [String] {
            try await replayed(file, regions: Self.regions)
        }

        // MARK: - As a source

        @Test func `a scenario as a source tells what its trace tells, to the byte`() async throws {
            let expected = try await replay("\(Self.lisbon).nmea.gz")
            #expect(outline(expected).count > 5)
            #expect(try await replay("simulate:\(Self.lisbon).toml") == expected)
            #expect(try await replay("\(Self.lisbon).toml") == expected)
            try workshop.configure(
                source: "simulate:\(Self.lisbon).toml", regions: Self.regions)
            let status = try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                let told = try await listener.linesResumed(outline(expected).count)
                #expect(outline(told) == outline(expected))
            }
            #expect(status == 0)
        }

        @Test func `a scenario that cannot be is an error with its line`() async throws {
            let broken = try workshop.write("s.toml", "[[leg]]\nmode = 'fly'\n")
            let finished = try await run(.geofencectl, ["replay", broken])
            #expect(finished.status == 1)
            #expect(finished.errors.hasPrefix("Error: \(broken):2: leg[1].mode: 'fly' is not"))
        }

        // MARK: - As gpsd

        @Test func `the daemon hears from it what a replay tells`() async throws {
            let expected = outline(try await replay("\(Self.lisbon).nmea.gz"))
            let status = try await playing(
                "\(Self.lisbon).toml", ["--serve", "gpsd:0", "--speed", "max"]
            ) { _, names in
                try workshop.configure(source: names[0], regions: Self.regions)
                try await withDaemon(workshop) { _ in
                    let listener = try Listener(workshop, asks: #"{"after":0}"#)
                    let told = try await listener.linesResumed(expected.count)
                    #expect(outline(told) == expected)
                }
            }
            #expect(status == 0)
        }

        @Test(.enabled(if: areThere, missing))
        func `gpspipe gets the sentences of the trace, all of them`() async throws {
            let trace = try await run(.geofencectl, ["simulate", "\(Self.lisbon).toml"])
            try await playing(
                "\(Self.lisbon).toml", ["--serve", "gpsd:0", "--speed", "max"]
            ) { _, names in
                let pipe = try await shell("gpspipe -r 127.0.0.1:\(port(names[0])) 2>&1")
                let sentences = pipe.output.split(whereSeparator: \.isNewline)
                    .filter { $0.hasPrefix("$") }
                #expect(sentences == trace.output.split(whereSeparator: \.isNewline))
            }
        }

        @Test(.enabled(if: areThere, missing))
        func `gpspipe gets reports that say that they are simulated`() async throws {
            try await playing(Repository.walk, ["--serve", "gpsd:0", "--speed", "max"]) {
                _, names in
                let pipe = try await shell("gpspipe -w -n 30 127.0.0.1:\(port(names[0]))")
                let lines = pipe.output.split(whereSeparator: \.isNewline).map { String($0) }
                try #require(lines.count == 30)
                let classes = lines.map { $0.between(#"{"class":""#, "\"") ?? "?" }
                #expect(classes.prefix(6) == ["VERSION", "DEVICES", "WATCH", "SKY", "TPV", "GST"])
                #expect(lines[0].has(#""release":"geofenced-simulation""#))
                #expect(lines[1].has(#""path":"simulate:amsterdam-walk.nmea""#))
                let positions = lines.filter { $0.hasPrefix(#"{"class":"TPV""#) }
                #expect(positions.count > 5 && positions.allSatisfy { $0.has(#""status":8,"#) })
                #expect(positions[0].has(#""time":"2026-05-01T10:00:00.000Z","lat":52.378006333"#))
            }
        }

        @Test(.enabled(if: areThere, missing))
        func `the Python module works with it`() async throws {
            let script = try workshop.write(
                "client.py",
                """
                import gps, sys
                session = gps.gps(host="127.0.0.1", port=sys.argv[1])
                session.stream(gps.WATCH_ENABLE | gps.WATCH_JSON)
                while session.read() == 0:
                    if session.data["class"] == "TPV":
                        print(session.fix.mode, session.fix.latitude, session.satellites_used)
                        break
                """)
            try await playing(Repository.walk, ["--serve", "gpsd:0", "--now"]) { play, names in
                let client = try await shell("/usr/bin/python3 \(script) \(port(names[0]))")
                #expect(client.output == "3 52.378006333 10\n", "\(client.errors)")
                try play.send(.terminate)
            }
        }

        @Test func `it answers what gpsd answers, and garbage with an error`() async throws {
            try await playing(Repository.walk, ["--serve", "gpsd:0"]) { play, names in
                let client = try LocalClient(port: port(names[0]))
                _ = try await client.hear(until: "\n")
                let name = "simulate:amsterdam-walk.nmea"
                for (request, answer) in [
                    ("?VERSION;", #""proto_major":3,"proto_minor":14}"#),
                    (
                        "?DEVICES;",
                        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"\#(name)""#
                    ),
                    ("?DEVICE;", #"{"class":"DEVICE","path":"\#(name)""#),
                    (
                        "?DEVICE={\"path\":\"/x\"};",
                        #"{"class":"ERROR","message":"Can't open /x."}"#
                    ),
                    ("?POLL;", #""tpv":[],"gst":[],"sky":[]}"#),
                    ("?WATCH;", #"{"class":"WATCH","enable":false,"json":false,"#),
                    ("?WATCH={\"json\":7};", #"{"class":"ERROR","message":"Invalid WATCH: "#),
                    ("GET / HTTP/1.1\n", #""message":"Unrecognized request 'GET / HTTP/1.1'"}"#),
                    ("?WATCH={\"device\":\"/y\",\"json\":true};", #""No such device as /y"}"#),
                    (
                        "?WATCH={\"enable\":true,\"nmea\":true,\"device\":\"\(name)\"};",
                        "$GNRMC,100000.00,A,"
                    ),
                ] {
                    client.send(request)
                    #expect(try await client.hear(until: answer).has(answer), "\(request)")
                }
                client.send(String(repeating: "x", count: 5000))
                let last = try await client.hear(until: "longer than 4096 bytes")
                #expect(last.has("longer than 4096 bytes"))
                try play.send(.terminate)
            }
        }

        @Test(.enabled(if: getenv("ASAN_OPTIONS") == nil, "a sanitizer takes memory of its own"))
        func `clients that never read delay nobody and cost no memory`() async throws {
            let status = try await playing(
                "\(Self.lisbon).toml", ["--serve", "gpsd:0", "--speed", "max", "--loop"]
            ) { play, names in
                let watch = "?WATCH={\"enable\":true,\"json\":true,\"nmea\":true};\n"
                var silent: [LocalClient] = []
                for _ in 0..<5 {
                    silent.append(try LocalClient(port: port(names[0])))
                    silent.last?.send(watch)
                }
                let reader = try LocalClient(port: port(names[0]))
                let before = try residentKiB(play.identifier)
                reader.send(watch)
                // The journey comes again, every 26 minutes.
                _ = try await reader.hear(until: #""time":"2026-05-06T10:2"#)
                let more = try residentKiB(play.identifier) - before
                // 9 MB are usual.
                #expect(more < 20 * 1024)
                withExtendedLifetime(silent) {}
                try play.send(.interrupt)
            }
            #expect(status == 0)
        }

        @Test func `clients that leave make room for others`() async throws {
            try await playing(Repository.walk, ["--serve", "gpsd:0"]) { play, names in
                let before = sockets(of: play)
                for round in 0..<200 {
                    let client = try LocalClient(port: port(names[0]))
                    client.send(round.isMultiple(of: 2) ? "?POLL;" : "nonsense\n?WATCH={")
                    if round % 10 == 0 { _ = try await client.hear(until: "\n") }
                }
                try await eventually(sockets(of: play)) { $0 <= before }
                let last = try LocalClient(port: port(names[0]))
                #expect(try await last.hear(until: "\n").has("VERSION"))
                try play.send(.terminate)
            }
        }

        // MARK: - To a gpsd

        @Test(.enabled(if: areThere, missing))
        func `a gpsd reads the sentences, and the daemon hears what a replay tells`() async throws {
            let expected = outline(try await replay("\(Self.lisbon).nmea.gz"))
            try await playing(
                "\(Self.lisbon).toml", ["--serve", "nmea:0", "--speed", "max"]
            ) { _, names in
                let port = try freePort()
                try await withShell(
                    "exec /usr/sbin/gpsd -N -b -S \"$1\" \"$2\"", ["\(port)", names[0]]
                ) { gpsd in
                    try workshop.configure(source: "gpsd:127.0.0.1:\(port)", regions: Self.regions)
                    try await withDaemon(workshop) { _ in
                        let listener = try Listener(workshop, asks: #"{"after":0}"#)
                        let told = try await listener.linesResumed(expected.count)
                        #expect(outline(told) == expected)
                    }
                    try gpsd.send(.terminate)
                }
            }
        }

        @Test(.enabled(if: areThere, missing))
        func `a gpsd takes the terminal for a receiver`() async throws {
            try await playing(Repository.walk, ["--pty", "--loop", "--speed", "20"]) {
                play, names in
                let port = try freePort()
                try await withShell(
                    "exec /usr/sbin/gpsd -N -n -b -S \"$1\" \"$2\"", ["\(port)", names[0]]
                ) { gpsd in
                    let found = try await shell(
                        """
                        until gpspipe -w -n 40 127.0.0.1:\(port) 2>/dev/null |
                            grep -m1 '"TPV".*"mode":3.*"lat":52.37'; do sleep 0.1; done
                        """)
                    #expect(found.output.has(#""device":"\#(names[0])""#))
                    try gpsd.send(.terminate)
                }
                try play.send(.terminate)
            }
        }

        // MARK: - For a person

        @Test func `keys pause, quit, and leave the terminal as it was`() async throws {
            let finished = try await shell(
                """
                printf ' +-q' | script -qec \\
                    'stty -a >before; geofencectl simulate \(Repository.walk) --serve gpsd:0; \
                stty -a >after' /dev/null && cmp before after
                """.inFolder(workshop.path))
            #expect(finished.status == 0, "\(finished.output)")
            #expect(finished.output.has("gpsd:127.0.0.1:"))
            #expect(finished.output.has("waiting for the first reader"))
        }

        @Test func `what cannot be served is one line`() async throws {
            let server = try LocalServer()
            let walk = Repository.walk
            let empty = try workshop.write("empty.nmea", "$GPTXT,01,01,02,no*4F\r\n")
            for (arguments, message) in [
                (
                    [walk, "--serve", "gpsd:\(server.port)"],
                    "127.0.0.1:\(server.port): another process listens there: stop it, or choose "
                        + "another port"
                ),
                (
                    [walk, "--serve", "gpsd:0", "--serve", "gpsd:\(server.port)"],
                    "127.0.0.1:\(server.port): another process listens there"
                ),
                (["no.nmea", "--serve", "gpsd:0"], "no.nmea: cannot be opened: no such file"),
                ([empty, "--pty"], "\(empty): has no time in it: there is nothing to serve"),
                (
                    [walk, "--serve", "gpsd:0", "--pty", "--from", "+99999"],
                    "--from: is after the end: it goes from 2026-05-01T10:00:00.000Z to "
                ),
            ] {
                let finished = try await run(.geofencectl, ["simulate"] + arguments)
                #expect(finished.status == 1 && finished.output == "")
                #expect(finished.errors.hasPrefix("Error: \(message)"), "\(finished.errors)")
            }
        }
    }
}

extension String {
    /// As a line of shell that runs there.
    fileprivate func inFolder(_ path: String) -> String { "cd \(path) && \(self)" }
}
