import Formats
import Geofencing
import Testing

@testable import Simulation

extension SimulationTests {
    struct ScenarioTests {
        @Test func `every key is read`() async throws {
            let scenario = try await scenario(
                """
                start = 2026-05-01T08:30:00+02:00
                rate = 4
                seed = 99
                from = "52.0, 5.0"
                receiver = "phone"
                accuracy = "optimistic"
                cold_start = true
                [delivery]
                repeated = 0.1
                late = 0.2
                lost = 0.3
                rollover = true
                [[leg]]
                mode = "tram"
                via = [[52.01, 5.0], { at = "52.02,5.0", stop = 7 }]
                to = [52.03, 5.0]
                speed_kmh = 36
                stop = 60
                stop_each = 11
                lights = 50
                sky = "canyon"
                receiver = "precise"
                accuracy = "none"
                [[leg]]
                mode = "parked"
                stop = 5
                [[leg]]
                mode = "walk"
                from = [52.031, 5.0]
                to = [52.04, 5]
                speed = 2
                """)
            #expect(scenario.start.description == "2026-05-01T06:30:00.000Z")
            #expect(scenario.interval == 0.25 && scenario.seed == 99 && scenario.coldStart)
            let delivery = scenario.delivery
            #expect(delivery.repeated == 0.1 && delivery.late == 0.2 && delivery.lost == 0.3)
            #expect(delivery.rollover)
            let (tram, parked, walk) = (scenario.legs[0], scenario.legs[1], scenario.legs[2])
            #expect(tram.points.map(\.coordinate.latitude) == [52, 52.01, 52.02, 52.03])
            #expect(tram.points.map(\.stop) == [0, 11, 7, 60])
            #expect(tram.speed == 10 && tram.lights == 50 && tram.sky == .canyon)
            #expect(tram.receiver == .precise && tram.accuracy == .none)
            #expect(parked.points.map(\.coordinate.latitude) == [52.03] && parked.sky == .canyon)
            #expect(parked.points.map(\.stop) == [5] && parked.receiver == .phone)
            #expect(walk.points.map(\.coordinate.latitude) == [52.03, 52.031, 52.04])
            #expect(walk.speed == 2 && walk.accuracy == .optimistic && walk.sky == .suburban)
        }

        @Test func `a leg with a route that is true follows streets by all its points`()
            async throws
        {
            func scenario(_ mode: String, _ streets: Scenario.Streets?) async throws -> Scenario {
                let document = try TOMLDocument(
                    Array(
                        """
                        from = [52, 5]
                        [[leg]]
                        mode = "\(mode)"
                        route = true
                        via = [{ at = [52, 5.01], stop = 30 }]
                        to = [52.01, 5.01]
                        """.utf8), name: "s.toml")
                return try await Scenario(document, streets: streets)
            }
            let found = try await scenario("bike") { from, to, mode in
                #expect(mode == .bike)
                return [
                    from, Coordinate(latitude: to.latitude, longitude: from.longitude + 0.001), to,
                ]
            }
            let points = found.legs[0].points
            #expect(points.contains { $0.coordinate.longitude == 5.001 })
            #expect(points.contains { $0.coordinate.longitude == 5.01 && $0.stop == 30 })
            #expect(points.last?.coordinate == Coordinate(latitude: 52.01, longitude: 5.01))
            await #expect(throws: TOMLError.self) { try await scenario("bike", nil) }
            await #expect(throws: TOMLError.self) {
                try await scenario("tram") { _, to, _ in [to] }
            }
        }

        @Test func `names are looked up`() async throws {
            let document = try TOMLDocument(
                Array("from = 'Home'\n[[leg]]\nmode = 'walk'\nto = 'Work'".utf8), name: "s.toml")
            let scenario = try await Scenario(document) { name in
                Coordinate(latitude: name == "Home" ? 52 : 53, longitude: 5)
            }
            #expect(scenario.legs[0].points.map(\.coordinate.latitude) == [52, 53])
        }

        private static let leg = "[[leg]]\nmode = \"walk\"\nto = [52.1, 5]\n"

        private static let wrong: [(String, String)] = [
            ("", "s.toml:1: leg: is missing: say how the journey goes, in one or more [[leg]]"),
            ("leg = []", "s.toml:1: leg: is empty: use at least one [[leg]]"),
            ("legs = 1\n", "s.toml:1: legs: is unknown: did you mean 'leg'?"),
            (
                "rate = 0\n\(leg)",
                "s.toml:1: rate: 0 is below 0.1: use a number of epochs a second from 0.1 to 10"
            ),
            (
                "rate = nan\n\(leg)",
                "s.toml:1: rate: nan is not finite: use a number of epochs a second from 0.1 to 10"
            ),
            (
                "seed = -1\n\(leg)",
                "s.toml:1: seed: -1 is below 0: use a whole number of any size from 0 to 9223372036854775807"
            ),
            (
                "start = 'noon'\n\(leg)",
                "s.toml:1: start: 'noon' is not a time: use a date and time, as in 2026-05-01T10:00:00Z"
            ),
            (
                "start = 1970-01-01T00:00:00Z\n\(leg)",
                "s.toml:1: start: 1970-01-01T00:00:00Z is not from 1980-01-06 to 2079-12-31: use a time that is"
            ),
            (leg, "s.toml:1: leg[1].to: is missing: say where it leads: to, via or route"),
            (
                "from = [52, 5]\n[[leg]]\nto = [52, 6]",
                "s.toml:2: leg[1].mode: is missing: say how, as in mode = \"walk\""
            ),
            (
                "from = [52, 5]\n[[leg]]\nmode = 'fly'",
                "s.toml:3: leg[1].mode: 'fly' is not known: use \"walk\", \"bike\", \"car\", \"motorway\", \"tram\", \"metro\", \"train\", \"boat\" or \"parked\""
            ),
            (
                "from = [95, 5]\n\(leg)",
                "s.toml:1: from: 95, 5 is nowhere on the Earth: use a latitude from -90 to 90 and a longitude from -180 to 180"
            ),
            (
                "from = [nan, 5]\n\(leg)",
                "s.toml:1: from: nan, 5 is nowhere on the Earth: use a latitude from -90 to 90 and a longitude from -180 to 180"
            ),
            (
                "from = 'Nowhere'\n\(leg)",
                "s.toml:1: from: no place is called 'Nowhere': use [latitude, longitude] in degrees, or the name of a place"
            ),
            (
                "from = [1, 2, 3]\n\(leg)",
                "s.toml:1: from: is not two numbers: use [latitude, longitude] in degrees, or the name of a place"
            ),
            (
                "from = [52, 5]\n\(leg)speed = -3",
                "s.toml:5: leg[1].speed: -3 is below 0.1: use a number of metres per second from 0.1 to 150"
            ),
            (
                "from = [52, 5]\n\(leg)speed = 1\nspeed_kmh = 2",
                "s.toml:6: leg[1].speed_kmh: and speed are both there: use one of them"
            ),
            (
                "from = [52, 5]\n\(leg)stop = 1e12",
                "s.toml:5: leg[1].stop: 1000000000000 is over 2678400: use a number of seconds from 0 to 2678400"
            ),
            (
                "from = [52, 5]\n[[leg]]\nmode = 'parked'",
                "s.toml:2: leg[1].stop: is missing: say for how many seconds, as in stop = 3600"
            ),
            (
                "from = [52, 5]\n[[leg]]\nmode = 'parked'\nto = [52, 6]\nstop = 1",
                "s.toml:4: leg[1].to: leads on: use another mode"
            ),
            (
                "from = [-52, -175]\n\(leg)",
                "s.toml:2: leg[1]: two points are more than 1000 km apart: use more points in between"
            ),
            (
                "from = [52, 5]\n\(leg)speed = 0.1\n[[leg]]\nmode = 'boat'\nspeed = 0.1\nto = [55, 5]",
                "s.toml:6: leg[2]: the journey takes more than 31 days: use shorter ways and stops, or a higher speed"
            ),
            (
                "from = [52, 5]\n\(leg)route = 'missing.gpx'",
                "missing.gpx: cannot be opened: no such file or directory"
            ),
            (
                "from = { stop = 3 }\n\(leg)",
                "s.toml:1: from: has no 'at': use { at = [52.37, 4.89], stop = 60 }"
            ),
        ]

        @Test(arguments: wrong)
        func `what is wrong is one line that says where`(text: String, message: String) async {
            await #expect {
                _ = try await trace(text)
            } throws: {
                "\($0)" == message
            }
        }
    }
}
