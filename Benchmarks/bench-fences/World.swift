import Geofencing
import Glibc

/// The regions and the fixes, as `Benchmarks/bench` has made them up.
struct World {
    let centers: [Coordinate]
    let fixes: [Coordinate]

    /// So many fixes are one journey; the next begins elsewhere.
    private static let journey = 1000

    init(_ arguments: [String]) {
        centers = Self.points(arguments[1], count: arguments[2])
        fixes = Self.points(arguments[3], count: arguments[4])
    }

    /// Latitude and longitude, each a double.
    private static func points(_ path: String, count: String) -> [Coordinate] {
        guard let count = Int(count), let file = fopen(path, "rb") else {
            fatalError("cannot read \(path)")
        }
        defer { fclose(file) }
        var numbers = [Double](repeating: 0, count: count * 2)
        guard fread(&numbers, 8, count * 2, file) == count * 2 else {
            fatalError("\(path) is too short")
        }
        return (0..<count).map {
            Coordinate(latitude: numbers[$0 * 2], longitude: numbers[$0 * 2 + 1])
        }
    }

    var regions: RegionList {
        // One after the other, as from a file: never all at once.
        RegionList(
            centers.indices.lazy.map { number in
                Region(
                    id: "\(Self.idPrefix)\(number)", kind: "favourite",
                    name: "Place \(number)", center: centers[number])
            })
    }

    private static let idPrefix = "favourite/osm/node/"

    /// The number of the place that a region of `regions` is around.
    static func place(of region: Region) -> UInt32? {
        UInt32(region.id.dropFirst(idPrefix.count))
    }

    /// The fixes with their times, one a second, and an hour between two journeys.
    var reports: [Fix] {
        fixes.enumerated().map { number, point in
            let journey = number / Self.journey
            var fix = Fix(
                time: Timestamp(milliseconds: Int64(number + journey * 3600) * 1000),
                coordinate: point)
            fix.accuracy = 5
            fix.startsSegment = number % Self.journey == 0
            return fix
        }
    }
}
