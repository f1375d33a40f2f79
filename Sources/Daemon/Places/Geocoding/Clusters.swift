import Geofencing
import Glibc

extension Array {
    /// Those that are near together, in groups: each is within about `reach` metres of another of
    /// its group. The largest group comes first.
    ///
    /// The points are sorted into squares, since comparing each with each would take too long.
    func clusters(within reach: Double, at coordinate: (Element) -> Coordinate) -> [[Element]] {
        guard let origin = first.map(coordinate) else { return [] }
        // Metres of a degree; on the other side of the Earth, squares are merely wider or narrower.
        let north = 111_000.0
        let east = north * Swift.max(0.01, cos(origin.latitude.radians))
        var squares: [Square: [Element]] = [:]
        for element in self {
            let point = coordinate(element)
            let square = Square(
                x: Int(
                    ((point.longitude - origin.longitude).shortWayRound * east / reach).rounded(
                        .down)),
                y: Int(((point.latitude - origin.latitude) * north / reach).rounded(.down)))
            squares[square, default: []].append(element)
        }
        return squares.keys.sorted().compactMap { squares.takeGroup(around: $0) }
            .sorted { $0.count > $1.count }
    }
}

private struct Square: Hashable, Comparable {
    var x: Int
    var y: Int

    var neighbours: [Square] {
        (-1...1).flatMap { x in (-1...1).map { Square(x: self.x + x, y: self.y + $0) } }
    }

    static func < (a: Square, b: Square) -> Bool { (a.x, a.y) < (b.x, b.y) }
}

extension Dictionary where Key == Square {
    /// Removes the square, its neighbours, theirs and so on; `nil` if it is gone.
    fileprivate mutating func takeGroup<Element>(around start: Square) -> [Element]?
    where Value == [Element] {
        guard let first = removeValue(forKey: start) else { return nil }
        var (group, open) = (first, [start])
        while let square = open.popLast() {
            for next in square.neighbours {
                guard let more = removeValue(forKey: next) else { continue }
                group += more
                open.append(next)
            }
        }
        return group
    }
}

extension [Coordinate] {
    /// Their mean, also across 180°; `nil` if there are none.
    var middle: Coordinate? {
        guard let first else { return nil }
        var (north, east) = (0.0, 0.0)
        for point in self {
            north += point.latitude - first.latitude
            east += (point.longitude - first.longitude).shortWayRound
        }
        return Coordinate(
            latitude: first.latitude + north / Double(count),
            longitude: (first.longitude + east / Double(count)).shortWayRound)
    }
}
