import Glibc
import Posix
import TestSupport
import Testing

extension SystemTests {
    /// The way along streets, as somebody asks for it in a terminal.
    struct RouteCommandTests {
        private let workshop = Workshop()

        /// Runs `body` with a gateway that has the streets.
        private func withStreets(_ body: (Gateway) async throws -> Void) async throws {
            let gateway = try await Gateway(in: workshop)
            let file = try workshop.write("streets.osm", Streets().xml)
            try await gateway.run { _ in
                let made = try await run(
                    .geofencectl,
                    [
                        "places", "import", file, "--no-map", "--routes", "--gateway-socket",
                        gateway.socket, "--database", workshop.file("places.sqlite"),
                    ])
                #expect(made.errors == "")
                #expect(made.output.contains("routes: "))
                try await body(gateway)
            }
        }

        private func ask(
            _ command: String, _ words: [String], _ gateway: Gateway
        ) async throws -> Finished {
            try await run(.geofencectl, [command] + words + ["--gateway-socket", gateway.socket])
        }

        @Test func `a route is how far, how long, and what to do where`() async throws {
            try await withStreets { gateway in
                let ends = [Streets.text(10, 3), Streets.text(400, 500)]
                let route = try await ask("route", ends + ["--by", "car"], gateway)
                #expect(
                    route.output == """
                        906 m by car, 2 min
                            0 m  Head east on Long Street
                          390 m  Turn left onto Mill Lane
                          690 m  At the roundabout, take exit 1 onto North Road
                          906 m  You are there
                        © OpenStreetMap contributors; found by routino

                        """, "\(route)")
                let gpx = try await ask("route", ends + ["--gpx"], gateway)
                #expect(gpx.output.contains("<rtept lat="))
                #expect(gpx.output.contains("<desc>You are there</desc>"))
                let file = try workshop.write("route.gpx", gpx.output)
                let ride = try await ask("simulate", [file, "--format", "gpx"], gateway)
                #expect(ride.status == 0 && ride.output.contains("<trkpt"))
                let far = try await ask("route", [ends[0], Streets.text(200, -700)], gateway)
                #expect(far.status == 1)
                #expect(
                    far.errors.hasPrefix("Error: the goal is at no way on foot: the nearest is "))
            }
        }

        @Test func `a journey is simulated along streets, between places and in a leg`()
            async throws
        {
            try await withStreets { gateway in
                let ends = [Streets.text(0, 0), Streets.text(400, 500)]
                let ride = try await ask(
                    "simulate", ends + ["--by", "car", "--format", "geojson"], gateway)
                #expect(ride.errors == "")
                // By Mill Lane, and not across.
                #expect(
                    ride.output.contains("\"coordinates\":[5.0055"), "\(ride.output.prefix(300))")
                let (start, end) = (Streets.position(0, 0), Streets.position(400, 500))
                let scenario = try workshop.write(
                    "drive.toml",
                    """
                    from = [\(start.latitude), \(start.longitude)]
                    [[leg]]
                    mode = "car"
                    route = true
                    to = [\(end.latitude), \(end.longitude)]
                    """)
                let leg = try await ask(
                    "simulate", [scenario, "--format", "geojson"], gateway)
                #expect(leg.output.contains("\"coordinates\":[5.0055"))
                let tram = try await ask("simulate", ends + ["--by", "tram"], gateway)
                #expect(tram.status == 64)
                #expect(tram.errors.hasPrefix("Error: --by: tram follows no streets"))
            }
        }

        @Test func `the ends stay in order south of the equator and west of Greenwich`()
            async throws
        {
            try await withStreets { gateway in
                let street = Streets.text(0, 0)
                for (ends, words) in [
                    (["-33.8,151.2", street], "the start is at no way"),
                    ([street, "-33.8,151.2"], "the goal is at no way"),
                ] {
                    let far = try await ask("route", ends + ["--by", "car"], gateway)
                    #expect(far.errors.has(words), "\(ends): \(far)")
                }
            }
        }

        @Test func `without a gateway or streets it says what to do`() async throws {
            let gateway = try await Gateway(in: workshop)
            let away = try await ask("route", ["50,5", "50,5.01"], gateway)
            #expect(away.status == 1 && away.errors.contains(gateway.socket))
            try await gateway.run { _ in
                let none = try await ask("route", ["50,5", "50,5.01"], gateway)
                #expect(none.status == 1)
                #expect(none.errors.contains("geofencectl places import FILE.osm.pbf"))
                let doctor = try await ask("doctor", [], gateway)
                #expect(doctor.output.contains("no streets are prepared"))
            }
        }
    }
}
