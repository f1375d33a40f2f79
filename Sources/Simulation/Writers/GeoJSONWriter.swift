import Geofencing

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
        member("accuracy", fix.accuracy, 2, &bytes)
        member("speed", fix.speed, 2, &bytes)
        member("track", fix.track, 1, &bytes)
        bytes.append("}}")
    }

    private func member(
        _ name: String, _ number: Double?, _ decimals: Int, _ bytes: inout [UInt8]
    ) {
        guard let number else { return }
        bytes.append(",\"\(name)\":")
        bytes.append(number, decimals: decimals)
    }
}
