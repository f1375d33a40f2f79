import Glibc

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

    /// An upper bound of the distance in metres, close to it for short distances at moderate
    /// latitudes. It is cheap: no sine is taken.
    func distanceAtMost(to other: Coordinate) -> Double {
        // The way along a parallel and a meridian is never shorter than the geodesic, and no
        // degree is longer than one of latitude at the poles.
        let degrees =
            abs(latitude - other.latitude) + abs((longitude - other.longitude).shortWayRound)
        return degrees * 111_700
    }

    /// Whether `other` is at most so many metres away.
    package func isWithin(_ metres: Double, of other: Coordinate) -> Bool {
        distanceAtMost(to: other) <= metres || distance(to: other) <= metres
    }
}

extension Double {
    package var radians: Double { self * (.pi / 180) }

    /// A difference of longitudes, brought to -180…180: the short way round.
    package var shortWayRound: Double {
        self > 180 ? self - 360 : self < -180 ? self + 360 : self
    }
}
