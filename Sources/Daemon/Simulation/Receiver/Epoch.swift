package import Geofencing

/// What a receiver says at one time, and what is true then.
package struct Epoch: Sendable {
    /// The true time.
    package var time: Timestamp
    package var truth: Truth
    /// `nil` while the receiver has none. Its time may be wrong, as an old receiver's is
    /// (`Delivery.rollover`).
    package var fix: Fix?
    package var satellites: [Satellite]

    package struct Truth: Hashable, Sendable {
        package var coordinate: Coordinate
        /// Metres per second.
        package var speed: Double
        /// Degrees from true north, 0..<360; at a stop, the direction in which it came.
        package var track: Double
    }

    /// A satellite in view.
    package struct Satellite: Hashable, Sendable {
        /// The number in NMEA: GPS from 1, GLONASS from 65.
        package var number: Int
        /// Degrees above the horizon, 0…90.
        package var elevation: Int
        /// Degrees from north, 0..<360.
        package var azimuth: Int
        /// Signal to noise in dB-Hz; `nil` if it is not received.
        package var signal: Int?
        package var isUsed: Bool

        package var isGLONASS: Bool { number >= 65 }
    }

    /// The report that a position source makes of it.
    package var report: Report {
        fix.map { .fix($0) } ?? .noPosition(time)
    }
}

extension Epoch {
    /// The epoch of a receiver without errors, without satellites.
    package var withoutError: Epoch {
        var epoch = self
        var fix = Fix(time: time, coordinate: truth.coordinate)
        fix.speed = truth.speed
        fix.track = truth.track
        epoch.fix = fix
        epoch.satellites = []
        return epoch
    }
}
