package import Geofencing

/// Finds the point that stands for a geometry of GeoJSON: the centroid of an area, the middle of a
/// line. Used for one geometry after another.
///
/// It takes degrees for a plane, which is near enough for what is the size of a place.
package struct GeometryCentroid {
    /// The points of the ring or the line that is being read.
    private var points: [Point] = []

    package init() {}

    fileprivate struct Point {
        var x: Double
        var y: Double
    }

    /// Throws why the geometry cannot be used: it is missing, of another type, or damaged.
    package mutating func coordinate(
        of geometry: JSONValue?
    ) throws(GeometryError) -> Coordinate {
        guard let geometry, geometry.kind != .null else { throw .missing }
        let members = GeoJSONMembers(geometry)
        guard let type = members.type, let coordinates = members.coordinates else {
            throw .otherType((members.type ?? geometry).inWords)
        }
        if type.isString("Point") { return try Coordinate(Self.point(coordinates)) }
        if type.isString("Polygon") { return try centroid([coordinates]) }
        if type.isString("MultiPolygon") {
            var polygons: [JSONValue] = []
            coordinates.forEachElement { polygons.append($0) }
            return try centroid(polygons)
        }
        if type.isString("LineString") {
            try read(coordinates)
            return Coordinate(middleOfLine())
        }
        throw .otherType(type.inWords)
    }

    private static func point(_ json: JSONValue) throws(GeometryError) -> Point {
        guard let (x, y) = json.pair else { throw .badCoordinates }
        guard abs(y) <= 90 else { throw .badLatitude(y) }
        guard abs(x) <= 180 else { throw .badLongitude(x) }
        return Point(x: x, y: y)
    }

    private mutating func read(_ line: JSONValue) throws(GeometryError) {
        points.removeAll(keepingCapacity: true)
        var fault: GeometryError?
        line.forEachElement { json in
            if fault != nil { return }
            do throws(GeometryError) {
                points.append(try Self.point(json))
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        if points.isEmpty { throw .badCoordinates }
    }

    /// The point with half of the line's length on either side.
    private func middleOfLine() -> Point {
        let lengths = zip(points, points.dropFirst()).map { a, b in
            ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
        }
        var rest = lengths.reduce(0, +) / 2
        for (index, length) in lengths.enumerated() {
            if length >= rest, length > 0 {
                let (a, b) = (points[index], points[index + 1])
                let part = rest / length
                return Point(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
            }
            rest -= length
        }
        return points[0]
    }

    /// The centroid of all polygons together, without their holes.
    private mutating func centroid(_ polygons: [JSONValue]) throws(GeometryError) -> Coordinate {
        var sum = (area: 0.0, x: 0.0, y: 0.0)
        var first: Point?
        for polygon in polygons {
            var isHole = false
            var rings: [JSONValue] = []
            polygon.forEachElement { rings.append($0) }
            for ring in rings {
                try read(ring)
                let origin = first ?? points[0]
                first = origin
                let part = ringMoments(around: origin)
                // A ring may run either way: the first of a polygon is its border, others are
                // holes.
                let sign = (part.area < 0) == isHole ? 1.0 : -1.0
                sum.area += sign * part.area
                sum.x += sign * part.x
                sum.y += sign * part.y
                isHole = true
            }
        }
        guard let first else { throw .badCoordinates }
        // Nothing is left where the area is none, or its holes are as large.
        guard sum.area > 1e-14 else { return Coordinate(first) }
        let middle = Point(x: first.x + sum.x / sum.area, y: first.y + sum.y / sum.area)
        guard abs(middle.y) <= 90, abs(middle.x) <= 180 else { return Coordinate(first) }
        return Coordinate(middle)
    }

    /// The signed area of the ring, and the area times its centroid, measured from `origin`.
    private func ringMoments(around origin: Point) -> (area: Double, x: Double, y: Double) {
        var (area, x, y) = (0.0, 0.0, 0.0)
        guard var previous = points.last else { return (0, 0, 0) }
        for point in points {
            let (ax, ay) = (previous.x - origin.x, previous.y - origin.y)
            let (bx, by) = (point.x - origin.x, point.y - origin.y)
            let cross = ax * by - bx * ay
            area += cross / 2
            x += (ax + bx) * cross / 6
            y += (ay + by) * cross / 6
            previous = point
        }
        return (area, x, y)
    }
}

extension Coordinate {
    fileprivate init(_ point: GeometryCentroid.Point) {
        self.init(latitude: point.y, longitude: point.x)
    }
}

/// Why no point stands for a geometry.
package enum GeometryError: Error, Hashable, CustomStringConvertible {
    case missing
    /// What it is, in words.
    case otherType(String)
    case badCoordinates
    case badLatitude(Double)
    case badLongitude(Double)

    package var description: String {
        switch self {
        case .missing: "has no geometry"
        case .otherType(let found):
            "the geometry is \(found), not a Point, LineString, Polygon or MultiPolygon"
        case .badCoordinates: "the coordinates are not pairs of longitude and latitude"
        case .badLatitude(let degrees): "latitude \(degrees) is not between -90 and 90"
        case .badLongitude(let degrees): "longitude \(degrees) is not between -180 and 180"
        }
    }
}
