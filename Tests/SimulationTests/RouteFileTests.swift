import Simulation
import TestSupport
import Testing

/// Files that say where a way leads.
struct RouteFileTests {
    private static func gpx(_ said: String, time: String = "") -> String {
        let point = "<trkpt lat='1' lon='2'>\(time)</trkpt><trkpt lat='1' lon='3'/>"
        return "<?xml version='1.0' encoding='\(said)'?><gpx><metadata><time>2026-05-01T10:00:00Z"
            + "</time></metadata><trk><name>é</name><trkseg>\(point)</trkseg></trk></gpx>"
    }

    @Test(arguments: ["", "<time>2026-05-01T10:00:00Z</time>"])
    func `only the times of points make it a journey`(time: String) throws {
        let file = TemporaryFile(Self.gpx("UTF-8", time: time))
        #expect(try RouteFile.recognises(file.path))
        #expect(try RouteFile(file.path).hasTimes == !time.isEmpty)
    }

    @Test(arguments: ["UTF-16", "UTF-8"])
    func `it may be UTF-16, and Windows-1252`(said: String) throws {
        let wide = TemporaryFile(
            "\u{FEFF}\(Self.gpx(said))".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(try RouteFile.recognises(wide.path))
        #expect(try !RouteFile(wide.path).hasTimes)
        let narrow = TemporaryFile(
            Self.gpx("windows-1252").unicodeScalars.map { UInt8($0.value) })
        #expect(try !RouteFile(narrow.path).hasTimes)
    }

    @Test(arguments: ["", "[[leg]]", "# <gpx>", "$GPRMC,"])
    func `a scenario is no route`(text: String) throws {
        let file = TemporaryFile(text)
        #expect(try !RouteFile.recognises(file.path))
    }
}
