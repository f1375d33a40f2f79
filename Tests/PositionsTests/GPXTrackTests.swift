import Geofencing
import Testing

/// How points follow each other.
struct GPXTrackTests {
    private func starts(of reading: GPXReading) -> String {
        reading.fixes.map { $0.startsSegment ? "S" : "·" }.joined()
    }

    @Test func `every segment says that it starts`() async throws {
        let p = "<trkpt lat='1' lon='2'/>"
        let reading = try await GPXReading(
            """
            <gpx><trk><trkseg>\(p)\(p)</trkseg><trkseg/><trkseg>\(p)\(p)\(p)</trkseg></trk>
            <trk/><trk><trkseg><trkpt lat='x' lon='2'/>\(p)\(p)</trkseg></trk></gpx>
            """.utf8)
        #expect(starts(of: reading) == "S·S··S·")
        #expect(
            reading.tally == [
                "tracks": 3, "segments": 4, "points": 7, "routes": 0, "route_points": 0,
                "waypoints": 0, "invalid_points": 1,
            ])
    }

    @Test func `a pause of OpenTracks interrupts the segment, other invalid points do not`()
        async throws
    {
        let reading = try await GPXReading(
            points: """
                <trkpt lat="3" lon="14"/><trkpt lat="3" lon="14.001"/>
                <trkpt lat="100" lon="0"/><trkpt lat="200" lon="0"/>
                <trkpt lat="3" lon="14.003"/><trkpt lat="90.1" lon="0"/><trkpt lat="3" lon="14"/>
                """)
        #expect(starts(of: reading) == "S·S·")
        #expect(reading.tally["invalid_points"] == 3)
    }

    private static let timeless = "<trkpt lat='1' lon='2'/>"

    @Test func `points without times are a second apart from 1970 on`() async throws {
        let reading = try await GPXReading(
            points: Self.timeless + "<trkpt lat='1' lon='2'><time>yesterday</time></trkpt>")
        #expect(
            reading.fixes.map(\.time.description) == [
                "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:01.000Z",
            ])
        #expect(reading.fixes.allSatisfy { $0.isUndated })
        let many = try await GPXReading(
            points: .init(repeating: Self.timeless, count: 2500))
        #expect(many.fixes.map(\.time.milliseconds) == (0..<2500).map { $0 * 1000 })
        #expect(starts(of: many).dropFirst().allSatisfy { $0 == "·" })
    }

    @Test(arguments: ["", "</trkseg><trkseg>", "</trkseg></trk><trk><trkseg>"])
    func `where others have a time, a point without one is no fix`(between: String) async throws {
        let none = Self.timeless
        func timed(_ second: Int) -> String {
            "<trkpt lat='1' lon='2'><time>2026-05-01T12:00:0\(second)+02:00</time></trkpt>"
        }
        let reading = try await GPXReading(
            points: none + "<trkpt lat='1' lon='2'><time/></trkpt>" + timed(0) + none + timed(1)
                + between + none + timed(2) + none)
        #expect(
            reading.fixes.map(\.time.description)
                == (0...2).map {
                    "2026-05-01T10:00:0\($0).000Z"
                })
        #expect(starts(of: reading) == (between.isEmpty ? "S··" : "S·S"))
        // In their places.
        #expect(
            reading.reports.map { $0.fix == nil } == [
                true, true, false, true, false, true, false, true,
            ])
    }

    @Test(arguments: [
        ("OsmAnd", true), ("OsmAnd~ 4.6.12", true), ("OsmAnd+ 4.2", true), ("OSMAND", true),
        ("OsmAnd Maps 4.8 (iOS)", true), ("Locus Map, Android", true), ("GPSLogger 132", false),
        ("Not OsmAnd", false), ("", false),
    ])
    func `some apps call an accuracy in metres hdop`(creator: String, isAccuracy: Bool) async throws
    {
        let reading = try await GPXReading(
            """
            <gpx creator="\(creator)"><trk><trkseg><trkpt lat="1" lon="2"><hdop>4.3</hdop></trkpt>
            <trkpt lat="1" lon="2"><hdop>5</hdop><extensions><accuracy>7</accuracy></extensions></trkpt>
            </trkseg></trk></gpx>
            """.utf8)
        #expect(reading.fixes.map(\.accuracy) == [isAccuracy ? 4.3 : nil, 7])
        #expect(reading.fixes.map(\.hdop) == (isAccuracy ? [nil, nil] : [4.3, 5]))
    }

    @Test(arguments: [
        "lat='1'", "lon='1'", "", "lat='1,5' lon='2'", "lat='NaN' lon='2'", "lat='1' lon='INF'",
        "lat='0x1' lon='2'", "lat='90.0001' lon='2'", "lat='1' lon='-180.1'", "lat='' lon=''",
        "LAT='1' LON='2'", "a:lat='1' a:lon='2'",
    ])
    func `a point that is nowhere on the Earth is skipped and counted`(
        _ attributes: String
    ) async throws {
        let document = """
            <gpx xmlns:a="a"><wpt \(attributes)/><rte><rtept \(attributes)/></rte>
            <trk><trkseg><trkpt \(attributes)/></trkseg></trk></gpx>
            """
        let reading = try await GPXReading(document.utf8)
        #expect(reading.error == nil)
        #expect(reading.reports.isEmpty)
        #expect(reading.tally["invalid_points"] == 3)
    }

    @Test(arguments: ["trkpt", "wpt", "rtept", "trkseg", "trk"])
    func `an element counts only in its place`(_ name: String) async throws {
        let element = "<\(name) lat='1' lon='2'/>"
        let document = """
            <gpx><metadata>\(element)</metadata><extensions>\(element)</extensions>
            <trk><trkseg><trkpt lat="1" lon="2">\(element)
            <extensions>\(element)<x>\(element)</x></extensions>
            </trkpt><extensions>\(element)</extensions></trkseg></trk>
            <!-- \(element) --><rte><name><![CDATA[\(element)]]></name>
            <rtept lat="1" lon="2"><extensions>\(element)</extensions></rtept></rte></gpx>
            """
        let reading = try await GPXReading(document.utf8)
        #expect(
            reading.tally == [
                "tracks": 1, "segments": 1, "points": 1, "routes": 1, "route_points": 1,
                "waypoints": 0, "invalid_points": 0,
            ])
    }

    @Test(arguments: [
        "<gpx xmlns='http://www.topografix.com/GPX/1/0'>%</gpx>",
        "<gpx xmlns='http://www.topografix.com/GPX/1/1'>%</gpx>",
        "<?xml version='1.0' encoding='ISO-8859-1'?><!DOCTYPE gpx SYSTEM 'gpx.dtd'><gpx>%</gpx>",
    ])
    func `any namespace will do`(_ frame: String) async throws {
        let points = "<trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>"
        let document = frame.split(separator: "%").joined(separator: points)
        #expect(try await GPXReading(document.utf8).tally["points"] == 1)
    }

    @Test func `a prefix will do as well, and UTF-16`() async throws {
        let document = """
            \u{feff}<g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:trk><g:trkseg>
            <g:trkpt lat='1' lon='2'/></g:trkseg></g:trk></g:gpx>
            """
        let bytes = document.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        #expect(try await GPXReading(bytes).tally["points"] == 1)
    }
}
