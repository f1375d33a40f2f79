import Posix

/// The formats of a simulated trace.
package enum TraceFormat: String, CaseIterable, Sendable {
    case nmea, gpx, geojson

    /// The writer of the format. To add a format, write its file, and name it here.
    package func writer() -> any EpochWriter {
        switch self {
        case .nmea: NMEAWriter()
        case .gpx: GPXWriter()
        case .geojson: GeoJSONWriter()
        }
    }
}

/// Writes epochs as bytes of a file, one after the other.
package protocol EpochWriter {
    /// What the file begins and ends with.
    var head: String { get }
    var tail: String { get }

    mutating func write(_ epoch: Epoch, to bytes: inout [UInt8])
}

extension [UInt8] {
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends `number` between two texts, or nothing if there is no number.
    mutating func append(
        _ before: String, _ number: Double?, decimals: Int, _ after: String = ""
    ) {
        guard let number else { return }
        append(before)
        append(number, decimals: decimals)
        append(after)
    }
}
