import Glibc

/// The ground around a point as a flat sheet: metres east and north of it.
///
/// Steps of latitude and longitude are turned into metres with the ellipsoid's two radii of
/// curvature at the middle latitude (Gauss's mid-latitude formula). One sine and one cosine
/// serve every point near by.
package struct LocalPlane: Sendable {
    package let origin: Coordinate
    let metresPerDegreeNorth: Double
    let metresPerDegreeEast: Double
    /// How the two change for each degree that the middle latitude lies further north.
    private let northSlope: Double
    let eastSlope: Double
    private let isPolar: Bool

    /// Metres within which the flat distance is used, away from the poles. There it is within
    /// 0.1 mm of the geodesic below 75° and 0.5 mm at 85° (checked in the tests).
    package static let reach = 1500.0
    /// Beyond this latitude meridians converge too fast for a flat sheet.
    package static let highestLatitude = 85.0

    package init(at origin: Coordinate) {
        self.origin = origin
        let e2 = Geodesic.eccentricitySquared
        let latitude = origin.latitude.radians
        let (sine, cosine) = (sin(latitude), cos(latitude))
        let w2 = 1 - e2 * sine * sine
        let primeVertical = Geodesic.equatorialRadius / w2.squareRoot()
        let meridian = primeVertical * (1 - e2) / w2
        let degree = Double.pi / 180
        metresPerDegreeNorth = meridian * degree
        metresPerDegreeEast = primeVertical * cosine * degree
        northSlope = 3 * meridian * e2 * sine * cosine / w2 * degree * degree
        eastSlope = -meridian * sine * degree * degree
        isPolar = abs(origin.latitude) > Self.highestLatitude
    }

    /// Where `point` lies from the origin, in metres.
    @inline(__always)
    package func offset(to point: Coordinate) -> Offset {
        if isPolar { return polarOffset(to: point) }
        let north = point.latitude - origin.latitude
        let east = (point.longitude - origin.longitude).shortWayRound
        return Offset(
            east: east * (metresPerDegreeEast + eastSlope * north / 2),
            north: north * (metresPerDegreeNorth + northSlope * north / 2))
    }

    /// The same near a pole: its length is the geodesic's, its direction that of the straight line
    /// in space.
    @inline(never)
    private func polarOffset(to point: Coordinate) -> Offset {
        let e2 = Geodesic.eccentricitySquared
        /// Metres from the axis of the Earth, and north of the equator's plane.
        func offsets(_ latitude: Double) -> (axis: Double, height: Double) {
            let (sine, cosine) = (sin(latitude), cos(latitude))
            let primeVertical = Geodesic.equatorialRadius / (1 - e2 * sine * sine).squareRoot()
            return (primeVertical * cosine, primeVertical * (1 - e2) * sine)
        }
        let latitude = origin.latitude.radians
        let turn = (point.longitude - origin.longitude).radians
        let (here, there) = (offsets(latitude), offsets(point.latitude.radians))
        let outward = there.axis * cos(turn) - here.axis
        let direction = Offset(
            east: there.axis * sin(turn),
            north: (there.height - here.height) * cos(latitude) - outward * sin(latitude))
        guard direction.length > 0 else { return direction }
        let stretch = Geodesic.distance(origin, point) / direction.length
        return Offset(east: direction.east * stretch, north: direction.north * stretch)
    }

    /// Metres to `point`: on the sheet where it is flat enough, else along the geodesic.
    @inline(__always)
    package func distance(to point: Coordinate) -> Double {
        distance(to: point, along: offset(to: point))
    }

    /// The same, where `offset(to: point)` is known already.
    @inline(__always)
    func distance(to point: Coordinate, along offset: Offset) -> Double {
        let length = offset.length
        return isFlat(length) ? length : Geodesic.distance(origin, point)
    }

    /// Whether the sheet may be used so many metres away.
    @inline(__always)
    func isFlat(_ metres: Double) -> Bool {
        metres <= Self.reach && !isPolar
    }

    /// Metres between two points, or `nil` where the sheet is not flat enough to say.
    static func midLatitudeDistance(_ a: Coordinate, _ b: Coordinate) -> Double? {
        guard abs(a.latitude) <= highestLatitude, abs(a.latitude - b.latitude) < 0.02 else {
            return nil
        }
        let length = LocalPlane(at: a).offset(to: b).length
        return length <= reach ? length : nil
    }
}

/// A step on the ground.
package struct Offset: Hashable, Sendable {
    /// Metres.
    package var east: Double
    /// Metres.
    package var north: Double

    package init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    @inline(__always)
    package var length: Double { (east * east + north * north).squareRoot() }
}
