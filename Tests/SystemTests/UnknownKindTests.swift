import API
import Geofencing
import Glibc
import Interests
import Logging
import Notifications
import Places
import Positions
import Posix
import TestDoubles
import Testing

extension SystemTests {
    /// A kind of regions that geofencectl has never heard of, at a daemon that has it.
    struct UnknownKindTests {
        private let workshop = Workshop()

        /// Serves the two sockets of such a daemon while `body` runs.
        private func serving(
            _ body: @Sendable (_ walk: @Sendable () async throws -> Void) async throws -> Void
        ) async throws {
            let kinds = RegionKinds.all + [Lighthouse.self]
            let places = try PlaceDatabase(.file(workshop.file("places.sqlite")), kinds: kinds)
            let now = Timestamp(iso8601: "2026-05-01T12:00:00Z")!
            let notices = try NotificationLog(
                in: workshop.path, source: "/geofenced/test",
                device: DeviceID(fitting: hostName()), newLog: { LogID("abc") },
                now: { now }, uptime: { 0 })
            let tracker = Tracker(
                regions: PlaceRegions(places, kinds: kinds), journal: notices,
                keepsReports: true)
            let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let control = ControlAPI(
                places: places, kinds: kinds, tracker: tracker,
                fleet: Fleet(
                    Fleet.Settings(),
                    regions: SharedRegions(PlaceRegions(places, kinds: kinds), file: nil),
                    journal: notices, now: { now }, uptime: { 0 }),
                notices: notices,
                daemon: .init(version: "1.2.3", started: now, source: "nmea:walk"), now: { now }
            ).socket(descriptor: try SocketPath(workshop.control).listen(), log: log)
            let telling = NotificationSocket(
                notices, descriptor: try SocketPath(workshop.socket).listen())
            try await withThrowingTaskGroup { group in
                group.addTask { try await control.run() }
                group.addTask { try await telling.run() }
                defer { group.cancelAll() }
                try await body {
                    try await tracker.run(try await PositionSources.open(Repository.walk))
                }
            }
        }

        @Test func `its notices are told with all they say of it, everywhere`() async throws {
            try workshop.write(
                "notify-send",
                "#!/bin/sh\nprintf '%s\\n' \"$@\" >>\(workshop.file("shown"))\necho 1\n")
            chmod(workshop.file("notify-send"), 0o755)
            try await serving { (walk) async throws in
                let added = try await shell(
                    "geofencectl api /v1/lighthouses --field name=Centraal --field lat=52.3786 "
                        + "--field lon=4.9003 --field keeper=J --socket \(workshop.control)")
                #expect(added.status == 0 && added.output.has(#""lit":false"#), "\(added)")
                // A field that it has not.
                let wrong = try await shell(
                    "geofencectl api /v1/lighthouses --field nam=x --socket \(workshop.control)")
                #expect(wrong.errors == "Error: nam: is not known here: did you mean name?\n")
                try await walk()
                let told =
                    "2026-05-01 10:00:00 UTC  enter  lighthouse  Centraal                        67 m  "
                    + "already there · keeper: J · lit: no"
                let control = ["--socket", workshop.control]
                let listen = try await run(
                    .geofencectl,
                    [
                        "listen", "--after", "0", "--count", "1", "--socket", workshop.socket,
                        "--desktop",
                    ],
                    environment: ["PATH": "\(workshop.path):/usr/bin:/bin"])
                #expect(listen == Finished(status: 0, output: told + "\n", errors: ""))
                #expect(try text(of: workshop.file("shown")).has("keeper: J · lit: no"))
                let history = try await run(
                    .geofencectl, ["history", "--kind", "lighthouse"] + control)
                #expect(history.lines == [told])
                let regions = try await run(.geofencectl, ["regions"] + control)
                #expect(regions.output.has("lighthouse/1"))
                let status = try await run(.geofencectl, ["status"] + control)
                #expect(status.output.has("1 watched (lighthouse: 1)"))
                let explain = try await run(.geofencectl, ["explain", "lighthouse/1"] + control)
                #expect(explain.lines.first?.has("around Centraal already, 67.4 m") == true)
            }
        }
    }
}
