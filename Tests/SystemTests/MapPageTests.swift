import Geofencing
import Testing

@testable import geofencectl

extension SystemTests {
    /// The page that replay --map writes. How it looks is tried in a browser: Tests/Pages.
    struct MapPageTests {
        private let workshop = Workshop()

        /// The page of a GPX trace with a point at each time, 111 m north of the one before.
        private func page(of times: [String], _ name: String = "walk.gpx") async throws -> String {
            let points = times.enumerated().map { index, time in
                "<trkpt lat='52.\(370 + index)' lon='4.89'><time>\(time)</time></trkpt>"
            }
            let trace = try workshop.write(
                name, "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
            let page = workshop.file("page.html")
            let finished = try await run(
                .geofencectl,
                ["replay", trace, "--regions", Repository.walkRegions, "--map", page],
                environment: ["TZ": "Europe/Amsterdam"])
            #expect(finished.status == 0)
            return try text(of: page)
        }

        @Test(
            arguments: [
                (["2026-05-01T10:00:00Z"], "Friday 1 May 2026, one fix"),
                (
                    ["2026-05-01T10:00:00Z", "2026-05-01T10:02:00Z"],
                    "Friday 1 May 2026, 111 m in 2 min"
                ),
                // The days are those of Amsterdam.
                (
                    ["2026-04-30T21:59:00Z", "2026-04-30T22:01:00Z"],
                    "Thursday 30 April 2026 to Friday 1 May 2026, 111 m in 2 min"
                ),
                (
                    ["2026-04-30T22:00:00Z", "2026-04-30T22:01:00Z"],
                    "Friday 1 May 2026, 111 m in 60 s"
                ),
            ])
        func `the heading says which trace, which day, how far and how long`(
            times: [String], heading: String
        ) async throws {
            let page = try await page(of: times)
            #expect(page.has("<title>walk.gpx: \(heading)</title>"))
            #expect(page.has("<h1>walk.gpx: \(heading)</h1>"))
        }

        @Test func `a name that looks like markup stays a name`() async throws {
            let page = try await page(of: ["2026-05-01T10:00:00Z"], "<i>&amp;.gpx")
            #expect(page.has("<h1>&lt;i&gt;&amp;amp;.gpx: "))
            #expect(!page.has("<i>&"))
        }

        @Test func `both clocks are named where summer time ends on the way`() async throws {
            let page = try await page(of: ["2026-10-25T00:59:00Z", "2026-10-25T01:01:00Z"])
            #expect(page.has(#""name":"CEST (UTC+02:00)","offset":7200"#))
            #expect(page.has(#""name":"CET (UTC+01:00)","offset":3600"#))
        }

        @Test func `a trace without dates has no day, and no clock but UTC`() async throws {
            let trace = try workshop.write(
                "undated.nmea", "$GPGGA,120000,5222.2,N,00453.4,E,1,08,0.9,,M,,M,,*73\n")
            let page = workshop.file("page.html")
            _ = try await run(
                .geofencectl, ["replay", trace, "--map", page],
                environment: ["TZ": "Europe/Amsterdam"])
            let text = try text(of: page)
            #expect(text.has("<h1>undated.nmea: day not known, one fix</h1>"))
            #expect(text.has(#""name":"UTC","offset":0"#))
        }
    }
}
