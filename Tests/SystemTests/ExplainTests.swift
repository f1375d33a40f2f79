import Posix
import Testing

extension SystemTests {
    /// Why something was told, or was not, of a replay and of the daemon.
    struct ExplainTests {
        private let walk = ["replay", Repository.walk, "--regions", Repository.walkRegions]

        private func explain(_ region: String, _ options: String...) async throws -> Finished {
            try await run(.geofencectl, walk + ["--explain", region] + options)
        }

        @Test func `an enter is explained in a sentence and a table`() async throws {
            let finished = try await explain("deal/1")
            #expect(
                finished
                    == Finished(
                        status: 0,
                        output: """
                            enter was told at 2026-05-01 10:01:16 UTC: the fix was 196.9 m from the \
                            centre of Canal cruise, 2 for 1, 3.1 m inside the edge, no less than its \
                            accuracy of 3.0 m
                               time       centre        edge  accuracy    speed  what
                               10:00:58  220.1 m  20.1 m out     3.3 m  1.5 m/s  outside
                               10:01:00  217.7 m  17.7 m out     3.7 m  1.3 m/s  outside
                               10:01:02  215.8 m  15.8 m out     2.8 m  1.4 m/s  outside
                               10:01:04  211.3 m  11.3 m out     3.7 m  1.4 m/s  outside
                               10:01:06  209.0 m   9.0 m out     3.7 m  1.5 m/s  outside
                               10:01:08  207.9 m   7.9 m out     3.3 m  1.4 m/s  outside
                               10:01:10  203.3 m   3.3 m out     3.8 m  1.2 m/s  outside
                               10:01:12  201.2 m   1.2 m out     3.0 m  1.3 m/s  outside
                               10:01:14  199.9 m    0.1 m in     3.3 m  1.3 m/s  inside, not surely
                            >  10:01:16  196.9 m    3.1 m in     3.0 m  1.4 m/s  enter (accurate)
                               10:01:18  193.9 m    6.1 m in     3.4 m  1.2 m/s  inside
                               10:01:20  191.8 m    8.2 m in     3.5 m  1.3 m/s  inside
                               10:01:22  190.0 m   10.0 m in     3.1 m  1.4 m/s  inside
                               10:01:24  187.0 m   13.0 m in     3.8 m  1.3 m/s  inside
                               10:01:26  184.0 m   16.0 m in     3.8 m  1.3 m/s  inside

                            """, errors: ""))
        }

        @Test(
            arguments: [
                (
                    ["centraal"],
                    "enter was told at 2026-05-01 10:00:00 UTC: the first fix was in the 200 m "
                        + "around Starbucks Centraal already, 67.4 m from the centre"
                ),
                (
                    ["hema"],
                    "enter was told at 2026-05-01 10:21:56 UTC: the fix was 198.0 m from the "
                        + "centre of HEMA Kalvertoren, 2.0 m inside the edge, as was the one before"
                ),
                (
                    ["centraal", "--transitions", "exit"],
                    "exit was told at 2026-05-01 10:02:38 UTC: since 10:02:08 all fixes had surely "
                        + "been more than 235 m from the centre of Starbucks Centraal, at least 3 "
                        + "and over 30 s"
                ),
                (
                    ["centraal@10:02:30"],
                    "exit at 2026-05-01 10:02:38 UTC was not told, as only enter would be: since "
                        + "10:02:08 all fixes had surely been more than 235 m from the centre of "
                        + "Starbucks Centraal, at least 3 and over 30 s"
                ),
                (
                    ["Coffee and pie, 5 euros"],
                    "enter was told at 2026-05-01 10:12:00 UTC: the time of Coffee and pie, 5 "
                        + "euros began when the device was there"
                ),
                (
                    ["breakfast"],
                    "nothing was told of Breakfast until noon: the nearest fix, at 2026-05-01 "
                        + "10:14:06 UTC, was 47.6 m from the centre, but Breakfast until noon had "
                        + "ended at 2026-05-01 10:00:00 UTC"
                ),
                (
                    ["museumplein"],
                    "nothing was told of Albert Heijn Museumplein: the nearest fix, at 2026-05-01 "
                        + "10:33:36 UTC, was 807.2 m from the centre, 607.2 m outside its 200 m"
                ),
                (
                    ["hema@2026-05-01T10:24:00Z"],
                    "nothing was told of HEMA Kalvertoren around 2026-05-01 10:24:00 UTC: the "
                        + "device had been there since 2026-05-01 10:21:56 UTC, which was told then"
                ),
                (
                    ["hema@9:00"],
                    "nothing was told of HEMA Kalvertoren: no fix was used within a minute of "
                        + "2026-05-01 09:00:00 UTC; the next was at 2026-05-01 10:00:00 UTC"
                ),
                (
                    ["canal@10:01", "--max-accuracy", "2"],
                    "nothing was told of Canal cruise, 2 for 1 around 2026-05-01 10:01:00 UTC: 24 "
                        + "fixes in the 200 m around Canal cruise, 2 for 1 were dropped: too "
                        + "coarse, worse than 2 m; the nearest, at 2026-05-01 10:02:00 UTC, "
                        + "was 142.3 m from the centre"
                ),
            ] as [([String], String)])
        func `a sentence says what decided, or why nothing was told`(
            arguments: [String], sentence: String
        ) async throws {
            let finished = try await run(.geofencectl, walk + ["--explain"] + arguments)
            #expect(finished.status == 0)
            #expect(finished.lines.first == sentence)
        }

        @Test(
            arguments: [
                (
                    [(0, 600), (10, 400), (20, 195), (30, 400)], "enter",
                    "nothing was told of Café: the nearest fix, at 2026-05-01 10:00:20 UTC, was "
                        + "195.0 m from the centre, 5.0 m inside the edge, less than its accuracy "
                        + "of 10.0 m; it takes 2 of these in a row"
                ),
                (
                    [(0, 600), (60, 100), (120, 500), (150, 100), (160, 100)], "enter",
                    "nothing was told at 2026-05-01 10:02:30 UTC: the device came back into the "
                        + "200 m around Café, but had been there until 10:01:00, 2 min before: it "
                        + "takes 150 s away, and 74 m beyond the edge"
                ),
                (
                    [(0, -300), (60, 300), (115, -300)], "enter",
                    "nothing was told at 2026-05-01 10:01:55 UTC: the device passed through the "
                        + "200 m around Café, but had been there until 10:00:50, 65 s before: it "
                        + "takes 150 s away, and 74 m beyond the edge"
                ),
                (
                    [(0, -300), (60, 300)], "enter",
                    "enter was told at 2026-05-01 10:00:10 UTC: the straight way from the fix "
                        + "before led surely through the 200 m around Café, 0.0 m from the centre "
                        + "at the nearest"
                ),
                (
                    [(0, -300), (60, 300)], "enter,exit",
                    "enter and exit were told at 2026-05-01 10:00:10 UTC: the straight way from "
                        + "the fix before led surely through the 200 m around Café, 0.0 m from the "
                        + "centre at the nearest"
                ),
                (
                    [(0, 600), (60, 100), (70, 100), (400, 260)], "exit",
                    "exit was told at 2026-05-01 10:06:40 UTC: after a time without fixes, one "
                        + "was surely outside the 200 m around Café, 260.0 m from the centre"
                ),
                (
                    [(0, 600), (60, 100), (70, 100), (80, 700)], "exit",
                    "exit was told at 2026-05-01 10:01:20 UTC: the fix was 700.0 m from the "
                        + "centre of Café, so far outside its 200 m that one is enough"
                ),
                (
                    (0...6).map { (60 * $0, 100) }, "dwell",
                    "dwell was told at 2026-05-01 10:05:00 UTC: the device had been in the 200 m "
                        + "around Café since 10:00:00"
                ),
                (
                    [(0, 4000), (10, 100), (20, 4000)], "enter",
                    "nothing was told of Café: 1 fix in the 200 m around Café was dropped: "
                        + "jumped; the nearest, at 2026-05-01 10:00:10 UTC, was 100.0 m from the "
                        + "centre"
                ),
            ] as [([(Int, Double)], String, String)])
        func `a sentence explains a way past a café`(
            way: [(seconds: Int, metres: Double)], transitions: String, sentence: String
        ) async throws {
            let workshop = Workshop()
            let points = way.map { seconds, metres in
                let (minute, second) = (100 + seconds / 60, 100 + seconds % 60)
                return """
                    <trkpt lat="0" lon="\(4.9 + metres / 111_319.490793)"><hdop>2</hdop>\
                    <time>2026-05-01T10:\("\(minute)".dropFirst()):\("\(second)".dropFirst())Z</time>\
                    </trkpt>
                    """
            }
            let trace = try workshop.write(
                "way.gpx", "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
            let regions = try workshop.write(
                "cafe.geojson",
                """
                {"type":"FeatureCollection","features":[{"type":"Feature","id":"cafe",
                "properties":{"name":"Café"},"geometry":{"type":"Point","coordinates":[4.9,0]}}]}
                """)
            let finished = try await run(
                .geofencectl,
                [
                    "replay", trace, "--regions", regions, "--transitions", transitions,
                    "--explain", "cafe",
                ])
            #expect(finished.status == 0)
            #expect(finished.lines.last { !$0.hasPrefix(" ") && !$0.hasPrefix(">") } == sentence)
        }

        @Test(arguments: [
            (
                "starbucks",
                "'starbucks': 2 regions are called so: name one by its id: "
                    + "favourite/starbucks-centraal (Starbucks Centraal), "
                    + "favourite/starbucks-leidsestraat (Starbucks Leidsestraat)"
            ),
            (
                "starbuks",
                "'starbuks': there is no region of that id or name on the way: did you mean "
                    + "Starbucks Centraal or Starbucks Leidsestraat?"
            ),
            (
                "nowhere@nine",
                "'nowhere@nine': there is no region of that id or name on the way: name one that "
                    + "the device came near to"
            ),
        ])
        func `a region that is not to be found is one line`(
            region: String, message: String
        ) async throws {
            #expect(
                try await explain(region)
                    == Finished(status: 1, output: "", errors: "Error: \(message)\n"))
        }

        @Test(arguments: ["25:00", "9:61", "2026-02-30", "2026-05-01 25:00"])
        func `a time that is none is told as such, and not the region`(time: String) async throws {
            for command in [
                ["explain", "home@\(time)"], ["replay", "x.gpx", "--explain", "home@\(time)"],
            ] {
                let finished = try await run(.geofencectl, command)
                #expect(finished.status == 64)
                #expect(finished.errors.has("': '\(time)' is not a time: write it as in 18:00, "))
            }
        }

        @Test func `a trace that cannot be read is one line`() async throws {
            let finished = try await run(
                .geofencectl, ["replay", "missing.gpx", "--explain", "x"])
            #expect(finished.status == 1)
            #expect(
                finished.errors.hasSuffix(
                    "Error: missing.gpx: cannot be opened: no such file or directory\n"))
        }

        @Test func `each visit has a table of its own`() async throws {
            let finished = try await explain("hema", "--transitions", "enter,exit")
            let sentences = finished.lines.filter { $0.has(" was told at ") }
            #expect(sentences.count == 2)
            #expect(finished.lines.filter { $0.hasPrefix(">  ") }.count == 2)
            #expect(finished.output.has("\n\nexit was told at "))
        }

        @Test func `the daemon explains as a replay does, by number and by name`() async throws {
            let workshop = Workshop()
            try workshop.configure(transitions: "\"enter\"")
            let socket = ["--socket", workshop.control]
            let replayed = try await explain("deal/1").lines
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                for what in ["2", "deal/1", "canal cruise", "deal/1@2026-05-01T10:01:30Z"] {
                    let finished = try await run(.geofencectl, ["explain", what] + socket)
                    #expect(finished.status == 0)
                    #expect(finished.lines.first == "notice 2: \(replayed[0])")
                    #expect(finished.lines.dropFirst() == replayed.dropFirst())
                }
                let json = try await run(.geofencectl, ["explain", "2", "--json"] + socket)
                #expect(json.lines.count == 1)
                #expect(json.output.hasPrefix(#"{"region":{"id":"deal/1","kind":"deal","name":"#))
                for (what, message) in [
                    ("99", "sequence: there is no notice 99: they are from 1 to 8"),
                    (
                        "deal/1@2026-05-01T09:00Z",
                        "time: 2026-05-01T09:00:00.000Z is too long ago: fixes are kept in memory, "
                            + "since 2026-05-01T10:00:00.000Z"
                    ),
                    (
                        "starbuks",
                        "region: 'starbuks': there is no region of that id or name on the way: did "
                            + "you mean Starbucks Centraal or Starbucks Leidsestraat?"
                    ),
                ] {
                    let finished = try await run(.geofencectl, ["explain", what] + socket)
                    #expect(finished.status == 1)
                    #expect(finished.errors.has(message))
                }
            }
            // What is kept is in memory only.
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace had been read")
                let finished = try await run(.geofencectl, ["explain", "2"] + socket)
                #expect(finished.status == 1)
                #expect(finished.errors.has("no fix has come since the daemon was started"))
            }
        }
    }
}
