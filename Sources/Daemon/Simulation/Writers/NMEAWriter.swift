import Geofencing
import Posix

/// Writes NMEA 0183 as receivers do: RMC, VTG, GGA, GSA and GST at each epoch, and GSV every five
/// seconds.
package struct NMEAWriter: EpochWriter {
    package let head = ""
    package let tail = ""

    /// The number of the five seconds, counted from 1970, for which GSV was written last.
    private var viewed: Int64?

    /// Knots in a metre per second.
    private static let knots = 3600.0 / 1852
    /// Dilution in space and in height, for each of HDOP.
    private static let space = 1.6
    private static let height = 1.25
    private static let unknown = "99.99"
    /// Satellites in a GSA sentence.
    private static let room = 12

    package init() {}

    package mutating func write(_ epoch: Epoch, to bytes: inout [UInt8]) {
        let clock = Clock(epoch.fix?.time ?? epoch.time)
        rmc(epoch, clock, &bytes)
        vtg(epoch, &bytes)
        gga(epoch, clock, &bytes)
        gsa(epoch, "GP", &bytes)
        gsa(epoch, "GL", &bytes)
        gst(epoch, clock, &bytes)
        let view = epoch.time.milliseconds.flooredQuotient(by: 5000)
        guard viewed != view else { return }
        viewed = view
        gsv(epoch.satellites.filter { !$0.isGLONASS }, "GP", &bytes)
        gsv(epoch.satellites.filter { $0.isGLONASS }, "GL", &bytes)
    }

    private func rmc(_ epoch: Epoch, _ clock: Clock, _ bytes: inout [UInt8]) {
        sentence("GNRMC,", &bytes) { bytes in
            clock.writeTime(to: &bytes)
            if let fix = epoch.fix {
                bytes.append(",A,")
                position(fix.coordinate, &bytes)
                bytes.append(",")
                if let speed = fix.speed { bytes.append(speed * Self.knots, decimals: 3) }
                bytes.append(",")
                track(fix, &bytes)
                bytes.append(",")
                clock.writeDate(to: &bytes)
                bytes.append(",,,A")
            } else {
                bytes.append(",V,,,,,,,")
                clock.writeDate(to: &bytes)
                bytes.append(",,,N")
            }
        }
    }

    private func vtg(_ epoch: Epoch, _ bytes: inout [UInt8]) {
        sentence("GNVTG,", &bytes) { bytes in
            guard let fix = epoch.fix, let speed = fix.speed else {
                return bytes.append(",T,,M,,N,,K,N")
            }
            track(fix, &bytes)
            bytes.append(",T,,M,")
            bytes.append(speed * Self.knots, decimals: 3)
            bytes.append(",N,")
            bytes.append(speed * 3.6, decimals: 3)
            bytes.append(",K,A")
        }
    }

    private func gga(_ epoch: Epoch, _ clock: Clock, _ bytes: inout [UInt8]) {
        sentence("GNGGA,", &bytes) { bytes in
            clock.writeTime(to: &bytes)
            guard let fix = epoch.fix else {
                return bytes.append(",,,,,0,00,\(Self.unknown),,M,,M,,")
            }
            bytes.append(",")
            position(fix.coordinate, &bytes)
            bytes.append(",1,")
            bytes.append(epoch.satellites.count { $0.isUsed }, digits: 2)
            bytes.append(",")
            bytes.append(fix.hdop ?? 1, decimals: 2)
            bytes.append(",")
            bytes.append(fix.altitude ?? 0, decimals: 1)
            bytes.append(",M,,M,,")
        }
    }

    private func gsa(_ epoch: Epoch, _ system: String, _ bytes: inout [UInt8]) {
        let used = epoch.satellites.filter { $0.isUsed && $0.isGLONASS == (system == "GL") }
        sentence("GNGSA,A,", &bytes) { bytes in
            bytes.append(epoch.fix == nil ? "1" : "3")
            for index in 0..<Self.room {
                bytes.append(",")
                if index < used.count { bytes.append(used[index].number, digits: 2) }
            }
            for share in [Self.space, 1, Self.height] {
                bytes.append(",")
                if let hdop = epoch.fix?.hdop {
                    bytes.append(share * hdop, decimals: 2)
                } else {
                    bytes.append(Self.unknown)
                }
            }
        }
    }

    /// Standard deviations. A reader takes √(σ² + σ²) of the two axes as the accuracy.
    private func gst(_ epoch: Epoch, _ clock: Clock, _ bytes: inout [UInt8]) {
        guard epoch.fix == nil || epoch.fix?.accuracy != nil else { return }
        sentence("GNGST,", &bytes) { bytes in
            clock.writeTime(to: &bytes)
            guard let accuracy = epoch.fix?.accuracy else { return bytes.append(",,,,,,,") }
            bytes.append(",")
            bytes.append(accuracy * 1.2, decimals: 2)
            bytes.append(",,,,")
            let axis = accuracy / 2.0.squareRoot()
            bytes.append(axis, decimals: 2)
            bytes.append(",")
            bytes.append(axis, decimals: 2)
            bytes.append(",")
            bytes.append(accuracy * Self.space, decimals: 2)
        }
    }

    private func gsv(
        _ satellites: [Epoch.Satellite], _ system: String, _ bytes: inout [UInt8]
    ) {
        let pages = (satellites.count + 3) / 4
        for page in 0..<pages {
            sentence("\(system)GSV,\(pages),\(page + 1),", &bytes) { bytes in
                bytes.append(satellites.count, digits: 2)
                for satellite in satellites.dropFirst(page * 4).prefix(4) {
                    bytes.append(",")
                    bytes.append(satellite.number, digits: 2)
                    bytes.append(",")
                    bytes.append(satellite.elevation, digits: 2)
                    bytes.append(",")
                    bytes.append(satellite.azimuth, digits: 3)
                    bytes.append(",")
                    if let signal = satellite.signal { bytes.append(signal, digits: 2) }
                }
            }
        }
    }

    // MARK: - Fields

    private func track(_ fix: Fix, _ bytes: inout [UInt8]) {
        guard let track = fix.track else { return }
        let tenths = Int((track * 10).rounded()) % 3600
        bytes.append(tenths, digits: 2, decimals: 1)
    }

    private func position(_ point: Coordinate, _ bytes: inout [UInt8]) {
        angle(point.latitude, 2, &bytes)
        bytes.append(point.latitude < 0 ? ",S," : ",N,")
        angle(point.longitude, 3, &bytes)
        bytes.append(point.longitude < 0 ? ",W" : ",E")
    }

    /// Degrees, and minutes to the hundred-thousandth, which is 2 cm. `digits`: of the degrees.
    private func angle(_ degrees: Double, _ digits: Int, _ bytes: inout [UInt8]) {
        let minutes = Int((abs(degrees) * 6_000_000).rounded())
        bytes.append(minutes / 6_000_000, digits: digits)
        bytes.append(minutes % 6_000_000, digits: 7, decimals: 5)
    }

    private func sentence(
        _ start: String, _ bytes: inout [UInt8], _ fields: (inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: "$"))
        let first = bytes.count
        bytes.append(start)
        fields(&bytes)
        let checksum = bytes[first...].reduce(0, ^)
        bytes.append(UInt8(ascii: "*"))
        for half in [checksum >> 4, checksum & 15] {
            bytes.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "A") + half - 10)
        }
        bytes.append("\r\n")
    }
}

/// A time as NMEA writes it.
private struct Clock {
    private let date: CivilDate
    /// Hundredths of a second since midnight.
    private let hundredths: Int

    init(_ time: Timestamp) {
        let days = time.milliseconds.flooredQuotient(by: Timestamp.millisecondsPerDay)
        date = CivilDate(daysSince1970: days)
        hundredths = Int(time.milliseconds - days * Timestamp.millisecondsPerDay) / 10
    }

    func writeTime(to bytes: inout [UInt8]) {
        bytes.append(hundredths / 360_000, digits: 2)
        bytes.append(hundredths / 6000 % 60, digits: 2)
        bytes.append(hundredths % 6000, digits: 4, decimals: 2)
    }

    func writeDate(to bytes: inout [UInt8]) {
        bytes.append(date.day, digits: 2)
        bytes.append(date.month, digits: 2)
        bytes.append(date.year % 100, digits: 2)
    }
}
