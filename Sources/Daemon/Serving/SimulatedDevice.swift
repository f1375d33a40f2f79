import Formats
import Geofencing
import Simulation

/// The simulated receiver, as gpsd's protocol describes receivers. None of its names is one of
/// gpsd's.
package struct SimulatedDevice: Sendable {
    /// Its name, by which clients select it.
    package let path: String
    private let activated = Timestamp.now

    /// What it says as `release` and as `driver`.
    static let maker = "geofenced-simulation"
    /// The version of the protocol, that of gpsd 3.22.
    private static let version = (major: 3, minor: 14)
    /// The status of a simulated fix (gps.h).
    private static let simulated = 8
    /// PDOP and VDOP, each divided by HDOP.
    private static let dilution = (space: 1.6, height: 1.25)
    /// Characters of the name that fit into libgps (GPS_PATH_MAX).
    private static let longestName = 48

    /// `name`: of the scenario or trace.
    package init(named name: String) {
        let plain = name.unicodeScalars.map { scalar -> Character in
            let isPlain =
                scalar.properties.isAlphabetic || "0123456789.-_".contains(Character(scalar))
            return scalar.isASCII && isPlain ? Character(scalar) : "_"
        }
        path = "simulate:" + String(plain.suffix(Self.longestName))
    }
}

// MARK: - About itself

extension SimulatedDevice {
    static let versionLine = line("VERSION") {
        $0.member("release", maker)
        $0.member("rev", maker)
        $0.member("proto_major", version.major)
        $0.member("proto_minor", version.minor)
    }

    static func error(_ message: String) -> [UInt8] {
        line("ERROR") { $0.member("message", message) }
    }

    var deviceLine: [UInt8] { Self.line("DEVICE", device) }

    var deviceList: [UInt8] {
        Self.line("DEVICES") {
            $0.objects("devices", [self]) {
                $0.member("class", "DEVICE")
                $1.device(&$0)
            }
        }
    }

    private func device(_ object: inout JSONWriter) {
        object.member("path", path)
        object.member("driver", Self.maker)
        object.member("activated", activated)
        // SEEN_GPS
        object.member("flags", 1)
    }

    fileprivate static func line(
        _ name: String, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("class", name)
            members(&$0)
        }
        return writer.bytes + Array("\r\n".utf8)
    }
}

extension WatchPolicy {
    /// The client's policy, as the answer to WATCH.
    var line: [UInt8] {
        SimulatedDevice.line("WATCH") {
            $0.member("enable", isEnabled)
            $0.member("json", json)
            $0.member("nmea", nmea)
            $0.member("raw", raw)
            $0.member("scaled", scaled)
            $0.member("timing", false)
            $0.member("split24", split24)
            $0.member("pps", false)
            if let device { $0.member("device", device) }
        }
    }
}

// MARK: - About an epoch

extension SimulatedDevice {
    /// SKY comes first: a client that makes the accuracy of its HDOP then uses the HDOP of this
    /// epoch.
    func reports(_ epoch: Epoch) -> [UInt8] {
        Self.line("SKY") { sky(epoch, &$0) } + Self.line("TPV") { position(epoch, &$0) }
            + (epoch.fix?.accuracy == nil ? [] : Self.line("GST") { estimate(epoch, &$0) })
    }

    /// `epoch`: the last one; `nil` before there is one.
    func poll(_ epoch: Epoch?) -> [UInt8] {
        let epochs = [epoch].compactMap(\.self)
        return Self.line("POLL") {
            $0.member("time", Timestamp.now)
            $0.member("active", 1)
            $0.objects("tpv", epochs) {
                $0.member("class", "TPV")
                position($1, &$0)
            }
            $0.objects("gst", epochs.filter { $0.fix?.accuracy != nil }) {
                $0.member("class", "GST")
                estimate($1, &$0)
            }
            $0.objects("sky", epochs) {
                $0.member("class", "SKY")
                sky($1, &$0)
            }
        }
    }

    private func position(_ epoch: Epoch, _ object: inout JSONWriter) {
        object.member("device", path)
        object.member("status", Self.simulated)
        guard let fix = epoch.fix else {
            object.member("mode", 1)
            object.member("time", epoch.time)
            return
        }
        object.member("mode", fix.altitude == nil ? 2 : 3)
        object.member("time", fix.time)
        object.member("lat", fix.coordinate.latitude, decimals: 9)
        object.member("lon", fix.coordinate.longitude, decimals: 9)
        if let altitude = fix.altitude {
            object.member("altMSL", altitude, decimals: 3)
            object.member("alt", altitude, decimals: 3)
        }
        if let accuracy = fix.accuracy {
            object.member("epx", accuracy / 2.0.squareRoot(), decimals: 3)
            object.member("epy", accuracy / 2.0.squareRoot(), decimals: 3)
            object.member("eph", accuracy, decimals: 3)
        }
        if let track = fix.track { object.member("track", track, decimals: 4) }
        if let speed = fix.speed { object.member("speed", speed, decimals: 3) }
    }

    private func estimate(_ epoch: Epoch, _ object: inout JSONWriter) {
        object.member("device", path)
        guard let fix = epoch.fix, let accuracy = fix.accuracy else { return }
        object.member("time", fix.time)
        object.member("lat", accuracy / 2.0.squareRoot(), decimals: 2)
        object.member("lon", accuracy / 2.0.squareRoot(), decimals: 2)
        object.member("alt", accuracy * Self.dilution.space, decimals: 2)
    }

    private func sky(_ epoch: Epoch, _ object: inout JSONWriter) {
        object.member("device", path)
        object.member("time", epoch.fix?.time ?? epoch.time)
        if let hdop = epoch.fix?.hdop {
            object.member("vdop", hdop * Self.dilution.height, decimals: 2)
            object.member("hdop", hdop, decimals: 2)
            object.member("pdop", hdop * Self.dilution.space, decimals: 2)
        }
        object.member("nSat", epoch.satellites.count)
        object.member("uSat", epoch.satellites.count { $0.isUsed })
        object.objects("satellites", epoch.satellites) { object, satellite in
            object.member("PRN", satellite.number)
            object.member("el", satellite.elevation)
            object.member("az", satellite.azimuth)
            object.member("ss", satellite.signal ?? 0)
            object.member("used", satellite.isUsed)
            object.member("gnssid", satellite.isGLONASS ? 6 : 0)
            object.member("svid", satellite.number - (satellite.isGLONASS ? 64 : 0))
        }
    }
}
