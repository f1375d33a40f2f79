package import Geofencing

/// A position as a phone says it, in the daemon's units.
package struct PhonePosition: Hashable, Sendable {
    package var time: Timestamp
    /// Degrees, WGS 84.
    package var latitude: Double
    package var longitude: Double
    /// Metres, 68 %; `nil` if nobody says.
    package var accuracy: Double?
    /// Metres per second; `nil` if nobody says.
    package var speed: Double?
    /// Degrees from north; `nil` if nobody says.
    package var track: Double?
    /// Metres; `nil` if nobody says.
    package var altitude: Double?

    /// `nil` if the daemon would refuse it: a coordinate or time is missing, or out of range.
    init?(time: Timestamp?, latitude: Double?, longitude: Double?) {
        guard let time, Self.times.contains(time.milliseconds), let latitude, let longitude,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        (self.time, self.latitude, self.longitude) = (time, latitude, longitude)
    }

    /// What can be written as RFC 3339: after 1970, up to the year 9999.
    private static let times: ClosedRange<Int64> = 1...253_402_300_799_999

    /// Apps write 0 or less for what they do not know.
    mutating func set(accuracy: Double?) {
        self.accuracy = accuracy.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Apps write less than 0 for what they do not know. `metresPerSecond`: of one unit of `speed`.
    /// `zeroIsUnknown`: the app writes 0 for both where the system does not know them, as of positions by
    /// Wi-Fi.
    mutating func set(
        speed: Double?, in metresPerSecond: Double = 1, track: Double?, zeroIsUnknown: Bool = false
    ) {
        self.speed = speed.flatMap { $0 >= 0 ? $0 * metresPerSecond : nil }
        self.track = track.flatMap { (0...360).contains($0) ? ($0 == 360 ? 0 : $0) : nil }
        if zeroIsUnknown, speed == 0, track ?? 0 == 0 { (self.speed, self.track) = (nil, nil) }
    }
}

extension PhonePosition {
    /// As the daemon takes it.
    var json: String {
        var text = #"{"time":"\#(time)","lat":\#(latitude),"lon":\#(longitude)"#
        for (name, number) in [
            ("accuracy", accuracy), ("speed", speed), ("track", track), ("altitude", altitude),
        ] {
            if let number, number.isFinite { text += #","\#(name)":\#(number)"# }
        }
        return text + "}"
    }
}
