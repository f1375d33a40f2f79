import HTTPService
import Testing

@testable import API

@Suite(.timeLimit(.minutes(10)))
struct MetricsTests {
    @Test func `figures tell of fixes, regions, notices and the database`() async throws {
        try await ServingAPI.run { (serving) async throws in
            _ = try await serving.post("/v1/favourites", #"{"text":"Starbucks"}"#)
            await serving.move(north: 300, at: noon(-90))
            await serving.move(north: 0, at: noon(-60))
            let reply = try await serving.get("/v1/metrics")
            #expect(reply.status == 200)
            #expect(reply.head.contains("text/plain; version=0.0.4"))
            let lines = reply.body.split(separator: "\n")
            for line in [
                #"geofenced_info{version="1.2.3"} 1"#,
                #"geofenced_fixes_total{outcome="accepted"} 2"#,
                #"geofenced_fixes_total{outcome="no_position"} 0"#,
                #"geofenced_region_refreshes_total 1"#, #"geofenced_regions{kind="favourite"} 1"#,
                "geofenced_regions_inside 1", "geofenced_notices_total 1",
                "geofenced_notices_waiting 0", "geofenced_places 3", "geofenced_fix_lag_seconds 60",
                "geofenced_fix_accuracy_meters 5",
            ] {
                #expect(lines.contains(Substring(line)))
            }
            for name in ["places", "notifications"] {
                let size = "geofenced_database_bytes{database=\"\(name)\"} "
                #expect(lines.contains { $0.hasPrefix(size) && $0 > size + "1" })
            }
        }
    }

    @Test func `before there is a fix, nothing is said of one`() async throws {
        try await ServingAPI.run { (serving) async throws in
            let body = try await serving.get("/v1/metrics").body
            #expect(body.contains("geofenced_regions_inside 0\n"))
            #expect(!body.contains("geofenced_fix_"))
        }
    }

    @Test(arguments: [
        (#"a"b\c"#, 1.0, #"m{l="a\"b\\c"} 1"#), ("x\ny", 0.5, #"m{l="x\ny"} 0.5"#),
        ("", .nan, #"m{l=""} NaN"#), ("", -.infinity, #"m{l=""} -Inf"#),
        ("", 1e18, #"m{l=""} 1000000000000000000"#),
    ])
    func `labels and numbers are as Prometheus writes them`(
        label: String, value: Double, line: String
    ) {
        var metrics = MetricsText()
        metrics.add("m", .gauge, "Help.", values: [(["l": label], value)])
        #expect(metrics.text == "# HELP m Help.\n# TYPE m gauge\n\(line)\n")
    }
}
