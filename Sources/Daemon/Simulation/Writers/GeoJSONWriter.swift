import Geofencing
import Posix

/// Writes a GeoJSON FeatureCollection (RFC 7946) for maps, with a point on each line.
package struct GeoJSONWriter: EpochWriter {
    package let head = "{\"type\":\"FeatureCollection\",\"features\":[\n"
    package let tail = "\n]}\n"

    private var isFirst = true

    package init() {}

    package mutating func write(_ epoch: Epoch, to bytes: inout [UInt8]) {
        guard let fix = epoch.fix else { return }
        if !isFirst { bytes.append(",\n") }
        isFirst = false
        bytes.append("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
        bytes.append(fix.coordinate.longitude, decimals: 7)
        bytes.append(",")
        bytes.append(fix.coordinate.latitude, decimals: 7)
        bytes.append("]},\"properties\":{\"time\":\"")
        bytes.append(contentsOf: fix.time.iso8601)
        bytes.append("\"")
        bytes.append(",\"accuracy\":", fix.accuracy, decimals: 2)
        bytes.append(",\"speed\":", fix.speed, decimals: 2)
        bytes.append(",\"track\":", fix.track, decimals: 1)
        bytes.append("}}")
    }
}
