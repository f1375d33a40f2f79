import Glibc
import Testing

/// What every trace must tell lies beside it.
extension SystemTests {
    struct TraceTests {
        static let names = Workshop.names(in: "\(Repository.root)/traces")

        static let told = names.filter { $0.hasSuffix(".told") }.map { String($0.dropLast(5)) }

        @Test func `there are traces with what they tell`() {
            #expect(!Self.told.isEmpty)
        }

        @Test(arguments: told)
        func `a trace tells what lies beside it`(_ name: String) async throws {
            let folder = "\(Repository.root)/traces"
            let trace = try #require(
                ["nmea", "nmea.gz", "gpx", "gpx.gz"].map { "\(name).\($0)" }.first {
                    Self.names.contains($0)
                })
            let expected = try text(of: "\(folder)/\(name).told").lines.filter {
                !$0.hasPrefix("#")
            }
            let finished = try await run(
                .geofencectl,
                [
                    "replay", "\(folder)/\(trace)", "--regions", "\(folder)/\(name).geojson",
                    "--transitions", "enter,exit,dwell",
                ])
            #expect(finished.status == 0)
            #expect(finished.lines == expected)
        }
    }
}
