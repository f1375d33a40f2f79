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

    /// With this number of decimals, up to 9, and at least `digits` digits before the point.
    mutating func append(_ number: Double, decimals: Int, digits: Int = 1) {
        var unit = 1.0
        for _ in 0..<decimals { unit *= 10 }
        let scaled = Swift.min(1e18, (abs(number) * unit).rounded())
        if number < 0, scaled > 0 { append(UInt8(ascii: "-")) }
        append(Int(scaled), digits: digits + decimals, point: decimals)
    }

    /// `point`: how many of the digits are behind the decimal point.
    mutating func append(_ number: Int, digits: Int, point: Int = 0) {
        let text = String(number)
        var left = Swift.max(digits, text.utf8.count)
        for _ in 0..<left - text.utf8.count {
            append(UInt8(ascii: "0"))
            left -= 1
            if left == point, point > 0 { append(UInt8(ascii: ".")) }
        }
        for digit in text.utf8 {
            append(digit)
            left -= 1
            if left == point, point > 0 { append(UInt8(ascii: ".")) }
        }
    }
}
