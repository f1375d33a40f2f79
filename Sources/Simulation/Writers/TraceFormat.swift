import Posix

/// How a simulated trace can be written.
package enum TraceFormat: String, CaseIterable, Sendable {
    case nmea, gpx, geojson

    /// What writes it; to add a format, write its file, and name it here.
    package func writer() -> any EpochWriter {
        switch self {
        case .nmea: NMEAWriter()
        case .gpx: GPXWriter()
        case .geojson: GeoJSONWriter()
        }
    }
}

/// Writes epochs, one after the other, as bytes of a file.
package protocol EpochWriter {
    /// What stands before the first and after the last.
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
