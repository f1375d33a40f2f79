import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// What a listener says before it waits.
    struct AnnouncementTests {
        private let workshop = Workshop()

        /// `doubt`: what is said before.
        private func listen(
            _ options: String..., after doubt: String? = nil, body: (String?) throws -> Void
        ) async throws {
            try await with(
                .geofencectl,
                ["listen", "--config", workshop.file("geofenced.toml")] + options
            ) { listen in
                if let doubt { #expect(try await listen.message() == doubt) }
                try body(try await listen.message())
                try listen.send(.terminate)
            }
        }

        @Test func `a listener says what is watched, and how far that is`() async throws {
            try workshop.configure(source: "simulate:\(try parked())")
            try await withDaemon(workshop, ["--speed", "1"]) { _ in
                try await eventuallyPlaced()
                try await listen {
                    #expect(
                        $0?.hasPrefix("listening: ") == true
                            && $0?.has(" regions are watched, the device is in ") == true
                            && $0?.has(", the nearest other is ") == true
                            && $0?.hasSuffix(" away") == true, "\($0 ?? "")")
                }
                let known = "is not known: use deal, favourite, watch"
                try await listen(
                    "--kind", "lighthouse", after: "--kind: 'lighthouse' \(known)"
                ) {
                    #expect($0 == "listening for lighthouses: nothing is near")
                }
                try await listen(
                    "--kind", "favourite", "--kind", "x", after: "--kind: 'x' \(known)"
                ) {
                    #expect($0?.hasPrefix("listening for favourites, xs: ") == true)
                }
                // A daemon's other socket is not known then.
                try await with(.geofencectl, ["listen", "--socket", workshop.socket]) { listen in
                    #expect(try await listen.message() == "listening")
                    try listen.send(.terminate)
                }
            }
        }

        @Test func `a listener says why nothing can come`() async throws {
            let none = try workshop.write(
                "none.geojson", #"{"type":"FeatureCollection","features":[]}"#)
            try workshop.configure(
                source: "simulate:\(try parked())", regions: none, transitions: "\"enter\"")
            try await withDaemon(workshop, ["--speed", "1"]) { _ in
                try await eventuallyPlaced()
                try await listen {
                    #expect(
                        $0 == "listening: nothing is near: add one with geofencectl favourites add "
                            + "or deals add")
                }
                try await listen("--kind", "deal", "--count", "1") {
                    #expect(
                        $0
                            == "listening for deals: nothing is near: add one with geofencectl deals "
                            + "add")
                }
                try await listen("--transitions", "exit,dwell") {
                    #expect(
                        $0 == "listening: the daemon tells only enter: set "
                            + "notifications.transitions in its configuration")
                }
                _ = try await run(
                    .geofencectl,
                    ["deals", "add", "--name", "Pie", "--company", "Dam", "--category", "food"]
                        + ["--at", "52.3786,4.9003", "--until", "+1h"]
                        + ["--config", workshop.file("geofenced.toml")])
                // The daemon looks up what is new at its next fix.
                try await eventuallyWatched(1)
                try await listen("--kind", "deal") {
                    #expect(
                        $0?.hasPrefix("listening for deals: nothing is on before 20") == true
                            && $0?.has("; the device's clock is 2026-05-01 ") == true
                            && $0?.hasSuffix("--now plays it as of now") == true, "\($0 ?? "")")
                }
            }
        }

        @Test func `a listener says that a trace has ended`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                try await listen {
                    #expect(
                        $0 == "listening: the trace has ended, so nothing comes: geofenced "
                            + "--from-start plays it again")
                }
            }
        }

        @Test
        func `standard output has notices only, and who asks for the past is told it at once`()
            async throws
        {
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await daemon.message(with: "the trace has ended")
                let finished = try await run(
                    .geofencectl,
                    ["listen", "--config", workshop.file("geofenced.toml")]
                        + ["--after", "0", "--count", "17", "--json"])
                #expect(finished.errors == "")
                #expect(finished.lines.allSatisfy { $0.hasPrefix("{") })
            }
        }

        /// A scenario of a day at the station.
        private func parked() throws -> String {
            try workshop.write(
                "parked.toml",
                "[[leg]]\nmode = 'parked'\nfrom = [52.3786, 4.9003]\nstop = 86400\nsky = 'open'\n")
        }

        private func status() async throws -> String {
            try await run(
                .geofencectl, ["status", "--json", "--config", workshop.file("geofenced.toml")]
            ).output
        }

        private func eventuallyPlaced() async throws {
            try await eventually(await status()) { !$0.has(#""position":null"#) }
        }

        private func eventuallyWatched(_ count: Int) async throws {
            try await eventually(await status()) { $0.has(#""loaded":\#(count)"#) }
        }
    }
}
