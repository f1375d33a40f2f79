import Glibc
import Posix
import Subprocess
import SystemPackage
import Testing

extension SystemTests {
    struct ListenTests {
        private let workshop = Workshop()

        @Test func `it waits for a daemon that is not there yet, and hears its first notice`()
            async throws
        {
            try workshop.configure()
            let status = try await with(
                .geofencectl, ["listen", "--socket", workshop.socket, "--count", "3"]
            ) { listen in
                #expect(
                    try await listen.message() == "waiting for geofenced at \(workshop.socket)")
                try await withDaemon(workshop) { _ in
                    let lines = try await listen.lines(3)
                    #expect(lines.first?.has("Starbucks Centraal") == true)
                    let end = try await listen.line()
                    #expect(end == nil)
                }
            }
            #expect(status == 0)
        }

        @Test(arguments: ["./tel", "no-such-program-here -x", "/dev/null"])
        func `a command that is not there is told before a notice is lost`(command: String)
            async throws
        {
            let cursor = try workshop.write("cursor", #"{"after":3}"#)
            let finished = try await run(
                .geofencectl,
                ["listen", "--socket", workshop.socket, "--cursor-file", cursor, "--exec", command])
            #expect(finished.status == 64)
            let program = command.split(separator: " ")[0]
            #expect(finished.errors.has("--exec: '\(program)' is not there, or cannot be run"))
            #expect(try text(of: cursor) == #"{"after":3}"#)
        }

        @Test(arguments: [
            ("favorite", "'favorite' is not known: did you mean favourite?"),
            ("foo", "'foo' is not known: use deal, favourite, watch"),
        ])
        func `a kind that there is not is refused`(kind: String, message: String) async throws {
            // Without a file of regions, which may have others.
            let file = try workshop.write(
                "geofenced.toml",
                """
                source = "nmea:\(Repository.walk)"
                at_end = "wait"
                state_directory = "\(workshop.state)"
                control.socket = "\(workshop.control)"
                notifications.socket = "\(workshop.socket)"
                """)
            try await withDaemon(workshop) { _ in
                for command in ["history", "listen"] {
                    let finished = try await run(
                        .geofencectl, [command, "--kind", kind, "--config", file])
                    #expect(finished.status == 64)
                    #expect(finished.errors.hasPrefix("Error: --kind: \(message)\n"))
                }
                let known = try await run(
                    .geofencectl, ["history", "--kind", "watch", "--config", file])
                #expect(known.status == 0)
            }
        }

        @Test func `a kind that only a file of regions may have is asked about`() async throws {
            let file = try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let finished = try await run(
                    .geofencectl, ["history", "--kind", "favorite", "--config", file])
                #expect(finished.status == 0)
                #expect(
                    finished.errors.hasPrefix(
                        "--kind: 'favorite' is not known: did you mean favourite?\n"))
            }
        }

        @Test func `it finds the socket in the configuration`() async throws {
            let file = try workshop.configure()
            try await withDaemon(workshop) { _ in
                let finished = try await run(
                    .geofencectl, ["listen", "--config", file, "--after", "0", "--count", "1"])
                #expect(
                    finished
                        == Finished(
                            status: 0,
                            output: "2026-05-01 10:00:00 UTC  enter  favourite  Starbucks Centraal"
                                + "              67 m  already there · Stationsplein 33 · "
                                + "Mo-Su 06:30-21:00\n",
                            errors: ""))
            }
        }

        @Test(arguments: [
            (["--count", "17"], 17), (["--kind", "deal", "--count", "9"], 9),
            (["--kind", "deal", "--kind", "favourite", "--count", "17"], 17),
            (["--transitions", "dwell", "--count", "3"], 3),
            (["--transitions", "enter,exit", "--kind", "favourite", "--count", "7"], 7),
            (["--after", "10", "--count", "7"], 7),
        ])
        func `it prints what was asked for, as in a replay`(options: [String], count: Int)
            async throws
        {
            try workshop.configure()
            let replay = try await run(
                .geofencectl,
                [
                    "replay", Repository.walk, "--regions", Repository.walkRegions,
                    "--transitions", "enter,exit,dwell",
                ])
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let after = options.contains("--after") ? [] : ["--after", "0"]
                let finished = try await run(
                    .geofencectl, ["listen", "--socket", workshop.socket] + after + options)
                #expect(finished.status == 0)
                #expect(finished.errors == "")
                #expect(finished.lines.count == count)
                #expect(finished.lines.allSatisfy(replay.lines.contains))
            }
        }

        @Test func `JSON is passed on as it comes`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let plain = try Listener(workshop, asks: #"{"after":0}"#)
                let expected = try await plain.lines(18).suffix(17)
                let finished = try await run(
                    .geofencectl,
                    ["listen", "--json", "--after", "0", "--count", "17"]
                        + ["--socket", workshop.socket])
                #expect(finished.lines == Array(expected))
            }
        }

        @Test func `a place ahead of the log is an error`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let finished = try await run(
                    .geofencectl, ["listen", "--after", "99", "--socket", workshop.socket])
                #expect(
                    finished
                        == Finished(
                            status: 1, output: "",
                            errors: "Error: geofenced refuses: after: is ahead of the log, "
                                + "whose last number is 17\n"))
            }
        }

        @Test func `a command gets the notice, and no shell sees it`() async throws {
            let name = "$(touch \(workshop.file("x"))); rm -rf `id` \"'*"
            let quoted = name.split(separator: "\"", omittingEmptySubsequences: false).joined(
                separator: "\\\"")
            let regions = try workshop.write(
                "regions.geojson",
                """
                {"type":"FeatureCollection","features":[{"type":"Feature","id":"deal/1; x",
                "properties":{"name":"\(quoted)","kind":"deal"},
                "geometry":{"type":"Point","coordinates":[4.9003,52.3786]}}]}
                """)
            try workshop.configure(regions: regions, transitions: "\"enter\"")
            let script = try workshop.write(
                "script",
                """
                for name in TYPE KIND NAME ID TIME DISTANCE
                do eval "printf '%s=%s\\n' $name \\"\\$GEOFENCE_$name\\""
                done
                printf '%s|' "$@"
                echo
                cat
                """)
            try await withDaemon(workshop) { daemon in
                let finished = try await run(
                    .geofencectl,
                    [
                        "listen", "--socket", workshop.socket, "--after", "0", "--count", "1",
                        "--json", "--exec", "sh \(script) 'a  b'\"c\" \"\" ; $HOME",
                    ])
                #expect(finished.status == 0)
                #expect(finished.errors == "")
                let notice = try #require(finished.lines.first)
                #expect(
                    finished.lines.dropFirst() == [
                        "TYPE=enter", "KIND=deal", "NAME=\(name)", "ID=deal/1; x",
                        "TIME=2026-05-01T10:00:00.000Z", "DISTANCE=67.4", "a  bc||;|$HOME|",
                        notice,
                    ])
            }
            #expect(!workshop.names.contains("x"))
        }

        @Test func `a command runs also for a name that no variable can hold`() async throws {
            let long = String(repeating: "é", count: 200_000)
            let regions = try workshop.write(
                "regions.geojson",
                """
                {"type":"FeatureCollection","features":[{"type":"Feature","id":"deal/1\\u0000x",
                "properties":{"name":"ab\\u0000\(long)","kind":"de\\u0000al"},
                "geometry":{"type":"Point","coordinates":[4.9003,52.3786]}}]}
                """)
            try workshop.configure(regions: regions, transitions: "\"enter\"")
            let script = try workshop.write(
                "script", #"printf '%s\n' "$GEOFENCE_ID" "$GEOFENCE_KIND" "$GEOFENCE_NAME"; cat"#)
            try await withDaemon(workshop) { daemon in
                let finished = try await run(
                    .geofencectl,
                    [
                        "listen", "--socket", workshop.socket, "--after", "0", "--count", "1",
                        "--json", "--exec", "sh \(script)",
                    ])
                #expect(finished.errors == "")
                let lines = finished.lines
                #expect(lines.count == 5)
                #expect(lines.dropFirst().prefix(2) == [#"deal/1\u{0}x"#, #"de\u{0}al"#])
                // Seven bytes of 32768, and each letter takes two.
                let name = #"ab\u{0}"# + String(repeating: "é", count: 16_380) + "…"
                #expect(lines.dropFirst(3).first == name)
                #expect(lines.last == lines.first)
                #expect(lines.last?.has(long) == true)
            }
        }

        @Test(arguments: [
            ("false", "false: ended with status 1"),
            ("sh -c 'kill -9 $$'", "sh: was ended: "),
        ])
        func `a command that fails is told, and the next notice comes`(
            command: String, message: String
        ) async throws {
            try workshop.configure()
            try await withDaemon(workshop) { _ in
                let finished = try await run(
                    .geofencectl,
                    [
                        "listen", "--socket", workshop.socket, "--after", "0", "--count", "2",
                        "--exec", command,
                    ])
                #expect(finished.status == 0)
                #expect(finished.lines.count == 2)
                #expect(finished.errors.lines.count == 2)
                for line in finished.errors.lines { #expect(line.hasPrefix(message)) }
            }
        }

        @Test func `after a restart it goes on with what the new daemon tells`() async throws {
            try workshop.configure()
            try await with(
                .geofencectl, ["listen", "--json", "--socket", workshop.socket, "--after", "0"]
            ) { listen in
                // Where the walk ends, two exits are due before it begins again.
                for told in [1...17, 18...36, 37...55] {
                    try await withDaemon(workshop, ["--from-start"]) { _ in
                        let numbers = try await listen.lines(told.count).map {
                            $0.between(#""sequence":""#, "\"").flatMap { Int($0) }
                        }
                        #expect(numbers == Array(told))
                    }
                    _ = try await listen.message(with: "waiting for geofenced")
                }
                try listen.send(.terminate)
            }
        }

        @Test func `it ends quietly when its reader goes away`() async throws {
            try workshop.configure(atEnd: "loop")
            try await withDaemon(workshop) { _ in
                let finished = try await shell(
                    "geofencectl listen --socket \(workshop.socket) --after 0 | head -1; echo end")
                #expect(finished.lines.count == 2)
                #expect(finished.errors == "")
            }
        }

        @Test func `whoever else answers at the socket is no daemon`() async throws {
            let path = try SocketPath(workshop.socket)
            let server = FileDescriptor(rawValue: try path.listen())
            try await with(.geofencectl, ["listen", "--socket", workshop.socket]) { listen in
                let client = FileDescriptor(rawValue: accept(server))
                try client.closeAfter { _ = try client.writeAll("220 mail.example ESMTP\n".utf8) }
                #expect(
                    try await listen.message()
                        == "Error: \(path): whoever listens there is not geofenced")
            }
            try server.close()
        }
    }

    struct DemoTests {
        @Test func `the demo runs to its end and leaves nothing behind`() async throws {
            let workshop = Workshop()
            let finished = try await shell(
                "\(Repository.root)/scripts/demo \(Program.folder)",
                environment: ["TMPDIR": workshop.path, "DEMO_SPEED": "2000"])
            #expect(finished.status == 0)
            #expect(finished.lines.count { $0.has("  enter  ") } == 8)
            #expect(finished.lines.count { $0.has("  exit   ") } == 6)
            #expect(workshop.names == [])
        }
    }
}

private func accept(_ server: FileDescriptor) -> Int32 {
    Glibc.accept(server.rawValue, nil, nil)
}
