import Glibc
import Posix
import SystemPackage
import Testing

private let hasDesktop = [
    "/usr/bin/dbus-run-session", "/usr/bin/notify-send", "/usr/bin/gdbus",
    "/usr/lib/python3/dist-packages/dbus/__init__.py",
    "/usr/lib/python3/dist-packages/gi/__init__.py",
].allSatisfy { InputFile.exists($0) }

extension SystemTests {
    /// With a session bus of their own, a desktop on it, and a browser that writes down what it is
    /// to show.
    @Suite(
        .enabled(
            if: hasDesktop,
            "dbus, libnotify-bin, python3-dbus or python3-gi is missing"))
    struct DesktopTests {
        private let workshop = Workshop()

        /// Runs `listen --desktop` with `options` under a desktop on which somebody chooses
        /// `actions`, and `meanwhile` beside it.
        private func listen(
            _ options: String, choosing actions: String = "visit", meanwhile: String = ""
        ) async throws -> Finished {
            let script = """
                /usr/bin/python3 \(Repository.root)/Tests/SystemTests/Files/notification-daemon.py \
                    \(workshop.file("shown")) \(actions) &
                desktop=$!
                until gdbus introspect --session --dest org.freedesktop.Notifications \
                    --object-path /org/freedesktop/Notifications; do sleep 0.05; done >/dev/null 2>&1
                geofencectl listen --desktop --socket \(workshop.socket) \
                    --gateway-socket \(workshop.file("gateway.sock")) \(options) \
                    >\(workshop.file("output")) 2>\(workshop.file("errors")) &
                listener=$!
                \(meanwhile)
                wait $listener
                status=$?
                kill $desktop
                exit $status
                """
            try workshop.write("script", script)
            return try await shell(
                "PATH=\(workshop.path):$PATH exec dbus-run-session -- sh \(workshop.file("script"))"
            )
        }

        private func lines(_ name: String) throws -> [String] {
            String(
                decoding: try InputFile.contents(of: workshop.file(name), limit: 1 << 20),
                as: UTF8.self
            ).lines
        }

        @Test func `a stay is one notification, from the enter to the exit`() async throws {
            try workshop.configure(transitions: "\"enter\", \"exit\"")
            try await withDaemon(workshop) { _ in
                let finished = try await listen("--after 0 --kind favourite --count 4")
                #expect(finished.status == 0)
            }
            #expect(try lines("errors") == [])
            #expect(try lines("output").count == 4)
            let shown = try lines("shown")
            #expect(
                shown.map {
                    "\($0.between("\"id\": ", ",") ?? "?") \($0.between("\"title\": \"", "\"") ?? "?")"
                }
                    == [
                        "1 Starbucks Centraal", "1 Starbucks Centraal", "2 Albert Heijn Dam",
                        "2 Albert Heijn Dam",
                    ])
            #expect(shown[0].has("67 m away · already there · Stationsplein 33"))
            #expect(shown[1].has("left · after 2 min"))
        }

        @Test func `one place at one moment is one notification, and what is late is none`()
            async throws
        {
            let daemon = try LocalServer(path: workshop.socket)
            let notices = [
                ToldNotice(number: 1, kind: "favourite", name: "Café Dam"),
                ToldNotice(number: 2, kind: "deal", name: "Pie"),
                ToldNotice(number: 3, kind: "deal", name: "Old", second: 1, late: 601),
                ToldNotice(number: 4, kind: "deal", name: "Tea", second: 2, late: 599),
                ToldNotice(number: 5, device: "anna", kind: "deal", name: "Tea", second: 2),
            ]
            async let listening = listen("--after 0 --count 5 --all-devices")
            let guest = try await daemon.accept()
            guest.send("{\"resumed\":0,\"log\":\"abc\"}\n" + notices.map(\.line).joined())
            #expect(try await listening.status == 0)
            #expect(try lines("output").count == 5)
            let shown = try lines("shown")
            #expect(
                shown.map { $0.between("\"title\": \"", "\"") } == ["Café Dam", "Tea", "Tea"])
            #expect(shown[0].has("67 m away · desk · Dam 1\\ndeal Pie: 67 m away · desk · Dam 1"))
        }

        @Test func `a deal's website can be opened from it, and nothing else`() async throws {
            try workshop.configure(
                regions: try workshop.write(
                    "deals.geojson",
                    #"{"type":"FeatureCollection","features":["#
                        + [
                            // So far apart that they are two places.
                            ("a", 4.9003, "https://example.org/?a=1&b='$(x)'"),
                            ("b", 4.9009, "file:///etc/passwd"),
                        ]
                        .map { id, longitude, website in
                            #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":"#
                                + #"[\#(longitude),52.3789]},"properties":{"name":"<b>\#(id) & co</b>","#
                                + #""kind":"deal","website":"\#(website)"}}"#
                        }.joined(separator: ",") + "]}"),
                transitions: "\"enter\"")
            try await workshop.program(
                "xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$@\" >>\(workshop.file("opened"))\n")
            try await withDaemon(workshop) { _ in
                _ = try await listen(
                    "--after 0",
                    meanwhile: """
                        until test -s \(workshop.file("opened")) &&
                            grep -q "<b>b" \(workshop.file("shown")); do sleep 0.05; done
                        kill $listener
                        """)
            }
            #expect(try lines("opened") == ["https://example.org/?a=1&b='$(x)'"])
            let shown = try lines("shown")
            #expect(shown[0].has(#""title": "<b>a & co</b>""#))
            #expect(shown[0].has(#""actions": ["route", "Route", "visit", "Website"]"#))
            #expect(shown[1].has(#""actions": ["route", "Route"]"#))
        }

        /// Does without the programs that the machine may have for maps.
        private func maps(_ status: Int) async throws {
            try await workshop.program(
                "xdg-open",
                "#!/bin/sh\nprintf '%s\\n' \"$@\" >>\(workshop.file("opened"))\nexit \(status)\n")
        }

        /// Waits until so many notifications were shown, and ends the listener.
        private func until(_ count: Int, _ condition: String = "true") -> String {
            """
            until test "$(wc -l <\(workshop.file("shown")))" -ge \(count) && \(condition)
            do sleep 0.05; done 2>/dev/null
            kill $listener
            """
        }

        private func isShown(_ text: String) -> String {
            "grep -q '\(text)' \(workshop.file("shown"))"
        }

        @Test func `one that nobody chooses from holds up no other`() async throws {
            try workshop.configure(transitions: "\"enter\"")
            try await withDaemon(workshop) { _ in
                let finished = try await listen(
                    "--after 0 --kind favourite --count 2", choosing: "")
                #expect(finished.status == 0)
            }
            #expect(try lines("shown").count == 2)
        }

        @Test func `the way there opens in the program for maps`() async throws {
            try workshop.configure()
            try await maps(0)
            try await withDaemon(workshop) { _ in
                _ = try await listen(
                    "--after 0 --kind favourite --transitions enter", choosing: "route",
                    // Both are opened, each by a process of its own.
                    meanwhile: until(2, "grep -q geo:52.378600 \(workshop.file("opened"))"))
            }
            #expect(try lines("opened").contains("geo:52.378600,4.900300"))
        }

        @Test func `without one, the notification has the position`() async throws {
            try workshop.configure()
            try await maps(3)
            try await withDaemon(workshop) { _ in
                _ = try await listen(
                    "--after 0 --kind favourite --transitions enter", choosing: "route",
                    meanwhile: until(4, isShown("no program opens geo:52.378600")))
            }
            #expect(
                try lines("shown").contains {
                    $0.has("no program opens geo:52.378600,4.900300: install one for maps")
                })
        }

        @Test func `it is explained why it was told`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { _ in
                _ = try await listen(
                    "--after 0 --kind favourite --transitions enter --config "
                        + workshop.file("geofenced.toml"),
                    choosing: "explain", meanwhile: until(4, isShown("the first fix was")))
            }
            let shown = try lines("shown")
            #expect(shown[0].has(#""actions": ["route", "Route", "explain", "Explain""#))
            #expect(
                shown.contains {
                    $0.has("the first fix was in the 200 m around Starbucks Centraal already")
                })
        }

        @Test func `not this one again is kept by the gateway, and holds here as well`()
            async throws
        {
            let gateway = try await Gateway(in: workshop)
            try workshop.configure(transitions: "\"enter\"")
            try await withDaemon(workshop) { _ in
                try await gateway.run { _ in
                    let opened = try await run(
                        .geofencectl, ["page", "--print", "--gateway-socket", gateway.socket])
                    #expect(opened.status == 0)
                    let options = "--after 0 --kind favourite --transitions enter"
                    // Four, and what is said of each.
                    _ = try await listen(options, choosing: "mute", meanwhile: until(8))
                    let first = try lines("shown")
                    #expect(first[0].has(#""mute", "Not this one again""#))
                    #expect(first.contains { $0.has("You will not be told of this again.") })
                    // What was muted comes no more, until that is undone.
                    let second = try await listen(options + " --count 2")
                    #expect(second.status == 0)
                    #expect(try lines("shown").count == first.count)
                }
            }
        }

        @Test func `without a desktop it says so, and goes on`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { _ in
                let finished = try await run(
                    .geofencectl,
                    [
                        "listen", "--desktop", "--socket", workshop.socket, "--after", "0",
                        "--count", "2",
                    ],
                    environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nothing"])
                #expect(finished.status == 0)
                #expect(finished.lines.count == 2)
                #expect(
                    finished.errors.lines
                        == Array(
                            repeating: "--desktop: notify-send: Could not connect: No such file "
                                + "or directory", count: 2))
            }
        }

        @Test func `without notify-send it does not begin`() async throws {
            try workshop.configure()
            let finished = try await run(
                .geofencectl, ["listen", "--desktop", "--socket", workshop.socket],
                environment: ["PATH": workshop.path])
            #expect(finished.status == 1)
            #expect(finished.errors.has("notify-send is not installed: install libnotify-bin"))
        }
    }
}
