/// A point on the Earth, on the WGS 84 ellipsoid.
package struct Coordinate: Hashable, Sendable {
    /// Degrees north, -90…90.
    package var latitude: Double
    /// Degrees east, -180…180; -180 and 180 are the same meridian.
    package var longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Both numbers are finite and in range.
    package var isValid: Bool {
        abs(latitude) <= 90 && abs(longitude) <= 180
    }

    /// Metres along the ellipsoid, to better than a millimetre below 2 km and a centimetre beyond.
    package func distance(to other: Coordinate) -> Double {
        LocalPlane.midLatitudeDistance(self, other) ?? Geodesic.distance(self, other)
    }
}

extension Double {
    package var radians: Double { self * (.pi / 180) }

    /// A difference of longitudes, brought to -180…180: the short way round.
    package var shortWayRound: Double {
        self > 180 ? self - 360 : self < -180 ? self + 360 : self
    }
}
