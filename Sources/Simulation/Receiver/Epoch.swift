package import Geofencing

/// What a receiver says at one time, beside the truth.
package struct Epoch: Sendable {
    /// By a right clock.
    package var time: Timestamp
    package var truth: Truth
    /// `nil` while it has none. Its time is `time`, or the wrong one that it would write.
    package var fix: Fix?
    package var satellites: [Satellite]

    package struct Truth: Hashable, Sendable {
        package var coordinate: Coordinate
        /// Metres per second.
        package var speed: Double
        /// Degrees from true north, 0..<360; where it stands, the way it came.
        package var track: Double
    }

    /// One that is in view.
    package struct Satellite: Hashable, Sendable {
        /// As NMEA numbers them: GPS from 1, GLONASS from 65.
        package var number: Int
        /// Degrees above the horizon, 0…90.
        package var elevation: Int
        /// Degrees from north, 0..<360.
        package var azimuth: Int
        /// Signal to noise, in dB-Hz; `nil` if it is not heard.
        package var signal: Int?
        package var isUsed: Bool

        package var isGLONASS: Bool { number >= 65 }
    }

    /// What it would be as a report of a position source.
    package var report: Report {
        fix.map { .fix($0) } ?? .noPosition(time)
    }
}

extension Epoch {
    /// As a receiver without any error would have it.
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
