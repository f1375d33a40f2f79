import Glibc

/// The shape of the Earth (WGS 84) and the shortest way over it.
package enum Geodesic {
    /// Equatorial radius in metres (NIMA TR8350.2, table 3.1).
    package static let equatorialRadius = 6_378_137.0
    /// Flattening (NIMA TR8350.2, table 3.1).
    package static let flattening = 1 / 298.257223563
    /// e² = f (2 − f)
    package static let eccentricitySquared = flattening * (2 - flattening)

    /// Metres from `a` to `b`: the inverse problem by T. Vincenty's iteration (Survey Review 176,
    /// 1975).
    ///
    /// Between points that are nearly opposite on the globe it does not converge; there the
    /// answer is that of a sphere, within 0.6 %. No region is that large.
    package static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let f = flattening
        let polarRadius = equatorialRadius * (1 - f)
        let difference = (b.longitude - a.longitude).shortWayRound.radians
        let reducedA = atan((1 - f) * tan(a.latitude.radians))
        let reducedB = atan((1 - f) * tan(b.latitude.radians))
        let (sinA, cosA) = (sin(reducedA), cos(reducedA))
        let (sinB, cosB) = (sin(reducedB), cos(reducedB))

        var lambda = difference
        for _ in 0..<100 {
            let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
            let sinSigma = hypot(cosB * sinLambda, cosA * sinB - sinA * cosB * cosLambda)
            if sinSigma == 0 { return 0 }
            let cosSigma = sinA * sinB + cosA * cosB * cosLambda
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosA * cosB * sinLambda / sinSigma
            let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
            let cosTwiceMiddle =
                cosSquaredAlpha == 0 ? 0 : cosSigma - 2 * sinA * sinB / cosSquaredAlpha
            let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
            let twiceMiddleTerm = 2 * cosTwiceMiddle * cosTwiceMiddle - 1
            let previous = lambda
            lambda =
                difference + (1 - c) * f * sinAlpha
                * (sigma + c * sinSigma * (cosTwiceMiddle + c * cosSigma * twiceMiddleTerm))
            if abs(lambda) > .pi { break }
            if abs(lambda - previous) > 1e-13 { continue }

            let ratio = equatorialRadius / polarRadius
            let uSquared = cosSquaredAlpha * (ratio * ratio - 1)
            let bigA =
                1 + uSquared / 16384
                * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
            let bigB = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
            let third =
                bigB / 6 * cosTwiceMiddle * (4 * sinSigma * sinSigma - 3)
                * (4 * cosTwiceMiddle * cosTwiceMiddle - 3)
            let deltaSigma =
                bigB * sinSigma
                * (cosTwiceMiddle + bigB / 4 * (cosSigma * twiceMiddleTerm - third))
            return polarRadius * bigA * (sigma - deltaSigma)
        }
        return sphericalDistance(a, b)
    }

    /// Metres on the sphere with the ellipsoid's mean radius.
    private static func sphericalDistance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let meanRadius = equatorialRadius * (1 - flattening / 3)
        let halfLatitude = sin((b.latitude - a.latitude).radians / 2)
        let halfLongitude = sin((b.longitude - a.longitude).radians / 2)
        let haversine =
            halfLatitude * halfLatitude
            + cos(a.latitude.radians) * cos(b.latitude.radians) * halfLongitude * halfLongitude
        return 2 * meanRadius * asin(min(1, haversine.squareRoot()))
    }
}
