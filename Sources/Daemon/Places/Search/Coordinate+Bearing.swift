package import Geofencing
import Glibc
import Posix

extension Coordinate {
    /// The direction in which the way to `other` begins, in degrees from north, clockwise, 0..<360;
    /// `nil` if `other` is here.
    ///
    /// It is computed on a sphere with reduced latitudes: within 0.2° of the geodesic.
    package func bearing(to other: Coordinate) -> Double? {
        guard distance(to: other) > 0 else { return nil }
        let (here, there) = (reducedLatitude, other.reducedLatitude)
        let east = (other.longitude - longitude).shortWayRound.radians
        let bearing = atan2(
            sin(east) * cos(there), cos(here) * sin(there) - sin(here) * cos(there) * cos(east))
        let degrees = bearing * 180 / .pi
        // A little less than 0 would be rounded to 360.
        return (degrees < 0 ? degrees + 360 : degrees).truncatingRemainder(dividingBy: 360)
    }

    /// Radians.
    private var reducedLatitude: Double {
        atan((1 - Geodesic.flattening) * tan(latitude.radians))
    }

    /// As in `geo:52.3731,4.8926` (RFC 5870), to a centimetre.
    package var geoURI: String {
        "geo:\(Self.decimal(latitude)),\(Self.decimal(longitude))"
    }

    /// Without an exponent, which the RFC does not have.
    private static func decimal(_ degrees: Double) -> String {
        var text = String(decimals: 7, degrees)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}
