import Glibc
import Posix
import Testing

/// What every trace must tell lies beside it.
extension SystemTests {
    struct TraceTests {
        static let names = Posix.names(inDirectory: "\(Repository.root)/traces")

        static let told = names.filter { $0.hasSuffix(".told") }.map { String($0.dropLast(5)) }

        static let simulated = names.filter { $0.hasSuffix(".toml") }.map {
            String($0.dropLast(5))
        }

        @Test func `there are traces with what they tell`() {
            #expect(!Self.told.isEmpty && Self.simulated.count >= 8)
        }

        private static func trace(_ name: String) throws -> String {
            try #require(
                ["nmea", "nmea.gz", "gpx", "gpx.gz"].map { "\(name).\($0)" }.first {
                    Self.names.contains($0)
                })
        }

        @Test(arguments: told)
        func `a trace tells what lies beside it`(_ name: String) async throws {
            let folder = "\(Repository.root)/traces"
            let trace = try Self.trace(name)
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

        /// Of the map itself, what is in it: each version of osmium packs it in its own way.
        @Test func `the town is the one that make-town draws, with its walks`() async throws {
            let workshop = Workshop()
            let finished = try await shell(
                """
                \(Repository.root)/scripts/make-town \(workshop.path) >/dev/null || exit
                cd \(workshop.path)
                for file in *; do
                    case $file in
                    *.pbf)
                        for map in $file \(Repository.root)/traces/$file; do
                            osmium cat $map --output-format opl --output - 2>/dev/null | cksum
                        done | uniq | wc -l
                        ;;
                    *) cmp $file \(Repository.root)/traces/$file ;;
                    esac
                done
                """)
            #expect(finished == Finished(status: 0, output: "1\n", errors: ""))
        }

        /// On whatever machine: nothing in a trace depends on it.
        @Test(arguments: simulated)
        func `a scenario makes the trace and the visits beside it`(_ name: String) async throws {
            let workshop = Workshop()
            let folder = "\(Repository.root)/traces"
            let trace = try Self.trace(name)
            let finished = try await shell(
                """
                geofencectl simulate \(folder)/\(name).toml \
                    --format \(trace.contains(".gpx") ? "gpx" : "nmea") \
                    --regions \(folder)/\(name).geojson --visits \(workshop.file("visits")) \
                    >\(workshop.file("trace")) || exit
                case \(trace) in
                *.gz) gzip -dc \(folder)/\(trace) ;;
                *) cat \(folder)/\(trace) ;;
                esac | cmp - \(workshop.file("trace"))
                cmp \(folder)/\(name).visits.json \(workshop.file("visits"))
                """)
            #expect(finished == Finished(status: 0, output: "", errors: ""))
        }
    }
}
