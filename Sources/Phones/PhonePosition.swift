package import Ways

/// A position as a phone says it, in the daemon's units.
package struct PhonePosition: Hashable, Sendable {
    package var time: UTCTime
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
}
