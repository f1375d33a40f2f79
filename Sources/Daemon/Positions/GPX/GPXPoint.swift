import Geofencing
import Posix

/// What one point of a GPX file says, as far as a fix needs it.
struct GPXPoint {
    private var latitude: Double?
    private var longitude: Double?
    var time: Timestamp?
    private var altitude: Double?
    private var hdop: Double?
    private var speed: Double?
    private var track: Double?
    private var accuracy: Double?
    /// `nil` also for `dgps` and `pps`, which do not say in how many dimensions.
    private var mode: Fix.Mode?

    /// The attributes and elements that say something about a point.
    enum Value {
        case latitude, longitude, time, altitude, hdop, fix, speed, track, accuracy
    }

    mutating func read(_ value: Value, _ text: Span<UInt8>) {
        switch value {
        case .time: time = time ?? Timestamp(iso8601: text.extracting(text.trimmed))
        case .fix: mode = mode ?? Fix.Mode(gpx: text.extracting(text.trimmed))
        default: if let number = Double(decimal: text) { take(number, as: value) }
        }
    }

    /// The first number that makes sense counts: the elements of GPX come before the extensions.
    @inline(__always)
    mutating func take(_ number: Double, as value: Value) {
        switch value {
        case .latitude: latitude = number
        case .longitude: longitude = number
        case .altitude: altitude = altitude ?? number
        case .hdop: if number > 0 { hdop = hdop ?? number }
        case .speed: if number >= 0 { speed = speed ?? number }
        case .track: track = track ?? Self.direction(number)
        case .accuracy: if number > 0 { accuracy = accuracy ?? number }
        case .time, .fix: break
        }
    }

    private static func direction(_ degrees: Double) -> Double? {
        (0..<360).contains(degrees) ? degrees : degrees == 360 ? 0 : nil
    }

    /// `nil` if the point is nowhere on the Earth.
    var coordinate: Coordinate? {
        guard let latitude, let longitude else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }

    /// OpenTracks writes a pause as a point at latitude 100, and its end as one at 200.
    var isPause: Bool { latitude == 100 || latitude == 200 }

    func fix(at time: Timestamp, _ coordinate: Coordinate) -> Fix {
        var fix = Fix(time: time, coordinate: coordinate)
        fix.accuracy = accuracy
        fix.hdop = hdop
        fix.speed = speed
        fix.track = track
        fix.altitude = altitude
        fix.mode = mode ?? (altitude == nil ? .twoDimensional : .threeDimensional)
        return fix
    }
}

extension Fix.Mode {
    fileprivate init?(gpx text: Span<UInt8>) {
        if text.equalsIgnoringCase("none") {
            self = .noFix
        } else if text.equalsIgnoringCase("2d") {
            self = .twoDimensional
        } else if text.equalsIgnoringCase("3d") {
            self = .threeDimensional
        } else {
            return nil
        }
    }
}
