import FoundationEssentials
import Geofencing
import TestSupport
import Testing

/// GPX files of many writers, each with what lxml, reading by structure, finds in it.
@Suite(.needsCorpus("corpus/gpx"))
struct GPXCorpusTests {
    @Test(arguments: GPXCorpus.readable)
    func `a file has the points that are known to be in it`(_ known: GPXCorpus.Known) async throws {
        let reading = try await GPXReading(path: known.path)
        let expected = known.contents

        #expect(reading.error == nil)
        #expect(reading.tally["tracks"] == expected.tracks)
        #expect(reading.tally["segments"] == expected.segments)
        #expect(reading.tally["routes"] == expected.routes)
        #expect(reading.tally["points"] == expected.trkpt?.count)
        #expect(reading.tally["route_points"] == expected.rtept?.count)
        #expect(reading.tally["waypoints"] == expected.wpt?.count)
        #expect(reading.tally["invalid_points"] == expected.invalidPoints)
        #expect(reading.reports.count == expected.trkpt?.count)
        expectPositions(of: reading, asIn: expected)
        expectTimes(of: reading, asIn: expected)
    }

    /// Points marked `<fix>none</fix>` count, but nobody is told where they are.
    private func expectPositions(of reading: GPXReading, asIn expected: GPXCorpus.Contents) {
        let fixes = reading.fixes
        guard fixes.count == reading.reports.count, let points = expected.trkpt,
            let first = points.first, let last = points.last
        else { return }
        let tolerance = 1e-6 * Double(points.count)
        let latitudes = fixes.reduce(0) { $0 + $1.coordinate.latitude }
        let longitudes = fixes.reduce(0) { $0 + $1.coordinate.longitude }
        #expect(abs(latitudes - points.sumLatitude!) <= tolerance)
        #expect(abs(longitudes - points.sumLongitude!) <= tolerance)
        #expect([fixes[0].coordinate.latitude, fixes[0].coordinate.longitude] == first)
        let end = fixes[fixes.count - 1].coordinate
        #expect([end.latitude, end.longitude] == last)
        #expect(fixes.count { $0.hdop != nil } == expected.hdops)
    }

    private func expectTimes(of reading: GPXReading, asIn expected: GPXCorpus.Contents) {
        guard let known = expected.times else { return }
        let times = reading.reports.compactMap { report -> Timestamp? in
            if case .fix(let fix) = report, fix.isUndated { return nil }
            return report.time
        }
        #expect(times.count == known.count)
        #expect(times.first?.description == known.first)
        #expect(times.last?.description == known.last)
        #expect(times.min()?.description == known.min)
        #expect(times.max()?.description == known.max)
        // Known to the last digit: a step below a millisecond is none to us.
        #expect(zip(times, times.dropFirst()).count { $1 < $0 } <= known.backwardSteps ?? 0)
    }

    @Test(arguments: GPXCorpus.damaged)
    func `a damaged file is told from a good one`(_ known: GPXCorpus.Known) async throws {
        let reading = try await GPXReading(path: known.path)
        #expect(reading.error != nil)
        #expect(reading.reports.count <= known.contents.pointsBeforeError!.trkpt)
    }
}
