import Glibc
import Posix
import Testing

extension SystemTests {
    struct ReplayTests {
        private let walk = ["replay", Repository.walk, "--regions", Repository.walkRegions]

        @Test func `text is for people, and counts go to standard error`() async throws {
            let finished = try await run(.geofencectl, walk)
            #expect(finished.status == 0)
            #expect(
                finished.lines.prefix(2) == [
                    "2026-05-01 10:00:00 UTC  enter  favourite  Starbucks Centraal            "
                        + "  67 m  already there · Stationsplein 33 · Mo-Su 06:30-21:00",
                    "2026-05-01 10:01:16 UTC  enter  deal       Canal cruise, 2 for 1         "
                        + " 197 m  Damrak Boats · until 16:00",
                ])
            #expect(finished.lines.count == 8)
            #expect(finished.errors == "1013 reports read, 8 notices\n")
        }

        @Test func `times are those of the user`() async throws {
            let finished = try await run(
                .geofencectl, walk, environment: ["TZ": "Europe/Amsterdam"])
            #expect(finished.lines[1].hasPrefix("2026-05-01 12:01:16 CEST  enter  deal"))
            #expect(finished.lines[1].hasSuffix("until 18:00"))
        }

        @Test func `the end of a deal on another day has its date`() async throws {
            let finished = try await run(
                .geofencectl, walk, environment: ["TZ": "Pacific/Kiritimati"])
            #expect(finished.lines[1].hasPrefix("2026-05-02 00:01:16 +14  enter  deal"))
            #expect(finished.lines[1].hasSuffix("until 06:00"))
            let west = try await run(.geofencectl, walk, environment: ["TZ": "XXX10:30"])
            #expect(west.lines[1].hasPrefix("2026-04-30 23:31:16 XXX  enter  deal"))
            #expect(west.lines[1].hasSuffix("until 2026-05-01 05:30"))
        }

        @Test func `ndjson is notices and nothing else, the same every time`() async throws {
            let arguments = walk + ["--output", "ndjson", "--transitions", "enter,exit,dwell"]
            let first = try await run(.geofencectl, arguments)
            #expect(first.status == 0)
            #expect(first.lines.count == 17)
            for (number, line) in first.lines.enumerated() {
                #expect(
                    line.hasPrefix(#"{"specversion":"1.0","id":"replay-"#), "line \(number + 1)")
                #expect(line.between(#""sequence":""#, "\"").flatMap { Int($0) } == number + 1)
                #expect(!line.has("recordedtime"))
            }
            #expect(try await run(.geofencectl, arguments) == first)
        }

        @Test func `a trace may come from standard input, plain or gzipped`() async throws {
            let expected = try await run(.geofencectl, walk)
            let piped = try await run(
                .geofencectl, ["replay", "-", "--regions", Repository.walkRegions],
                input: try text(of: Repository.walk))
            #expect(piped == expected)
            let zipped = try await shell(
                "gzip -c \(Repository.walk) "
                    + "| geofencectl replay - --regions \(Repository.walkRegions)")
            #expect(zipped == expected)
        }

        @Test func `pieces of a trace are one journey`() async throws {
            let workshop = Workshop()
            let lines = try text(of: Repository.walk).split(
                separator: "\r\n", omittingEmptySubsequences: true
            ).map { $0 + "\r\n" }
            let half = lines.count / 6 * 3
            let first = try workshop.write("a.nmea", lines[..<half].joined())
            let second = try workshop.write("b.nmea", lines[half...].joined())
            #expect(try await shell("gzip \(second)").status == 0)
            let pieces = try await run(
                .geofencectl,
                ["replay", first, second + ".gz", "--regions", Repository.walkRegions])
            #expect(try await run(.geofencectl, walk) == pieces)
        }

        @Test func `a summary is one JSON object`() async throws {
            let finished = try await run(.geofencectl, walk + ["--summary"])
            #expect(finished.lines.count == 8)
            #expect(
                finished.errors == """
                    {"reports":1013,"fixes":1013,"accepted":1013,"dropped":{},\
                    "sentences":{"GGA":1013,"GST":1013,"RMC":1013},"bad_checksums":0,\
                    "malformed_sentences":0,"skipped_bytes":0,"notices":8}

                    """)
        }

        @Test func `what is too coarse is dropped, and counted`() async throws {
            let finished = try await run(
                .geofencectl, walk + ["--max-accuracy", "4", "--summary"])
            #expect(
                finished.errors.has(
                    #""reports":1013,"fixes":1013,"accepted":963,"dropped":{"accuracy":50}"#))
        }

        @Test func `only the transitions that were asked for are told`() async throws {
            let finished = try await run(.geofencectl, walk + ["--transitions", "exit"])
            #expect(finished.lines.count == 6)
            #expect(finished.lines.allSatisfy { $0.has("  exit   ") })
        }

        @Test func `favourites are not looked for in a file that has its own`() async throws {
            let finished = try await run(
                .geofencectl,
                ["replay", Repository.walk, "--database", "a.sqlite", "--favourite", "Starbucks"])
            #expect(finished.status == 64)
            #expect(
                finished.lines.isEmpty
                    && finished.errors.contains("--favourite: cannot be used with --database"))
        }

        @Test func `without regions nothing is told`() async throws {
            let finished = try await run(.geofencectl, ["replay", Repository.walk])
            #expect(
                finished
                    == Finished(
                        status: 0, output: "",
                        errors: """
                            no regions: name --regions, --deals, or --places and a --favourite
                            1013 reports read, 0 notices

                            """))
        }

        @Test(arguments: [
            (
                "<gpx><trk><trkseg><trkpt lat='1' lon='2'/><trkpt lat='1' lon='2'/></trkseg></trk></gpx>",
                "2 reports read, 0 notices\n2 points without a time: played at 1 point a second\n"
            ),
            ("<gpx/>", "0 reports read, 0 notices\nno track points\n"),
            (
                "<gpx><rte><rtept lat='1' lon='2'/></rte><wpt lat='1' lon='2'/></gpx>",
                "0 reports read, 0 notices\nno track points: 1 route point and 1 waypoint, of which "
                    + "geofencectl simulate makes a trace\n"
            ),
            (
                "$GPGSV,1,1,00\r\n",
                "0 reports read, 0 notices\nno sentence says when or where\n"
            ),
        ])
        func `a trace that has little to tell says why`(trace: String, errors: String) async throws
        {
            let workshop = Workshop()
            let path = try workshop.write("trace", trace)
            let finished = try await run(
                .geofencectl, ["replay", path, "--regions", Repository.walkRegions])
            #expect(finished == Finished(status: 0, output: "", errors: errors))
        }

        @Test(arguments: [
            ("", ":1: the file is empty"),
            ("hello", ": has no NMEA sentence in it: is it a trace?"),
            ("\u{0}\u{1}", ": has no NMEA sentence in it: is it a trace?"),
        ])
        func `what is no trace is an error`(trace: String, message: String) async throws {
            let workshop = Workshop()
            let path = try workshop.write("walk.nmea", trace)
            let replayed = try await run(.geofencectl, ["replay", path])
            #expect(
                replayed
                    == Finished(status: 1, output: "", errors: "Error: \(path)\(message)\n"))
            let fixes = try await run(.geofencectl, ["fixes", path])
            #expect(fixes.output == "" && fixes.errors.hasSuffix("\(path)\(message)\n"))
        }

        @Test func `before the damage of a trace all is told, then one line says where it is`()
            async throws
        {
            let workshop = Workshop()
            let trace = try workshop.write(
                "walk.gpx",
                """
                <gpx version="1.1"><trk><trkseg>
                <trkpt lat="52.3786" lon="4.9003"><time>2026-05-01T10:00:00Z</time></trkpt>
                <trkpt lat="52.3786" lon="4.9003"><time>2026-05-01T10:00:02Z</time></trkpt>
                <trkpt lat="52.3786" lon="4.9003"><time>2026-05-01T10:00:04Z</wrong></trkpt>
                """)
            let finished = try await run(
                .geofencectl, ["replay", trace, "--regions", Repository.walkRegions])
            #expect(finished.status == 1)
            #expect(finished.lines.count == 1)
            #expect(
                finished.errors == """
                    2 reports read, 1 notice
                    Error: \(trace):4: mismatched tag

                    """)
        }

        @Test(arguments: [
            ("missing.gpx", "missing.gpx: cannot be opened: no such file or directory"),
            ("/", "/: is a directory: name a file in it"),
            ("/dev/zero", "/dev/zero: is a device: use a file or a pipe"),
            ("gps:x", "no position source is called 'gps': use one of gpsd, gpx, nmea, simulate"),
        ])
        func `a trace that cannot be read is one line`(trace: String, message: String) async throws
        {
            let finished = try await run(.geofencectl, ["replay", trace])
            #expect(finished == Finished(status: 1, output: "", errors: "Error: \(message)\n"))
        }

        @Test func `a receiver cannot be replayed`() async throws {
            let finished = try await run(.geofencectl, ["replay", "gpsd:"])
            #expect(finished.status == 64)
            #expect(
                finished.errors.has("'gpsd:' is a receiver, not a trace: run geofenced with it"))
        }

        @Test func `regions that cannot be used are one line with the place`() async throws {
            let workshop = Workshop()
            let regions = try workshop.write(
                "regions.geojson",
                """
                {"type": "FeatureCollection", "features": [
                  {"type": "Feature", "id": "a", "properties": {"radius": -1},
                   "geometry": {"type": "Point", "coordinates": [4.9, 52.4]}}
                ]}
                """)
            let finished = try await run(
                .geofencectl, ["replay", Repository.walk, "--regions", regions])
            #expect(finished.status == 1)
            #expect(finished.output == "")
            #expect(finished.errors.lines.count == 1)
            #expect(finished.errors.hasPrefix("Error: \(regions):2: feature 'a': "))
        }

        @Test func `names steer no terminal and break no line`() async throws {
            let workshop = Workshop()
            let regions = try workshop.write(
                "regions.geojson",
                #"""
                {"type":"FeatureCollection","features":[{"type":"Feature","id":"a",
                "properties":{"name":"\u001b[31mred\nnew line","kind":"de\tal"},
                "geometry":{"type":"Point","coordinates":[4.9003,52.3786]}}]}
                """#)
            let finished = try await run(
                .geofencectl, ["replay", Repository.walk, "--regions", regions])
            #expect(finished.lines.count == 1)
            #expect(finished.output.has(#"\u{1b}[31mred\u{a}new line"#))
            #expect(finished.output.has(#"de\u{9}al"#))
        }

        @Test func `nothing that was freed is read when pipes end`() async throws {
            let workshop = Workshop()
            let pipes = (1...50).map { workshop.file("p\($0)") }
            for pipe in pipes { #expect(mkfifo(pipe, 0o600) == 0) }
            let line = """
                for p in \(pipes.joined(separator: " ")); do
                    head -c 2000 \(Repository.walk) >$p &
                done
                MALLOC_PERTURB_=165 geofencectl replay \(pipes.joined(separator: " ")) \
                    --regions \(Repository.walkRegions)
                """
            let finished = try await shell(line)
            #expect(finished.status == 0, "\(finished.errors)")
        }

        @Test(arguments: ["replay", "fixes"])
        func `a reader that has enough ends it quietly`(_ command: String) async throws {
            let options = command == "replay" ? "--regions \(Repository.walkRegions)" : ""
            let finished = try await shell(
                "geofencectl \(command) \(Repository.walk) \(options) | head -1")
            #expect(finished.status == 0)
            #expect(finished.lines.count == 1)
            #expect(!finished.errors.has("Error"))
        }
    }

    struct FixesTests {
        @Test func `every fix of NMEA is an object, with its time of day`() async throws {
            let finished = try await run(.geofencectl, ["fixes", Repository.walk, "--summary"])
            #expect(finished.status == 0)
            #expect(finished.errors == "")
            #expect(finished.lines.count == 1014)
            #expect(
                finished.lines.first == """
                    {"time":"2026-05-01T10:00:00.000Z","tod":"100000.000",\
                    "lat":52.37800633333333,"lon":4.900104333333333,"mode":3,"accuracy":3.818,\
                    "hdop":1,"speed":1.389,"track":210.3,"altitude":2}
                    """)
            #expect(
                finished.lines.last == """
                    {"reports":1013,"fixes":1013,"accepted":1013,"dropped":{},\
                    "sentences":{"GGA":1013,"GST":1013,"RMC":1013},"bad_checksums":0,\
                    "malformed_sentences":0,"skipped_bytes":0}
                    """)
        }

        @Test func `a source is named as in the configuration`() async throws {
            let finished = try await run(
                .geofencectl, ["fixes", "--source", "nmea:\(Repository.walk)"])
            #expect(finished.lines.count == 1013)
        }

        @Test func `every point of GPX is an object, and why it is dropped`() async throws {
            let workshop = Workshop()
            let trace = try workshop.write(
                "track.gpx",
                """
                <gpx version="1.1"><trk><trkseg>
                <trkpt lat="52.1" lon="4.1"><ele>3</ele><time>2026-05-01T10:00:00Z</time></trkpt>
                <trkpt lat="0" lon="0"><time>2026-05-01T10:00:01Z</time></trkpt>
                </trkseg></trk></gpx>
                """)
            let finished = try await run(.geofencectl, ["fixes", trace, "--summary"])
            #expect(finished.status == 0)
            #expect(finished.lines.count == 3)
            #expect(
                finished.lines.first?.hasPrefix(
                    #"{"time":"2026-05-01T10:00:00.000Z","lat":52.1,"lon":4.1,"mode":"#) == true)
            #expect(finished.lines[1].hasSuffix(#","dropped":"null_island"}"#))
            #expect(
                finished.lines[2].hasPrefix(
                    #"{"reports":2,"fixes":2,"accepted":1,"dropped":{"null_island":1},"#))
        }

        @Test func `points without times are undated`() async throws {
            let finished = try await run(
                .geofencectl, ["fixes", "-"],
                input: """
                    <gpx version="1.1"><trk><trkseg><trkpt lat="52.1" lon="4.1"/></trkseg></trk></gpx>
                    """)
            #expect(finished.lines.count == 1)
            #expect(finished.lines.first?.hasPrefix(#"{"time":null,"lat":52.1,"#) == true)
            #expect(finished.lines.first?.has(#","undated":true"#) == true)
        }
    }
}
