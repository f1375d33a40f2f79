import Posix
import Testing

extension SystemTests {
    struct ForgottenDeviceTests {
        private let workshop = Workshop()

        private func curl(_ arguments: String) async throws -> Finished {
            try await shell(
                "curl -sf --unix-socket \(workshop.control) \(arguments.replacing("URL", with: "http://localhost/v1"))"
            )
        }

        /// Half an hour around a spot that has a region, and away from it.
        private func walk() throws -> String {
            let positions = (0..<60).map { i in
                let latitude = i % 30 < 15 ? "52.777123" : "52.790123"
                let time = "2020-05-01T10:\(i / 2 < 10 ? "0" : "")\(i / 2):\(i % 2 * 3)0Z"
                return #"{"time":"\#(time)","lat":\#(latitude),"lon":4.9,"accuracy":5}"#
            }
            return try workshop.write("walk", "[\(positions.joined(separator: ","))]")
        }

        @Test func `a device that is forgotten is in no file, and the numbers go on`() async throws
        {
            let region = try workshop.write(
                "regions.geojson",
                """
                {"type":"FeatureCollection","features":[{"type":"Feature","id":"hidden-den",
                "properties":{"name":"The Hidden Den"},
                "geometry":{"type":"Point","coordinates":[4.9,52.777123]}}]}
                """)
            let file = try workshop.configure(regions: region)
            let walk = try walk()
            try await withDaemon(workshop) { _ in
                for device in ["secret-phone", "anna"] {
                    #expect(try await curl("-X PUT URL/devices/\(device) --json '{}'").status == 0)
                    let pushed = try await curl("URL/devices/\(device)/positions --json @\(walk)")
                    #expect(pushed.output.has(#""notices":["#))
                }
                #expect(try await found("secret-phone").status == 0)
                #expect(try await found("Hidden Den").status == 0)
                for device in ["secret-phone", "anna"] {
                    let gone = try await curl("-X DELETE 'URL/devices/\(device)?history=forget'")
                    #expect(gone.status == 0)
                }
                for word in ["secret-phone", "hidden-den", "Hidden Den", "52.777123"] {
                    let left = try await found(word)
                    #expect(left.output == "")
                }
                #expect(try await curl("'URL/history?device=secret-phone'").output.has("[]"))
                #expect(try await curl("-X PUT URL/devices/ben --json '{}'").status == 0)
                #expect(try await curl("URL/devices/ben/positions --json @\(walk)").status == 0)
            }
            // Also after a restart.
            try await withDaemon(workshop) { _ in
                let heard = try await run(
                    .geofencectl,
                    ["listen", "--config", file, "--after", "0", "--device", "ben", "--count", "1"])
                #expect(heard.output.has("The Hidden Den"))
            }
        }

        /// The daemon's files that have the text.
        private func found(_ text: String) async throws -> Finished {
            try await shell("grep -rlaF '\(text)' \(workshop.state)")
        }
    }
}
