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

    /// Metres, not less than the distance, and not much more where that is short and the latitude
    /// moderate; it takes no sine.
    func distanceAtMost(to other: Coordinate) -> Double {
        // Along a parallel and a meridian it is never less far, and no degree is longer than that
        // of latitude at the poles.
        let degrees =
            abs(latitude - other.latitude) + abs((longitude - other.longitude).shortWayRound)
        return degrees * 111_700
    }

    /// Whether it is at most so many metres to `other`.
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
