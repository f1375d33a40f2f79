import Testing

@testable import Geofencing

struct DistanceTests {
    /// What is allowed at a distance, in metres.
    private static func tolerance(_ metres: Double) -> Double { metres <= 2000 ? 0.001 : 0.01 }

    /// The ways to measure that there are.
    enum Method: CaseIterable {
        case geodesic, coordinate, plane

        func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
            switch self {
            case .geodesic: Geodesic.distance(a, b)
            case .coordinate: a.distance(to: b)
            case .plane: LocalPlane(at: a).distance(to: b)
            }
        }
    }

    @Test(arguments: Method.allCases)
    func `distances agree with Karney's to a millimetre up to 2 km and a centimetre beyond`(
        _ method: Method
    ) {
        for row in distanceTable {
            let a = Coordinate(latitude: row.lat1, longitude: row.lon1)
            let b = Coordinate(latitude: row.lat2, longitude: row.lon2)
            for (a, b) in [(a, b), (b, a)] {
                let error = abs(method.distance(a, b) - row.metres)
                #expect(error < Self.tolerance(row.metres), "\(row)")
            }
        }
    }

    @Test func `the table covers near and far, the poles and the antimeridian`() {
        #expect(distanceTable.count > 250)
        #expect(distanceTable.contains { $0.metres < 1 })
        #expect(distanceTable.contains { $0.metres > 18_000_000 })
        #expect(distanceTable.contains { abs($0.lon1 - $0.lon2) > 359 && $0.metres < 2000 })
        #expect(distanceTable.filter { abs($0.lat1) == 90 }.count > 10)
    }

    @Test func `a point is no way from itself`() {
        for row in distanceTable {
            let point = Coordinate(latitude: row.lat1, longitude: row.lon1)
            #expect(point.distance(to: point) == 0)
            #expect(Geodesic.distance(point, point) == 0)
        }
    }

    @Test(arguments: [
        // 20,003,931.4586 m is half a meridian, the longest there is.
        (Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0.3, longitude: 179.8)),
        (Coordinate(latitude: -30, longitude: 0), Coordinate(latitude: 29.9, longitude: 179.9)),
        (Coordinate(latitude: 0, longitude: -90), Coordinate(latitude: 0, longitude: 90)),
    ])
    func `nearly opposite points are half way round the Earth, within 0.6 %`(
        a: Coordinate, b: Coordinate
    ) {
        let metres = a.distance(to: b)
        #expect(abs(metres - 20_003_931) < 0.006 * 20_003_931)
    }

    @Test func `a flat sheet knows east from west and north from south`() {
        let plane = LocalPlane(at: Coordinate(latitude: 52, longitude: 179.999))
        let east = plane.offset(to: Coordinate(latitude: 52, longitude: -179.999))
        #expect(east.east > 130 && east.east < 140)
        #expect(abs(east.north) < 0.01)
        let south = plane.offset(to: Coordinate(latitude: 51.999, longitude: 179.999))
        #expect(south.north < -111 && south.north > -112)
        #expect(south.east == 0)
        #expect(Offset(east: 3, north: -4).length == 5)
    }

    @Test(arguments: [
        (0.0, 0.0, true), (90, 180, true), (-90, -180, true), (90.0000001, 0, false),
        (0, 180.0000001, false), (-91, 0, false), (0, -181, false), (.nan, 0, false),
        (0, .nan, false), (.infinity, 0, false), (0, -.infinity, false),
    ])
    func `a coordinate is valid on the Earth only`(
        latitude: Double, longitude: Double, isValid: Bool
    ) {
        #expect(Coordinate(latitude: latitude, longitude: longitude).isValid == isValid)
    }
}
