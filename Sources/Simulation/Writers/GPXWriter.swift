import Geofencing

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
        bytes.append("<trkpt lat=\"")
        bytes.append(fix.coordinate.latitude, decimals: 7)
        bytes.append("\" lon=\"")
        bytes.append(fix.coordinate.longitude, decimals: 7)
        bytes.append("\">")
        element("ele", fix.altitude, 1, &bytes)
        bytes.append("<time>")
        bytes.append(contentsOf: fix.time.iso8601)
        bytes.append("</time>")
        let used = epoch.satellites.count { $0.isUsed }
        if used > 0 { bytes.append("<sat>\(used)</sat>") }
        element("hdop", fix.hdop, 2, &bytes)
        bytes.append("<extensions><gpxtpx:TrackPointExtension>")
        element("gpxtpx:speed", fix.speed, 2, &bytes)
        element("gpxtpx:course", fix.track.map(Self.belowFullTurn), 1, &bytes)
        bytes.append("</gpxtpx:TrackPointExtension>")
        element("opentracks:accuracy_horizontal", fix.accuracy, 2, &bytes)
        bytes.append("</extensions></trkpt>\n")
    }

    private static func belowFullTurn(_ degrees: Double) -> Double {
        degrees >= 359.95 ? 0 : degrees
    }

    private func element(
        _ name: String, _ number: Double?, _ decimals: Int, _ bytes: inout [UInt8]
    ) {
        guard let number else { return }
        bytes.append("<\(name)>")
        bytes.append(number, decimals: decimals)
        bytes.append("</\(name)>")
    }
}
