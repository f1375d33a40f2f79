import Geofencing
import Simulation
import Testing

@testable import Serving

struct SimulatedDeviceTests {
    private static let time = Timestamp(iso8601: "2026-05-01T10:00:00Z")!

    private func lines(_ epoch: Epoch, from device: SimulatedDevice) -> [String] {
        String(decoding: device.reports(epoch), as: UTF8.self)
            .split(whereSeparator: \.isNewline).map { String($0) }
    }

    @Test(
        arguments: [
            ("walk.toml", "simulate:walk.toml"), ("a b\"\\c;é.gpx", "simulate:a_b__c__.gpx"),
            ("", "simulate:"),
        ] as [(String, String)])
    func `its path is plain`(name: String, path: String) {
        #expect(SimulatedDevice(named: name).path == path)
    }

    @Test func `its path has room in libgps`() {
        #expect(SimulatedDevice(named: String(repeating: "x", count: 500)).path.utf8.count < 64)
    }

    @Test func `a fix is three reports, of which each says whose`() throws {
        var sky = RecordedSky()
        var fix = Fix(time: Self.time, coordinate: Coordinate(latitude: 52.5, longitude: -4.25))
        fix.accuracy = 5
        let made = sky.epoch(.fix(fix))
        let epoch = try #require(made)
        let lines = lines(epoch, from: SimulatedDevice(named: "a"))
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix(#"{"class":"SKY","device":"simulate:a","time":"2026"#))
        #expect(
            lines[1]
                == #"{"class":"TPV","device":"simulate:a","status":8,"mode":2,"#
                + #""time":"2026-05-01T10:00:00.000Z","lat":52.5,"lon":-4.25,"#
                + #""epx":3.536,"epy":3.536,"eph":5}"#)
        #expect(lines[2].hasPrefix(#"{"class":"GST","device":"simulate:a","time":"2026"#))
    }

    @Test func `no fix is said, too`() throws {
        var sky = RecordedSky()
        let made = sky.epoch(.noPosition(Self.time))
        let epoch = try #require(made)
        let lines = lines(epoch, from: SimulatedDevice(named: "a"))
        #expect(lines.count == 2)
        #expect(lines[1].hasPrefix(#"{"class":"TPV","device":"simulate:a","status":8,"mode":1,"#))
        #expect(epoch.satellites.allSatisfy { !$0.isUsed })
        let timeless = sky.epoch(.noPosition(nil))
        #expect(timeless?.time == nil)
    }

    @Test func `what a trace leaves out is made up from what it says`() throws {
        var sky = RecordedSky()
        for second in 0...1 {
            let fix = Fix(
                time: Self.time + Double(second),
                coordinate: Coordinate(latitude: 52 + Double(second) / 10_000, longitude: 4))
            let made = sky.epoch(.fix(fix))
            let epoch = try #require(made)
            #expect(epoch.fix?.accuracy == nil)
            #expect(epoch.fix?.hdop == 1.2)
            #expect(epoch.satellites.count { $0.isUsed } == 10)
            let speed = epoch.fix?.speed
            #expect(second == 0 ? speed == nil : speed.map { abs($0 - 11.13) < 0.01 } == true)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -1, 1e300])
    func `what no receiver can write is left out`(_ number: Double) throws {
        var sky = RecordedSky()
        var fix = Fix(time: Self.time, coordinate: Coordinate(latitude: 52, longitude: 4))
        (fix.speed, fix.track, fix.accuracy, fix.hdop) = (number, number, number, number)
        fix.satellites = -5
        let made = sky.epoch(.fix(fix))
        let epoch = try #require(made)
        #expect(epoch.fix?.speed == nil && epoch.fix?.track == nil && epoch.fix?.accuracy == nil)
        #expect(epoch.fix?.hdop == 3)
        var bytes: [UInt8] = []
        var writer = NMEAWriter()
        writer.write(epoch, to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self).hasPrefix(
                "$GNRMC,100000.00,A,5200.00000,N,00400.00000,E,,,010526,,,A*"))
    }
}
