import Geofencing
import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// The log of notices as its users see it.
    struct LogTests {
        private let workshop = Workshop()
        private let file: String

        init() throws {
            file = try workshop.configure()
        }

        /// Follows the walk to its end.
        private func walk(_ arguments: [String] = []) async throws {
            try await withDaemon(workshop, arguments) { daemon in
                _ = try await daemon.message(with: "the trace has")
            }
        }

        private func history(_ arguments: String...) async throws -> Finished {
            let database = workshop.state + "/notifications.sqlite"
            return try await run(
                .geofencectl, ["history", "--database", database] + arguments)
        }

        @Test func `a trace that was read to its end is not told twice`() async throws {
            try await walk()
            try await withDaemon(workshop) { daemon in
                let line = try await daemon.message(with: "the trace had been read to its end")
                #expect(line.has("again=geofenced --from-start"))
                let listener = try Listener(workshop, asks: #"{"after":16}"#)
                #expect(try await listener.lines(2).first?.hasPrefix(#"{"resumed":16"#) == true)
            }
            try await walk(["--from-start"])
            #expect(try await history("--json").lines.count == 36)
        }

        @Test func `another trace under the same name begins at its beginning`() async throws {
            let trace = try workshop.write("walk.nmea", text(of: Repository.walk))
            try workshop.configure(source: "nmea:\(trace)")
            try await walk()
            let all = try text(of: Repository.walk).utf8
            try workshop.write(
                "walk.nmea", String(decoding: all.dropFirst(all.count / 10), as: UTF8.self))
            try await walk()
            #expect(try await history("--json").lines.count > 25)
        }

        @Test func `a trace that has grown is read on`() async throws {
            let all = try text(of: Repository.walk)
            let half = all.utf8.prefix(all.utf8.count / 2)
            let trace = try workshop.write("walk.nmea", String(half)!)
            try workshop.configure(source: "nmea:\(trace)")
            try await walk()
            let before = try await history("--json").lines.count
            #expect((5..<17).contains(before))
            try workshop.write("walk.nmea", all)
            try await walk()
            #expect(try await history("--json").lines.count == 17)
        }

        @Test func `history tells what listeners were told, with and without the daemon`()
            async throws
        {
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let told = try await run(
                    .geofencectl,
                    [
                        "listen", "--socket", workshop.socket, "--after", "0", "--count", "17",
                        "--json",
                    ])
                let asked = try await run(
                    .geofencectl, ["history", "--socket", workshop.control, "--json"])
                #expect(asked == told)
                #expect(try await history("--json") == told)
            }
        }

        @Test(
            arguments: [
                (["--kind", "deal"], 9), (["--transitions", "dwell"], 3), (["--limit", "5"], 5),
                (["--since", "2026-05-01 10:20"], 7), (["--until", "2026-05-01T10:20Z"], 10),
                (
                    [
                        "--since", "2026-05-01 10:06", "--until", "2026-05-01 10:20", "--kind",
                        "deal",
                    ],
                    4
                ),
                (["--since", "tomorrow"], 0),
            ] as [([String], Int)])
        func `history is narrowed by time, kind and transition`(
            options: [String], count: Int
        ) async throws {
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let asked = try await run(
                    .geofencectl, ["history", "--socket", workshop.control] + options)
                #expect(asked.status == 0)
                #expect(asked.lines.count == count)
                let said = asked.errors.lines
                #expect(said.contains("no such notices are kept") == (count == 0))
                #expect(said.contains { $0.hasPrefix("since") } == options.contains("--since"))
                #expect(said.contains { $0.has("until ") } == options.contains("--until"))
            }
        }

        @Test func `visits are told with their length`() async throws {
            try await walk()
            let lines = try await history("--visits", "--kind", "favourite").lines
            #expect(
                lines.prefix(2) == [
                    "enter                    exit      for  kind       name",
                    "2026-05-01 10:00:00 UTC  10:02   2 min  favourite  Starbucks Centraal",
                ])
            #expect(lines.last?.has("  –  ") == true)
        }

        @Test func `visits have ends although nobody is told of exits`() async throws {
            let visits = ["--visits", "--json", "--kind", "favourite"]
            try await walk()
            let ended = try await history("--visits", "--json", "--kind", "favourite").lines
            let silent = Workshop()
            try silent.configure(transitions: "\"enter\"")
            try await withDaemon(silent) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let socket = ["--socket", silent.control]
                func asked(_ options: [String]) async throws -> Finished {
                    try await run(.geofencectl, ["history"] + options + socket)
                }
                #expect(try await asked(visits).lines == ended)
                #expect(try await asked(["--visits"]).errors == "")
                // They are no notices.
                for options in [["--json"], ["--json", "--transitions", "enter,exit"]] {
                    let lines = try await asked(options).lines
                    #expect(lines.count > 3)
                    #expect(lines.allSatisfy { $0.has("geofence.enter") })
                    #expect(
                        lines.compactMap { $0.between(#""sequence":""#, "\"").flatMap { Int($0) } }
                            == Array(1...lines.count))
                }
            }
            let file = ["--database", silent.state + "/notifications.sqlite"]
            let read = try await run(.geofencectl, ["history"] + visits + file)
            #expect(read.lines == ended)
        }

        @Test func `a visit is as long as its exit says, also in JSON`() async throws {
            try await walk()
            let exits = try await history("--json", "--transitions", "exit").lines
            let stays = exits.compactMap { line in
                line.between(#""stay":"#, ",") ?? line.between(#""stay":"#, "}")
            }
            let visits = try await history("--visits", "--json").lines
            let left = visits.filter { $0.has(#""left":""#) }
            #expect(stays.count > 3)
            #expect(
                left.compactMap { $0.between(#""seconds":"#, "}") }.sorted() == stays.sorted())
            #expect(
                visits.first
                    == #"{"device":"\#(DeviceID(fitting: hostName()))","region":"favourite/starbucks-centraal","kind":"favourite","name":"Starbucks Centraal","#
                    + #""entered":"2026-05-01T10:00:00.000Z","left":"2026-05-01T10:02:08.000Z","seconds":128}"#
            )
            #expect(visits.last?.has("left") == false)
            #expect(visits.last?.has("seconds") == false)
        }

        @Test func `a listener keeps its place in a file`() async throws {
            let cursor = workshop.file("cursor")
            func listen(_ count: Int, _ more: String...) async throws -> [String] {
                try await run(
                    .geofencectl,
                    [
                        "listen", "--socket", workshop.socket, "--cursor-file", cursor, "--json",
                        "--count", "\(count)",
                    ] + more
                ).lines.compactMap { $0.between(#""sequence":""#, "\"") }
            }
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                #expect(try await listen(3, "--after", "0").compactMap { Int($0) } == [1, 2, 3])
                #expect(try await listen(2).compactMap { Int($0) } == [4, 5])
                #expect(try text(of: cursor).hasPrefix(#"{"after":5,"log":""#))
            }
            try await withDaemon(workshop) { (_) async throws in
                #expect(try await listen(2).compactMap { Int($0) } == [6, 7])
            }
            try workshop.write("cursor", "{\"after\":")
            let broken = try await run(
                .geofencectl, ["listen", "--socket", workshop.socket, "--cursor-file", cursor])
            #expect(
                broken
                    == Finished(
                        status: 1, output: "",
                        errors: "Error: \(cursor): is not a place in the notices, as in "
                            + "{\"after\":41}: remove it to begin now\n"))
        }

        @Test func `a listener without a notice yet misses none over a restart`() async throws {
            try await walk()
            let cursor = workshop.file("cursor")
            let before = workshop.names
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace had been read")
                try await with(
                    .geofencectl,
                    ["listen", "--socket", workshop.socket, "--cursor-file", cursor]
                ) { listen in
                    // Its place is known as soon as the daemon has said it.
                    try await eventually(workshop.names) { $0.contains("cursor") }
                    try listen.send(.kill)
                }
            }
            #expect(before != workshop.names)
            try await walk(["--from-start"])
            try await withDaemon(workshop) { _ in
                let finished = try await run(
                    .geofencectl,
                    [
                        "listen", "--socket", workshop.socket, "--cursor-file", cursor, "--json",
                        "--count", "1",
                    ])
                #expect(finished.lines.first?.has(#""sequence":"00000000000000000018""#) == true)
            }
        }

        @Test func `what cannot be written waits, and status says so`() async throws {
            for _ in 0..<8 { try await walk(["--from-start"]) }
            try workshop.configure(atEnd: "loop", speed: "30000")
            // The database is larger already: neither it nor the files beside it may grow.
            // Nor may the thread sanitizer's own, which it does without where there is no TMPDIR.
            let status = try await withShell(
                "ulimit -f 100; TMPDIR=/nonexistent exec \"$1\" --config \"$2\"",
                ["\(Program.folder)/geofenced", file]
            ) { daemon in
                let line = try await daemon.message(with: "notices cannot be written")
                #expect(line.has("notifications.sqlite: cannot be read or written: "))
                let status = try await run(
                    .geofencectl, ["status", "--socket", workshop.control])
                #expect(
                    status.lines.last?.has("wait to be written: \(workshop.state)/") == true)
                try daemon.send(.terminate)
                _ = try await daemon.message(with: "notices were not written")
            }
            #expect(status == 0)
            // What was not written was not told, and is judged again.
            try await withDaemon(workshop) { _ in
                let listener = ResumingListener(workshop)
                defer { listener.stop() }
                let count = try await history("--json").lines.count
                try await eventually(listener.lines) { $0.count > count + 20 }
                #expect(listener.faults == [])
            }
        }

        @Test func `of two daemons, the second says which process has the directory`()
            async throws
        {
            try await withDaemon(workshop) { daemon in
                let second = try await run(.geofenced, ["--config", file])
                #expect(second.status == 1)
                #expect(second.errors.has("process \(daemon.identifier) uses it"))
            }
        }
    }
}
