import Geofencing
import Posix

/// Writes GPX 1.1 with one track. An epoch without a fix has no point.
///
/// Accuracy, speed and course are written as OpenTracks and Garmin write them, in extensions.
package struct GPXWriter: EpochWriter {
    package let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="geofencectl simulate" \
        xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
        xmlns:opentracks="http://opentracksapp.com/xmlschemas/v1">
        <trk><trkseg>

        """
    package let tail = "</trkseg></trk></gpx>\n"

    package init() {}

    package func write(_ epoch: Epoch, to bytes: inout [UInt8]) {
        guard let fix = epoch.fix else { return }
        bytes.append("<trkpt lat=\"", fix.coordinate.latitude, decimals: 7, "\" lon=\"")
        bytes.append(fix.coordinate.longitude, decimals: 7)
        bytes.append("\">")
        bytes.append("<ele>", fix.altitude, decimals: 1, "</ele>")
        bytes.append("<time>")
        bytes.append(contentsOf: fix.time.iso8601)
        bytes.append("</time>")
        let used = epoch.satellites.count { $0.isUsed }
        if used > 0 { bytes.append("<sat>\(used)</sat>") }
        bytes.append("<hdop>", fix.hdop, decimals: 2, "</hdop>")
        bytes.append("<extensions><gpxtpx:TrackPointExtension>")
        bytes.append("<gpxtpx:speed>", fix.speed, decimals: 2, "</gpxtpx:speed>")
        let course = fix.track.map(Self.belowFullTurn)
        bytes.append("<gpxtpx:course>", course, decimals: 1, "</gpxtpx:course>")
        bytes.append("</gpxtpx:TrackPointExtension>")
        let name = "opentracks:accuracy_horizontal"
        bytes.append("<\(name)>", fix.accuracy, decimals: 2, "</\(name)>")
        bytes.append("</extensions></trkpt>\n")
    }

    private static func belowFullTurn(_ degrees: Double) -> Double {
        degrees >= 359.95 ? 0 : degrees
    }
}
