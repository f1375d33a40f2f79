import Glibc
import Posix
import Subprocess
import Testing

extension SystemTests {
    struct SimulateTests {
        private static let walk = """
            from = [52.3731, 4.8926]
            seed = 4
            [[leg]]
            mode = "walk"
            to = [52.3781, 4.8926]
            """

        @Test(
            arguments: [
                ("-o route.gpx", "--output: 'route.gpx' is read as well"),
                ("--truth ./route.gpx", "--truth: './route.gpx' is read as well"),
                ("--map link.gpx", "--map: 'link.gpx' is read as well"),
                ("-o new.gpx --truth new.gpx", "--truth: 'new.gpx' is written by --output as well"),
                ("--regions r.geojson --visits r.geojson", "--visits: 'r.geojson' is read as well"),
            ])
        func `no output replaces what is read, or another output`(options: String, message: String)
            async throws
        {
            let workshop = Workshop()
            let route = #"<gpx version="1.1"><rte><rtept lat="1" lon="2"/></rte></gpx>"#
            try workshop.write("route.gpx", route)
            try workshop.write("r.geojson", #"{"type":"FeatureCollection","features":[]}"#)
            symlink("route.gpx", workshop.file("link.gpx"))
            let finished = try await shell(
                "cd \(workshop.path) && exec geofencectl simulate route.gpx \(options)")
            #expect(finished.status == 64)
            #expect(finished.errors.hasPrefix("Error: \(message)"))
            #expect(try text(of: workshop.file("route.gpx")) == route)
        }

        @Test(arguments: ["w.kml", "w.csv", "w.gpx.gz", "w."])
        func `an ending that is not known is refused, and the known ones are named`(
            name: String
        ) async throws {
            let workshop = Workshop()
            let scenario = try workshop.write("walk.toml", Self.walk)
            let file = workshop.file(name)
            let finished = try await run(.geofencectl, ["simulate", scenario, "-o", file])
            #expect(finished.status == 64)
            #expect(
                finished.errors.hasPrefix(
                    "Error: --output: '\(file)' ends in none of .nmea, .log, .txt, .gpx, .geojson: "
                        + "use one of them, or say what to write with --format\n"))
            let named = try await run(
                .geofencectl, ["simulate", scenario, "-o", file, "--format", "nmea"])
            #expect(named.status == 0)
        }

        @Test(
            arguments: [
                ("x.gpx", "<?xml"), ("x.geojson", "{"), ("x.nmea", "$"), ("x", "$"),
                ("X.GPX", "<?xml"), ("x.log", "$"),
            ])
        func `the ending says what is written`(name: String, start: String) async throws {
            let workshop = Workshop()
            let finished = try await run(
                .geofencectl,
                [
                    "simulate", "\(Repository.root)/traces/lisbon-walk.toml", "-o",
                    workshop.file(name),
                ])
            #expect(finished.status == 0)
            #expect(try text(of: workshop.file(name)).hasPrefix(start))
        }

        @Test func `a trace goes to standard output or to a file, the same every time`()
            async throws
        {
            let workshop = Workshop()
            let scenario = try workshop.write("walk.toml", Self.walk)
            let file = workshop.file("walk.nmea")
            let printed = try await run(.geofencectl, ["simulate", scenario])
            #expect(printed.status == 0 && printed.errors == "")
            #expect(printed.lines.first?.hasPrefix("$GNRMC,100000.00,A,5222.") == true)
            let written = try await run(.geofencectl, ["simulate", scenario, "-o", file])
            #expect(written == Finished(status: 0, output: "", errors: ""))
            #expect(try text(of: file) == printed.output)
            let fixes = try await run(.geofencectl, ["fixes", file, "--summary"])
            #expect(fixes.lines.last?.has(#""bad_checksums":0,"malformed_sentences":0"#) == true)
        }

        private static func gpx(_ kind: String, time: String = "") -> String {
            let points = ["52.3731", "52.3781"].map {
                "<\(kind) lat='\($0)' lon='4.8926'>\(time)</\(kind)>"
            }.joined()
            switch kind {
            case "rtept": return "<gpx><rte>\(points)</rte></gpx>"
            case "trkpt": return "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>"
            default: return "<gpx>\(points)</gpx>"
            }
        }

        @Test(arguments: [
            ("rtept", [], 400...410), ("trkpt", ["--by", "foot"], 400...410),
            ("wpt", ["--by", "walk", "--speed-kmh", "5.04"], 400...410),
            ("rtept", ["--by", "bike"], 115...130), ("rtept", ["--speed-kmh", "10"], 195...210),
        ])
        func `a route is travelled as one says`(
            kind: String, options: [String], seconds: ClosedRange<Int>
        ) async throws {
            let workshop = Workshop()
            let route = try workshop.write("route.gpx", Self.gpx(kind))
            let file = workshop.file("x.nmea")
            let made = try await run(.geofencectl, ["simulate", route, "-o", file] + options)
            #expect(made == Finished(status: 0, output: "", errors: ""))
            let fixes = try await run(.geofencectl, ["fixes", file])
            #expect(seconds.contains(fixes.lines.count), "\(fixes.lines.count)")
        }

        @Test func `a track with times is travelled anew, and says so`() async throws {
            let workshop = Workshop()
            let time = "<time>2026-05-01T10:00:00Z</time>"
            let route = try workshop.write("ride.gpx", Self.gpx("trkpt", time: time))
            let made = try await run(
                .geofencectl, ["simulate", route, "-o", workshop.file("x.nmea")])
            #expect(made.status == 0)
            #expect(
                made.errors == "\(route): the times in it are left out: replay plays it as it was\n"
            )
        }

        @Test(arguments: [
            (
                gpx("rtept"), ["--speed-kmh", "0"],
                "--speed-kmh: '0' is not a speed: use kilometres"
            ),
            (gpx("rtept"), ["--speed-kmh", "nan"], "--speed-kmh: 'nan' is not a speed"),
            (gpx("rtept"), ["--by", "rocket"], "The value 'rocket' is invalid for '--by <mode>'"),
            (gpx("rtept"), ["--by", "parked"], "The value 'parked' is invalid for '--by <mode>'"),
            ("<gpx/>", [], "has no line in it: use a route, a track or a LineString"),
            ("<gpx><rte>", [], "is not XML: no element found: is the file complete?"),
            ("<kml/>", [], "has no line in it"), ("{}", [], "is not GeoJSON as RFC 7946 has it"),
            ("[[leg]]\n", ["--by", "foot"], "--by: a scenario says it itself: leave it out"),
            ("[[leg]]\n", ["--speed-kmh", "5"], "--speed-kmh: a scenario says it itself"),
            ("", [], "the file is empty"),
        ])
        func `a route that cannot be travelled is told in one line`(
            text: String, options: [String], message: String
        ) async throws {
            let workshop = Workshop()
            let route = try workshop.write("route", text)
            let made = try await run(
                .geofencectl, ["simulate", route, "-o", workshop.file("x.nmea")] + options)
            #expect(made.status != 0)
            #expect(made.errors.lines.first?.has(message) == true, "\(made.errors)")
            #expect(!workshop.names.contains("x.nmea"))
        }

        @Test func `a route is played live, as a scenario is`() async throws {
            let workshop = Workshop()
            for kind in ["rtept", "trkpt"] {
                let route = try workshop.write("\(kind).gpx", Self.gpx(kind))
                try await with(.geofencectl, ["simulate", route, "--serve", "gpsd:0"]) { playing in
                    #expect(try await playing.line()?.hasPrefix("gpsd:127.0.0.1:") == true)
                    try playing.send(.terminate)
                }
            }
        }

        @Test func `the truth is a path without errors`() async throws {
            let workshop = Workshop()
            let scenario = try workshop.write("walk.toml", Self.walk)
            let truth = workshop.file("truth.gpx")
            let finished = try await run(
                .geofencectl,
                ["simulate", scenario, "--format", "geojson", "--truth", truth])
            #expect(finished.lines.first == #"{"type":"FeatureCollection","features":["#)
            let path = try text(of: truth).lines.filter { $0.hasPrefix("<trkpt") }
            #expect(path.count > 300 && path.allSatisfy { $0.has(#"lon="4.8926000""#) })
        }

        @Test func `with regions, the truth is the visits as well, and a page draws it all`()
            async throws
        {
            let workshop = Workshop()
            let traces = "\(Repository.root)/traces"
            let (visits, page) = (workshop.file("visits.json"), workshop.file("walk.html"))
            let finished = try await run(
                .geofencectl,
                [
                    "simulate", "\(traces)/lisbon-walk.toml", "-o", workshop.file("walk.nmea"),
                    "--regions", "\(traces)/lisbon-walk.geojson", "--truth", visits, "--map", page,
                ])
            #expect(finished == Finished(status: 0, output: "", errors: ""))
            #expect(try text(of: visits) == text(of: "\(traces)/lisbon-walk.visits.json"))
            for drawn in [page, workshop.file("replay.html")] {
                if drawn != page {
                    let replayed = try await run(
                        .geofencectl,
                        [
                            "replay", workshop.file("walk.nmea"), "--regions",
                            "\(traces)/lisbon-walk.geojson", "--map", drawn,
                        ])
                    #expect(replayed.status == 0)
                    #expect(try text(of: drawn).has(#""rule":"heading""#))
                }
                let text = try text(of: drawn)
                #expect(text.hasPrefix("<!doctype html>"))
                #expect(text.has(#""name":"Praça do Comércio""#))
                // It needs no network.
                #expect(!text.has("src=") && !text.has("http://") && !text.has("https://"))
            }
        }

        @Test func `a scenario can follow the route that another one made`() async throws {
            let workshop = Workshop()
            let scenario = try workshop.write("walk.toml", Self.walk)
            _ = try await run(
                .geofencectl, ["simulate", scenario, "--truth", workshop.file("route.gpx")])
            let other = try workshop.write(
                "ride.toml", "[[leg]]\nmode = 'bike'\nroute = 'route.gpx'\n")
            let ride = try await run(.geofencectl, ["simulate", other, "--format", "gpx"])
            #expect(ride.status == 0)
            let points = ride.lines.count { $0.hasPrefix("<trkpt") }
            #expect(points > 110 && points < 200)
            let line = try workshop.write(
                "line.geojson",
                #"{"type":"LineString","coordinates":[[4.8926,52.3731],[4.8926,52.3781]]}"#)
            let third = try workshop.write(
                "third.toml", "[[leg]]\nmode = 'bike'\nroute = '\(line)'\n")
            #expect(try await run(.geofencectl, ["simulate", third]).status == 0)
        }

        @Test func `a recorded trace is no scenario`() async throws {
            let finished = try await run(.geofencectl, ["simulate", Repository.walk])
            #expect(finished.status == 64)
            #expect(
                finished.errors.hasPrefix(
                    "Error: '\(Repository.walk)': is a recorded trace: replay reads it, and --serve"
                ))
        }

        @Test func `points can be places by name`() async throws {
            let workshop = Workshop()
            let places = try workshop.write(
                "p.csv", "id,name,lat,lon\na,Home,52.3731,4.8926\nb,Station,52.3791,4.9003\n")
            let database = workshop.file("p.sqlite")
            #expect(
                try await run(
                    .geofencectl, ["places", "import", places, "--database", database]
                ).status == 0)
            let scenario = try workshop.write(
                "s.toml", "from = 'home'\n[[leg]]\nmode = 'walk'\nto = 'Station'\n")
            let found = try await run(
                .geofencectl, ["simulate", scenario, "--database", database])
            #expect(found.status == 0 && found.output.utf8.count > 200_000)
            let elsewhere = try workshop.write(
                "e.toml", "from = 'home'\n[[leg]]\nmode = 'walk'\nto = 'Nowhere at the Station'\n")
            let refused = try await run(
                .geofencectl, ["simulate", elsewhere, "--database", database])
            #expect(refused.errors.has("no place is known at 'Nowhere at the Station'"))
            #expect(refused.status == 1 && refused.output == "")
            let lost = try await run(.geofencectl, ["simulate", scenario])
            #expect(
                lost.errors
                    == "Error: \(scenario):1: from: no place is called 'home': use "
                    + "[latitude, longitude] in degrees, or the name of a place\n")
        }

        @Test(arguments: [
            ("rate = 0\n", ":1: rate: 0 is below 0.1: use a number of epochs a second"),
            ("from = [52, 5]\n[[leg]]\nmode = 'fly'\n", ":3: leg[1].mode: 'fly' is not known"),
            ("from = [52, 5]\n[[leg]]\nmode = 'walk'\nroute = 'no.gpx'\n", "no.gpx: cannot be"),
            ("from = [", ":1: syntax error"),
        ])
        func `a scenario that cannot be is one line, and no file`(
            scenario: String, message: String
        ) async throws {
            let workshop = Workshop()
            let path = try workshop.write("s.toml", scenario)
            let finished = try await run(
                .geofencectl, ["simulate", path, "-o", workshop.file("out.nmea")])
            #expect(finished.status == 1 && finished.output == "")
            #expect(finished.errors.lines.count == 1 && finished.errors.has(message))
            #expect(workshop.names == ["s.toml"])
        }

        @Test(arguments: [
            ("not XML", "is neither GPX nor GeoJSON"),
            ("<gpx><trk><trkseg></trkseg></trk></gpx>", "has no line in it"),
            (
                "<gpx><rte><rtept lat='52' lon='5'/><rtept lat='99' lon='5'/></rte></gpx>",
                "point 2 is nowhere"
            ),
            ("<!DOCTYPE x [<!ENTITY a 'b'>]><gpx/>", "declares no entities"),
            ("<gpx><rte>", "is not XML"),
            ("{\"type\":\"LineString\",\"coordinates\":[[\"a\"]]}", "is not GeoJSON"),
            ("{\"type\":\"Point\",\"coordinates\":[4,52]}", "has no line in it"),
        ])
        func `a route that cannot be followed is one line`(
            route: String, message: String
        ) async throws {
            let workshop = Workshop()
            _ = try workshop.write("r", route)
            let path = try workshop.write("s.toml", "[[leg]]\nmode = 'walk'\nroute = 'r'\n")
            let finished = try await run(.geofencectl, ["simulate", path])
            #expect(finished.status == 1 && finished.errors.lines.count == 1)
            #expect(finished.errors.has(message), "\(finished.errors)")
        }

        @Test func `notices are scored against the truth`() async throws {
            let workshop = Workshop()
            let traces = "\(Repository.root)/traces"
            let notices = workshop.file("notices")
            let scored = try await shell(
                """
                geofencectl replay \(traces)/munich-motorway.gpx --output ndjson \\
                    --regions \(traces)/munich-motorway.geojson 2>/dev/null >\(notices) &&
                geofencectl score --truth \(traces)/munich-motorway.visits.json \(notices) &&
                geofencectl score --truth \(traces)/munich-motorway.visits.json --json - <\(notices)
                """)
            #expect(scored.status == 0)
            #expect(scored.lines[1] == "recall         100.0 %  8 of 8 clear visits")
            #expect(
                scored.lines.last?.has(
                    #""recall":{"count":8,"of":8,"percent":100},"recall_of_all""#) == true)
            let broken = try workshop.write("broken", "{\"type\":\"geofence.enter\"}\n")
            let refused = try await run(
                .geofencectl,
                ["score", "--truth", "\(traces)/munich-motorway.visits.json", broken])
            #expect(
                refused.errors == "Error: \(broken):1: is not a notice: "
                    + "use what replay --output ndjson writes\n")
            let other = try await run(.geofencectl, ["score", "--truth", broken, broken])
            #expect(
                other.errors == "Error: \(broken): is not a file of visits: "
                    + "make one with simulate --visits\n")
        }

        @Test func `two settings are compared by what they tell`() async throws {
            let workshop = Workshop()
            let strict = try workshop.write("strict.toml", "[fixes]\nmax_accuracy = 3\n")
            let same = try workshop.write("same.toml", "[fixes]\nmax_accuracy = 20\n")
            let walk = [
                "replay", Repository.walk, "--regions", Repository.walkRegions, "--compare",
            ]
            let alike = try await run(.geofencectl, walk + [same])
            #expect(
                alike
                    == Finished(
                        status: 0, output: "",
                        errors: "8 notices as now, 8 by \(same): 8 the same\n"))
            let other = try await run(.geofencectl, walk + [strict])
            #expect(other.status == 0 && !other.lines.isEmpty)
            #expect(other.lines.allSatisfy { $0.hasPrefix("- 2026") || $0.hasPrefix("+ 2026") })
            #expect(other.errors.hasPrefix("8 notices as now, "))
        }
    }
}
