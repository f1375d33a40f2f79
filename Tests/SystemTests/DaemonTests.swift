import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    struct DaemonTests {
        private let workshop = Workshop()

        @Test func `listeners get exactly the notices of a replay`() async throws {
            try workshop.configure(speed: "1")
            let expected = try await replayed(
                Repository.walk, regions: Repository.walkRegions
            ).map(bare)
            let arguments = [
                "--source", "nmea:\(Repository.walk)", "--regions", Repository.walkRegions,
                "--speed", "max",
            ]
            let status = try await withDaemon(workshop, arguments) { daemon in
                let first = try Listener(workshop, asks: #"{"after":0}"#)
                _ = try await daemon.message(with: "the trace has ended")
                let second = try Listener(workshop, asks: #"{"after":0}"#)
                for listener in [first, second] {
                    let all = try await listener.linesResumed(17)
                    #expect(all.map(bare) == expected.suffix(17))
                    #expect(all.count == 17)
                    #expect(all.allSatisfy { $0.has(#""recordedtime":""#) })
                }
            }
            #expect(status == 0)
            #expect(workshop.names == ["geofenced.toml"])
        }

        @Test func `a log that nobody reads delays no notice, and says what it has lost`()
            async throws
        {
            let file = try workshop.configure()
            // Someone has the log open, and there is no room in it for one more line.
            let line = """
                mkfifo "$1"
                exec 2<>"$1"
                dd if=/dev/zero of="$1" bs=4096 oflag=nonblock status=none 2>"$1.full"
                echo full
                exec "$2"/geofenced --config "$3"
                """
            let log = workshop.file("log")
            let status = try await withShell(line, [log, "\(Program.folder)", file]) { daemon in
                #expect(try await daemon.line() == "full")
                var listener: Listener?
                try await eventually {
                    listener = try? Listener(workshop, asks: #"{"after":0}"#)
                    return listener != nil
                }
                #expect(try await listener?.linesResumed(17).count == 17)

                let reader = open(log, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                defer { close(reader) }
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                while read(reader, &bytes, bytes.count) > 0 {}
                try daemon.send(.terminalClosed)
                var text = ""
                func heard() -> String {
                    let count = read(reader, &bytes, bytes.count)
                    text += String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                    return text
                }
                try await eventually(heard()) { $0.has("configuration reloaded") }
                #expect(text.has("warning: nobody read so many lines of this log count="))
                try daemon.send(.terminate)
            }
            #expect(status == 0)
        }

        @Test func `at the end of a trace it leaves, and its listeners have all`() async throws {
            try workshop.configure(atEnd: "exit", speed: "1000")
            let status = try await withDaemon(workshop) { daemon in
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                let lines = try await listener.rest()
                let sequences = lines.compactMap {
                    $0.between(#""sequence":""#, "\"").flatMap { Int($0) }
                }
                #expect(Array(sequences.suffix(17)) == Array(1...17))
                _ = try await daemon.message(with: "the trace has ended")
                #expect(try await daemon.message() == nil)
            }
            #expect(status == 0)
            #expect(workshop.names == ["geofenced.toml"])
        }

        @Test(arguments: [Signal.terminate, .interrupt])
        func `a signal ends it, even with fifty silent listeners`(_ signal: Signal) async throws {
            try workshop.configure(atEnd: "loop")
            let status = try await withDaemon(workshop) { daemon in
                var silent: [Listener] = []
                for _ in 0..<50 {
                    silent.append(try Listener(workshop, asks: #"{"after":0}"#))
                }
                try daemon.send(signal)
                while let message = try await daemon.message() {
                    #expect(!message.has("error"))
                }
                withExtendedLifetime(silent) {}
            }
            #expect(status == 0)
        }

        @Test(.enabled(if: getenv("ASAN_OPTIONS") == nil, "a sanitizer takes memory of its own"))
        func `listeners that never read cost no memory and delay nobody`() async throws {
            try workshop.configure(atEnd: "loop")
            try await withDaemon(workshop) { daemon in
                var silent: [Listener] = []
                for _ in 0..<50 {
                    silent.append(try Listener(workshop, asks: #"{"after":0}"#))
                }
                let reader = try Listener(workshop, asks: #"{"after":0}"#)
                let before = try residentKiB(daemon.identifier)
                _ = try await reader.lines(1000)
                let more = try residentKiB(daemon.identifier) - before
                // What they have not read is 35 MB; 2.6 MB are usual.
                #expect(more < 16 * 1024)
                withExtendedLifetime(silent) {}
            }
        }

        @Test func `listeners that vanish leave nothing open`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                _ = try Listener(workshop, asks: #"{"after":0}"#)
                let files = "/proc/\(daemon.identifier)/fd"
                let before = names(inDirectory: files).count
                for _ in 0..<200 { _ = try Listener(workshop, asks: #"{"after":0}"#) }
                try await eventually(names(inDirectory: files)) { $0.count <= before }
            }
        }

        @Test func `with too few descriptors it goes on serving those it can`() async throws {
            let file = try workshop.configure()
            let status = try await withShell(
                "ulimit -n 64; exec \"$1\" --config \"$2\"",
                ["\(Program.folder)/geofenced", file]
            ) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let first = try Listener(workshop, asks: #"{"after":0}"#)
                do {
                    var many: [Listener] = []
                    for _ in 0..<200 { many.append(try Listener(workshop)) }
                }
                #expect(try await first.lines(18).count == 18)
                let last = try Listener(workshop, asks: #"{"after":0}"#)
                #expect(try await last.lines(18).count == 18)
                try daemon.send(.terminate)
            }
            #expect(status == 0)
        }

        /// Dispatch may end a process that has no descriptors left.
        @Test func `none of its threads is Dispatch's`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                try daemon.send(.terminalClosed)
                _ = try await daemon.message(with: "configuration reloaded")
                let client = try ControlClient(workshop)
                #expect(try await client.get("/v1/deals").hasPrefix("HTTP/1.1 200 "))
                let threads = try names(inDirectory: "/proc/\(daemon.identifier)/task").map {
                    try text(of: "/proc/\(daemon.identifier)/task/\($0)/comm")
                }
                // As in root.default-qos, of which Linux keeps fifteen characters.
                #expect(threads.count > 1)
                #expect(threads.filter { $0.has("qos") } == [])
            }
        }

        @Test func `without descriptors nobody dies, and later it goes on`() async throws {
            try workshop.configure()
            let systemd = try SupervisorSocket(workshop)
            let status = try await withDaemon(workshop, environment: systemd.watchdog) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let old = try ControlClient(workshop)
                #expect(try await old.get("/v1/deals").hasPrefix("HTTP/1.1 200 "))
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                try await allowDescriptors(below: 3, to: daemon)
                let new = try (0..<200).map { _ in try ControlClient(workshop) }
                let others = try (0..<200).map { _ in try Listener(workshop) }
                // Whoever was there is served, also with what takes another thread.
                for _ in 0..<10 {
                    #expect(try await old.get("/v1/deals").hasPrefix("HTTP/1.1 200 "))
                }
                #expect(try await listener.lines(1).count == 1)
                #expect(try await processorTicks(daemon.identifier, idleBeside: systemd) <= 10)
                try await allowDescriptors(below: 512, to: daemon)
                // Those who wait are accepted in turn.
                let last = try #require(new.last)
                #expect(try await last.get("/v1/deals").hasPrefix("HTTP/1.1 200 "))
                withExtendedLifetime(others) {}
            }
            #expect(status == 0)
        }

        @Test func `without any descriptor it still ends in order`() async throws {
            try workshop.configure()
            let status = try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let client = try ControlClient(workshop)
                #expect(try await client.get("/v1/deals").hasPrefix("HTTP/1.1 200 "))
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                try await allowDescriptors(below: 3, to: daemon)
                try daemon.send(.terminate)
                #expect(try await listener.rest().isEmpty == false)
            }
            #expect(status == 0)
        }

        @Test func `it survives being stopped and continued`() async throws {
            try workshop.configure()
            let status = try await withDaemon(workshop) { daemon in
                try daemon.send(.suspend)
                try daemon.send(.resume)
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                #expect(try await listener.lines(1).count == 1)
            }
            #expect(status == 0)
        }
    }

    struct ReloadTests {
        private let workshop = Workshop()

        @Test func `a broken configuration changes nothing, a good one what it says`() async throws
        {
            let file = try workshop.configure(transitions: "\"enter\"")
            let good = try text(of: file)
            let status = try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                for broken in ["speed = ", "sped = 1", "\u{0}\u{1}", "[regions]\nfile = \"/none\""]
                {
                    try workshop.write("geofenced.toml", broken)
                    try daemon.send(.terminalClosed)
                    #expect(
                        try await daemon.message()?.hasPrefix(
                            "geofenced: error: configuration not reloaded error=/") == true)
                }
                unlink(file)
                try daemon.send(.terminalClosed)
                #expect(
                    try await daemon.message()?.has("cannot be opened: no such file") == true)
                try workshop.write("geofenced.toml", good)
                try daemon.send(.terminalClosed)
                #expect(
                    try await daemon.message() == "geofenced: notice: configuration reloaded")
                try workshop.configure(atEnd: "exit", speed: "7")
                try daemon.send(.terminalClosed)
                #expect(
                    try await daemon.message() == "geofenced: notice: configuration reloaded")
                #expect(
                    try await daemon.message()
                        == "geofenced: warning: some settings change only at a restart "
                        + "keys=speed, at_end")
            }
            #expect(status == 0)
        }

        @Test func `other transitions are told from the next fix on`() async throws {
            try workshop.configure(atEnd: "loop", transitions: "\"enter\"", speed: "2000")
            try await withDaemon(workshop) { daemon in
                let listener = try Listener(workshop, asks: #"{"after":0,"transitions":["exit"]}"#)
                try workshop.configure(atEnd: "loop", transitions: "\"exit\"", speed: "2000")
                try daemon.send(.terminalClosed)
                _ = try await daemon.message(with: "configuration reloaded")
                #expect(
                    try await listener.linesResumed(1).first?.has("geofence.exit") == true)
            }
        }

        /// How many listeners are answered, one after the other, until it is called off.
        private func answered() async -> Int {
            var count = 0
            // What is called off throws.
            while !Task.isCancelled, let listener = try? Listener(workshop, asks: #"{"after":0}"#),
                (try? await listener.lines(1).count) == 1
            {
                count += 1
            }
            return count
        }

        @Test func `nobody waits while very many regions are read`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let many = (0..<60_000).map { number in
                    """
                    {"type":"Feature","id":"\(number)","properties":{"name":"\(number)"},\
                    "geometry":{"type":"Point","coordinates":[5,52]}}
                    """
                }
                let regions = try workshop.write(
                    "regions.geojson",
                    #"{"type":"FeatureCollection","features":["#
                        + many.joined(separator: ",\n") + "]}")
                try workshop.configure(regions: regions)
                try daemon.send(.terminalClosed)
                let answers = Task { await answered() }
                _ = try await daemon.message(with: "configuration reloaded")
                answers.cancel()
                #expect(await answers.value > 5)
            }
        }

        @Test func `three hundred hangups in a row do no harm`() async throws {
            try workshop.configure()
            let status = try await withDaemon(workshop) { daemon in
                for _ in 0..<300 { try daemon.send(.terminalClosed) }
                _ = try await daemon.message(with: "configuration reloaded")
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                #expect(try await listener.lines(1).count == 1)
            }
            #expect(status == 0)
        }
    }

    struct StartTests {
        private let workshop = Workshop()

        @Test func `a stale socket is replaced`() async throws {
            try workshop.configure()
            let killed = try await withDaemon(workshop) { try $0.send(.kill) }
            #expect(killed == 128 + Int(SIGKILL))
            #expect(workshop.names == ["control", "geofenced.toml", "socket"])
            let status = try await withDaemon(workshop) { _ in
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                #expect(try await listener.lines(1).count == 1)
            }
            #expect(status == 0)
            #expect(workshop.names == ["geofenced.toml"])
        }

        @Test func `a second daemon says so, and the first is undisturbed`() async throws {
            let file = try workshop.configure()
            try await withDaemon(workshop) { _ in
                let second = try await run(
                    .geofenced, ["--config", file, "--state-directory", workshop.file("other")])
                #expect(
                    second
                        == Finished(
                            status: 1, output: "",
                            errors: "geofenced: error: notifications.socket: \(workshop.socket): "
                                + "another process listens there: stop it first\n"))
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                #expect(try await listener.lines(1).count == 1)
            }
        }

        @Test func `a state directory belongs to one daemon, whatever its sockets`() async throws {
            let file = try workshop.configure()
            let other = Workshop()
            let elsewhere = try other.configure()
            try await withDaemon(workshop) { first in
                for configuration in [file, elsewhere] {
                    let second = try await run(
                        .geofenced,
                        ["--config", configuration, "--state-directory", workshop.state])
                    #expect(
                        second
                            == Finished(
                                status: 1, output: "",
                                errors: "geofenced: error: state_directory: \(workshop.state): "
                                    + "process \(first.identifier) uses it: stop it first, or choose another "
                                    + "directory\n"))
                }
                #expect(other.names == ["geofenced.toml"])
            }
        }

        @Test func `what is no socket is left alone`() async throws {
            let file = try workshop.configure()
            try workshop.write("socket", "precious")
            let finished = try await run(.geofenced, ["--config", file])
            #expect(finished.status == 1)
            #expect(
                finished.errors == "geofenced: error: notifications.socket: \(workshop.socket): "
                    + "is not a socket: remove it or choose another path\n")
            #expect(try text(of: workshop.socket) == "precious")
        }

        @Test func `a right configuration is right`() async throws {
            let file = try workshop.configure()
            let finished = try await run(.geofenced, ["--config", file, "--check-config"])
            #expect(finished == Finished(status: 0, output: "\(file): is right\n", errors: ""))
            #expect(workshop.names == ["geofenced.toml"])
        }

        @Test func `all that is wrong is told, with file, line and key`() async throws {
            let file = try workshop.write(
                "geofenced.toml",
                """
                source = 3
                [fixes]
                max_acuracy = 10.0
                [regions]
                radius = -1
                """)
            let errors = """
                geofenced: error: \(file):1: source: 3 is a number: use a source in quotes
                geofenced: error: \(file):3: fixes.max_acuracy: is unknown: did you mean \
                'max_accuracy'?
                geofenced: error: \(file):5: regions.radius: -1 is not above 0: use metres above \
                0, at most 100000

                """
            for arguments in [["--check-config"], []] {
                let finished = try await run(.geofenced, ["--config", file] + arguments)
                #expect(finished.status == 1)
                #expect(finished.output == "")
                #expect(finished.errors.lines.prefix(2) == errors.lines.prefix(2))
                #expect(finished.errors.lines.count == 3)
                #expect(
                    finished.errors.lines.last?.hasPrefix(
                        "geofenced: error: \(file):5: regions.radius: ") == true)
            }
        }

        @Test func `a source that is none is told with file, line and key, or with its option`()
            async throws
        {
            let file = try workshop.write(
                "geofenced.toml", "source = 'gsd:'\nspede = 1\n[regions]\ndwell = -1\n")
            let none = "no position source is called 'gsd': use one of gpsd, gpx, nmea, simulate"
            for arguments in [["--check-config"], []] {
                let finished = try await run(.geofenced, ["--config", file] + arguments)
                #expect(finished.status == 1)
                #expect(
                    finished.errors.lines.prefix(2) == [
                        "geofenced: error: \(file):1: source: \(none)",
                        "geofenced: error: \(file):2: spede: is unknown: did you mean 'speed'?",
                    ])
                #expect(finished.errors.lines.count == 3)
            }
            try workshop.write("geofenced.toml", "source = 'nmea:'\n")
            let finished = try await run(
                .geofenced, ["--config", file, "--source", "gsd:", "--check-config"])
            #expect(finished.errors == "geofenced: error: --source: \(none)\n")
            try workshop.write("geofenced.toml", "source = 'gsd:'\n")
            let replaced = try await run(
                .geofenced, ["--config", file, "--source", "gpsd:", "--check-config"])
            #expect(replaced.status == 0)
        }

        @Test(arguments: [
            (
                "gpsd", ["--check-config"],
                "'gpsd' alone is a file, and there is none of that name: use gpsd: for this "
                    + "machine's, or gpsd:HOST:PORT"
            ),
            (
                "gpsd", [],
                "'gpsd' alone is a file, and there is none of that name: use gpsd: for this "
                    + "machine's, or gpsd:HOST:PORT"
            ),
            (
                "nmea", ["--check-config"],
                "'nmea' alone is a file, and there is none of that name: use nmea:FILE"
            ),
            (
                "nmea:/no/trace", ["--check-config"],
                "/no/trace: cannot be opened: no such file or directory"
            ),
            (
                "/no/trace.gpx", ["--check-config"],
                "/no/trace.gpx: cannot be opened: no such file or directory"
            ),
        ])
        func `a source that is not there makes a configuration wrong`(
            source: String, arguments: [String], message: String
        ) async throws {
            let file = try workshop.configure(source: source)
            let finished = try await run(.geofenced, ["--config", file] + arguments)
            #expect(finished.status == 1)
            #expect(finished.errors == "geofenced: error: \(file):1: source: \(message)\n")
            let option = try await run(
                .geofenced, ["--config", file, "--source", source] + arguments)
            #expect(option.errors == "geofenced: error: --source: \(message)\n")
        }

        @Test func `regions that are missing make a configuration wrong`() async throws {
            let file = try workshop.configure(regions: "/no/regions")
            let finished = try await run(.geofenced, ["--config", file, "--check-config"])
            let message = "/no/regions: cannot be opened: no such file or directory"
            #expect(
                finished
                    == Finished(status: 1, output: "", errors: "geofenced: error: \(message)\n"))
        }

        @Test func `a missing trace is told, and the socket goes`() async throws {
            let file = try workshop.configure(source: "nmea:/no/trace")
            let finished = try await run(.geofenced, ["--config", file])
            #expect(finished.status == 1)
            #expect(
                finished.errors.lines.last
                    == "geofenced: error: /no/trace: cannot be opened: no such file or directory")
            #expect(workshop.names == ["geofenced.toml"])
        }

        @Test func `a journal gets priorities`() async throws {
            let file = try workshop.configure(atEnd: "exit")
            let finished = try await run(
                .geofenced, ["--config", file], environment: ["JOURNAL_STREAM": "8:1"])
            #expect(finished.status == 0)
            #expect(
                finished.errors.lines == [
                    "<5>listening control=\(workshop.control) notifications=\(workshop.socket)",
                    "<6>regions loaded count=10", "<6>regions loaded count=10",
                    "<5>the trace has ended",
                ])
        }
    }
}

/// Lets a program have no further descriptors from the number `limit` on.
private func allowDescriptors(below limit: Int, to program: Running) async throws {
    let done = try await shell("prlimit --pid \(program.identifier) --nofile=\(limit):")
    #expect(done.errors == "")
}

/// How much memory a process has for itself.
func residentKiB(_ identifier: Int32) throws -> Int {
    let line = try text(of: "/proc/\(identifier)/status").lines.first { $0.hasPrefix("VmRSS:") }
    return try #require(
        line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
            Int($0)
        })
}
