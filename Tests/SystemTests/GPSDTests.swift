import Geofencing
import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

/// Debian's gpsd, where it is installed.
private enum GPSD {
    static let exists = access("/usr/sbin/gpsd", X_OK) == 0
    static let missing: Comment = "gpsd is not installed: run scripts/install-packages test"

    private static func feed(
        _ log: String, _ receiver: LocalServer
    ) async throws -> LocalServer.Guest {
        let guest = try await receiver.accept()
        guest.send(log)
        return guest
    }

    /// Runs one beside `body` that reads `log` as fast as it can from a receiver at a socket.
    static func reading(
        _ log: String, _ body: (_ port: Int) async throws -> Void
    ) async throws {
        let receiver = try LocalServer()
        let port = try freePort()
        try await withShell(
            "exec /usr/sbin/gpsd -N -b -S \"$1\" \"$2\"",
            ["\(port)", "tcp://127.0.0.1:\(receiver.port)"]
        ) { gpsd in
            async let feeding = feed(log, receiver)
            try await body(port)
            withExtendedLifetime(try await feeding) {}
            try gpsd.send(.terminate)
        }
    }
}

extension SystemTests {
    struct GPSDTests {
        private let workshop = Workshop()

        @Test(.enabled(if: GPSD.exists, GPSD.missing))
        func `a log read through gpsd tells what it tells when read directly`() async throws {
            let expected = outline(
                try await replayed(Repository.walk, regions: Repository.walkRegions))
            #expect(expected.count == 17)
            try await GPSD.reading(try text(of: Repository.walk)) { port in
                try workshop.configure(source: "gpsd:127.0.0.1:\(port)")
                let status = try await withDaemon(workshop) { _ in
                    let listener = try Listener(workshop, asks: #"{"after":0}"#)
                    #expect(outline(try await listener.linesResumed(17)) == expected)
                }
                #expect(status == 0)
            }
        }

        @Test(
            .enabled(if: GPSD.exists, GPSD.missing), .needsCorpus("corpus/nmea"),
            arguments: [
                "gpsd-quectel.log", "gpsd-ublox-8.log", "gpsd327-st-teseo-liv4f.log",
                "mut-gpsbabelnmea-newyear.nmea", "nmeaparser-TrimbleR2.nmea",
            ])
        func `a log of a real receiver tells the same through gpsd`(_ name: String) async throws {
            let path = Corpus.path("corpus/nmea/\(name)")
            let fixes = try await run(.geofencectl, ["fixes", "--format", "nmea", path]).lines
                .filter { !$0.has("dropped") }
            // Some places that it came by.
            let features = stride(from: 0, to: fixes.count, by: max(1, fixes.count / 8)).map {
                let longitude = fixes[$0].between(#""lon":"#, ",") ?? ""
                let latitude = fixes[$0].between(#""lat":"#, ",") ?? ""
                return #"{"type":"Feature","id":"\#($0)","properties":{"name":"R","radius":100},"#
                    + #""geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"#
            }
            let regions = try workshop.write(
                "regions.geojson",
                #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
            let expected = outline(
                try await replayed(path, regions: regions, "--format", "nmea"))
            try #require(!expected.isEmpty)
            // A line with a # would set gpsd's clock. The others end in CR LF, mostly.
            let log = try text(of: path).utf8.split(separator: UInt8(ascii: "\n"))
                .filter { $0.first != UInt8(ascii: "#") }
                .map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
            try await GPSD.reading(log) { port in
                try workshop.configure(source: "gpsd:127.0.0.1:\(port)", regions: regions)
                try await withDaemon(workshop) { _ in
                    let listener = try Listener(workshop, asks: #"{"after":0}"#)
                    let told = try await listener.linesResumed(expected.count)
                    #expect(outline(told) == expected)
                }
            }
        }

        @Test(.enabled(if: GPSD.exists, GPSD.missing))
        func `fixes follow the receiver`() async throws {
            let log = try text(of: Repository.walk).lines.prefix(60).joined(separator: "\r\n")
            try await GPSD.reading(log + "\r\n") { port in
                try await with(
                    .geofencectl, ["fixes", "--source", "gpsd:127.0.0.1:\(port)"]
                ) { fixes in
                    let lines = try await fixes.lines(10)
                    #expect(lines.count == 10)
                    #expect(
                        lines.allSatisfy {
                            $0.hasPrefix(#"{"time":"2026-05-01T10:00:"#)
                                && $0.has(#""mode":3,"accuracy":"#)
                        })
                    try fixes.send(.terminate)
                }
            }
        }
    }

    /// A gpsd on a script, and the real daemon.
    struct GPSDFaultTests {
        private let workshop = Workshop()

        private static let hello = """
            {"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}\r
            {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","driver":"u-blox"}]}\r

            """
        /// What the daemon asks for first.
        private static let watch = "?WATCH={\"enable\":true,\"json\":true};\n"
        private static let noon = Timestamp(iso8601: "2026-12-01T12:00:00Z")!

        /// At the centre of the first region of the walk, or 5 km north of it.
        private func fix(_ second: Int, isAway: Bool = false, eph: String = "5.0") -> String {
            let latitude = isAway ? 52.42 : 52.3780
            return
                #"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(Self.noon + Double(second))","#
                + #""lat":\#(latitude),"lon":4.9001,"eph":\#(eph),"speed":0.1}"# + "\r\n"
        }

        private func status() async throws -> [String] {
            try await run(
                .geofencectl, ["status", "--config", workshop.file("geofenced.toml")]
            ).lines
        }

        private func configure(port: Int) throws {
            try workshop.write(
                "one.geojson",
                #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":"#
                    + #"{"type":"Point","coordinates":[4.9,52.378]},"properties":{"name":"A"}}]}"#)
            try workshop.configure(
                source: "gpsd:127.0.0.1:\(port)", regions: workshop.file("one.geojson"))
        }

        @Test func `it starts without gpsd, and says what is wrong at each step`() async throws {
            let port = try freePort()
            try configure(port: port)
            let status = try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "no gpsd: 127.0.0.1:\(port): connection refused")
                #expect(try await self.status()[2].hasPrefix("receiver   no gpsd: 127.0.0.1:"))
                let gpsd = try LocalServer(port: port)
                let first = try await gpsd.accept()
                #expect(try await first.hear() == Self.watch)
                first.send(#"{"class":"VERSION"}"# + "\n")
                first.send(#"{"class":"DEVICES","devices":[]}"# + "\n")
                _ = try await daemon.message(with: "no receiver: gpsd has none")
                first.send(Self.hello + #"{"class":"TPV","device":"/dev/a","mode":1}"# + "\n")
                _ = try await daemon.message(with: "the receiver has no fix")
                first.send(fix(1))
                _ = try await daemon.message(with: "the receiver works")
                first.hangUp()
                _ = try await daemon.message(with: "no gpsd: gpsd has closed the connection")
                let guest = try await gpsd.accept()
                guest.send(Self.hello + fix(10))
                _ = try await daemon.message(with: "the receiver works")
                #expect(
                    try await self.status()[3]
                        == "position   52.37800, 4.90010 ± 5 m (the receiver's estimate), "
                        + "2026-12-01 12:00:10 UTC")
                withExtendedLifetime(guest) {}
            }
            #expect(status == 0)
        }

        /// Where nobody is root and no namespaces are allowed, that cannot be tried.
        private static let canHideHosts: Bool = {
            let status = system("unshare --mount mount --bind /dev/null /etc/hosts 2>/dev/null")
            return status == 0
        }()

        @Test(.enabled(if: canHideHosts, "this account may not hide /etc/hosts"))
        func `localhost is known where no file says so`() async throws {
            try workshop.configure(source: "gpsd:localhost:1")
            let status = try await withShell(
                #"""
                exec unshare --mount sh -c 'mount --bind /dev/null /etc/hosts; exec "$@"' sh \
                    "$1/geofenced" --config "$2"
                """#,
                ["\(Program.folder)", workshop.file("geofenced.toml")]
            ) { daemon in
                _ = try await daemon.message(with: "no gpsd: localhost:1: connection refused")
                try daemon.send(.terminate)
            }
            #expect(status == 0)
            let doctor = try await shell(
                """
                unshare --mount sh -c 'mount --bind /dev/null /etc/hosts
                exec geofencectl doctor --config \(workshop.file("geofenced.toml"))'
                """)
            #expect(doctor.output.has("localhost:1: connection refused: gpsd "))
        }

        @Test func `a restart inside a region is neither an exit nor a second enter`() async throws
        {
            let gpsd = try LocalServer()
            try configure(port: gpsd.port)
            try await withDaemon(workshop) { daemon in
                let listener = try Listener(workshop, asks: #"{"after":0}"#)
                let first = try await gpsd.accept()
                first.send(Self.hello + (1...5).map { fix($0) }.joined())
                _ = try await daemon.message(with: "the receiver works")
                first.hangUp()
                let second = try await gpsd.accept()
                second.send(Self.hello + (6...10).map { fix($0) }.joined())
                second.send((11...15).map { fix($0, isAway: true) }.joined())
                second.send((40...110).map { fix($0, isAway: true) }.joined())
                let told = try await listener.linesResumed(2)
                #expect(
                    told.map { $0.between(#""type":""#, "\"") } == [
                        "geofence.enter", "geofence.exit",
                    ])
                withExtendedLifetime(second) {}
            }
        }

        @Test func `it works with 1100 listeners before gpsd is there`() async throws {
            let before = try allowDescriptors(4000)
            defer { _ = try? allowDescriptors(before) }
            let port = try freePort()
            try configure(port: port)
            try await withDaemon(workshop) { daemon in
                let first = try Listener(workshop, asks: #"{"after":0}"#)
                var many: [Listener] = []
                for _ in 0..<1100 { many.append(try Listener(workshop)) }
                try await eventually(names(inDirectory: "/proc/\(daemon.identifier)/fd")) {
                    $0.count > 1100
                }
                let gpsd = try LocalServer(port: port)
                let guest = try await gpsd.accept()
                guest.send(Self.hello + fix(1))
                #expect(try await first.linesResumed(1).count == 1)
                withExtendedLifetime((many, guest)) {}
            }
        }

        @Test func `it ends at once while gpsd hangs`() async throws {
            let gpsd = try LocalServer()
            try configure(port: gpsd.port)
            var guest: LocalServer.Guest?
            let status = try await withDaemon(workshop) { _ in
                guest = try await gpsd.accept()
                guest?.send(#"{"class":"VERS"#)
                // It says so once it is connected, which is after the other side is.
                #expect(try await guest?.hear() == Self.watch)
            }
            #expect(status == 0)
            // After ten seconds of silence it would have asked for more.
            #expect(try await guest?.rest() == "")
        }

        @Test func `garbage is not logged, and half a line costs no time`() async throws {
            let gpsd = try LocalServer()
            try configure(port: gpsd.port)
            let systemd = try SupervisorSocket(workshop)
            try await withDaemon(workshop, environment: systemd.watchdog) { daemon in
                let guest = try await gpsd.accept()
                guest.send(Self.hello + String(repeating: "garbage\n{\n", count: 100_000) + fix(1))
                #expect(try await daemon.message(with: "the receiver").has("the receiver works"))
                guest.send(#"{"class":"TPV","mode":"#)
                #expect(try await processorTicks(daemon.identifier, idleBeside: systemd) <= 5)
                let json = try await run(
                    .geofencectl, ["status", "--json", "--config", workshop.file("geofenced.toml")])
                #expect(json.output.has(#""malformed_lines":200000"#))
            }
        }

        @Test(arguments: [
            ("gpsd:a:b", "'b' is not a port: use a number from 1 to 65535"),
            ("gpsd:[x", "'[x' is not a host: use a name or an address, IPv6 as in [::1]"),
        ])
        func `a source that cannot be is an error at the start`(
            _ source: String, message: String
        ) async throws {
            try workshop.configure(source: source)
            let file = workshop.file("geofenced.toml")
            for arguments in [["--check-config"], []] {
                let finished = try await run(.geofenced, ["--config", file] + arguments)
                #expect(finished.status == 1)
                #expect(finished.errors == "geofenced: error: \(file):1: source: \(message)\n")
            }
        }
    }
}

/// Lets this process have so many, and returns how many it might have before.
private func allowDescriptors(_ count: rlim_t) throws -> rlim_t {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    let before = limit.rlim_cur
    limit.rlim_cur = count
    guard setrlimit(resource, &limit) == 0 else { throw Errno.current }
    return before
}

/// How much processor time a daemon uses while it gives ten signs of life, in hundredths of a second.
func processorTicks(_ identifier: Int32, idleBeside systemd: SupervisorSocket) async throws -> Int {
    try await systemd.signs(1)
    let before = try processorTicks(identifier)
    try await systemd.signs(10)
    return try processorTicks(identifier) - before
}

/// How much processor time a process has used, in hundredths of a second.
private func processorTicks(_ identifier: Int32) throws -> Int {
    let fields = try text(of: "/proc/\(identifier)/stat").split(separator: " ")
    return (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)
}
