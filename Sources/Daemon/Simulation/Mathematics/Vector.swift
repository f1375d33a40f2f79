import Geofencing

/// A point or a step in space, in metres. Points are from the centre of the Earth, x towards 0° 0°,
/// z towards the north pole (the Earth-centred, Earth-fixed axes of WGS 84).
///
/// In space there is nothing special about poles and 180°.
struct Vector: Hashable {
    var x: Double
    var y: Double
    var z: Double

    static func + (a: Vector, b: Vector) -> Vector {
        Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
    }

    static func - (a: Vector, b: Vector) -> Vector {
        Vector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
    }

    static func * (factor: Double, a: Vector) -> Vector {
        Vector(x: factor * a.x, y: factor * a.y, z: factor * a.z)
    }

    func dot(_ b: Vector) -> Double { x * b.x + y * b.y + z * b.z }

    func cross(_ b: Vector) -> Vector {
        Vector(x: y * b.z - z * b.y, y: z * b.x - x * b.z, z: x * b.y - y * b.x)
    }

    var length: Double { dot(self).squareRoot() }

    /// One metre in the same direction; zero for a zero vector.
    var direction: Vector { length > 0 ? 1 / length * self : Vector(x: 0, y: 0, z: 0) }
}

extension Vector {
    private static let equatorialRadius = Geodesic.equatorialRadius
    private static let polarRadius = Geodesic.equatorialRadius * (1 - Geodesic.flattening)
    private static let eccentricitySquared = Geodesic.eccentricitySquared

    /// The point of the ellipsoid.
    init(_ point: Coordinate) {
        let (sine, cosine) = DeterministicMath.sineAndCosine(point.latitude.radians)
        let (east, ahead) = DeterministicMath.sineAndCosine(point.longitude.radians)
        let square = Self.eccentricitySquared
        let normal = Self.equatorialRadius / (1 - square * sine * sine).squareRoot()
        self.init(
            x: normal * cosine * ahead, y: normal * cosine * east, z: normal * (1 - square) * sine)
    }

    /// The point of the ellipsoid above or below this one, which must be near the ground.
    var onGround: Vector {
        let (a, b) = (Self.equatorialRadius, Self.polarRadius)
        let size = ((x * x + y * y) / (a * a) + z * z / (b * b)).squareRoot()
        return 1 / size * self
    }

    /// The coordinate of a point on the ellipsoid.
    var coordinate: Coordinate {
        let axis = (x * x + y * y).squareRoot()
        let degrees = 180 / Double.pi
        return Coordinate(
            latitude: DeterministicMath.arcTangent(z, (1 - Self.eccentricitySquared) * axis)
                * degrees,
            longitude: DeterministicMath.arcTangent(y, x) * degrees)
    }

    /// One metre east and one metre north, at a point on the ellipsoid; at a pole, any two such
    /// steps.
    var eastAndNorth: (east: Vector, north: Vector) {
        let axis = (x * x + y * y).squareRoot()
        let east =
            axis > 1e-6 ? Vector(x: -y / axis, y: x / axis, z: 0) : Vector(x: 0, y: 1, z: 0)
        let up = Vector(x: x, y: y, z: z / (1 - Self.eccentricitySquared)).direction
        return (east, up.cross(east))
    }

    /// `east` and `north` metres from here, on the ground.
    func moved(_ offset: Offset) -> Vector {
        let (east, north) = eastAndNorth
        return (self + offset.east * east + offset.north * north).onGround
    }
}
