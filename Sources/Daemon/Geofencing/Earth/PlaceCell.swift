import Glibc

/// A cell of the grid of 0.05°, by which places from elsewhere are asked for and kept.
///
/// Written `Y_X`, as in `1047_97`: `floor(latitude / 0.05)` and `floor(longitude / 0.05)`.
package struct PlaceCell: Hashable, Sendable, CustomStringConvertible {
    package let y: Int
    package let x: Int

    /// Degrees.
    package static let size = 0.05
    private static let perDegree = 20
    private static let columns = 360 * perDegree

    private init(y: Int, x: Int) { (self.y, self.x) = (y, x) }

    package init(of coordinate: Coordinate) {
        y = Int((coordinate.latitude / Self.size).rounded(.down))
        x = Int((coordinate.longitude / Self.size).rounded(.down))
    }

    /// `nil` if the text is not written so, or there is no such cell on the Earth.
    package init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let y = parts[0], let x = parts[1],
            (-1800...1800).contains(y), (-3600...3600).contains(x)
        else { return nil }
        (self.y, self.x) = (y, x)
        // A number can be written in several ways, and a cell in one.
        guard text == description else { return nil }
    }

    package var description: String { "\(y)_\(x)" }

    /// The south-west corner.
    package var corner: Coordinate {
        Coordinate(latitude: Double(y) * Self.size, longitude: Double(x) * Self.size)
    }

    /// West, south, east and north, in degrees with two decimals: as each cell has them, and nobody
    /// else, so that a cache knows them again.
    package var edges: [String] {
        [x, y, x + 1, y + 1].map { number in
            let (sign, hundredths) = (number < 0 ? "-" : "", abs(number) * 100 / Self.perDegree)
            return "\(sign)\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
        }
    }

    /// Those that a circle touches, the nearest first, at most `mostTouched`: near a pole there are
    /// thousands, as narrow as that. `reach`: metres, below 1000 km.
    package static func touched(around center: Coordinate, reach: Double) -> [PlaceCell] {
        var touched: [(distance: Double, cell: PlaceCell)] = []
        let height = reach / metresPerDegree
        let rows = [center.latitude - height, center.latitude + height].map { latitude in
            min(90 * perDegree - 1, Int((max(-90, min(90, latitude)) / size).rounded(.down)))
        }
        let own = PlaceCell(of: center)
        let degree = cos(center.latitude * .pi / 180)
        for y in rows[0]...rows[1] {
            let (south, north) = (Double(y) * size, Double(y + 1) * size)
            let nearest = max(south, min(north, center.latitude))
            let away = (center.latitude - nearest) * metresPerDegree
            // The row's edge nearer to the pole, where the circle reaches over most of longitude.
            let narrowing = cos(max(abs(south), abs(north)) * .pi / 180)
            let width = max(0, reach * reach - away * away).squareRoot()
            let half = min(180, width / (metresPerDegree * max(narrowing, 1e-9)))
            let first = Int(((center.longitude - half) / size).rounded(.down))
            let last = Int(((center.longitude + half) / size).rounded(.down))
            for x in first...min(last, first + columns - 1) {
                let east = (Double(x) + 0.5) * size - center.longitude
                let up = (Double(y) + 0.5) * size - center.latitude
                let cell = PlaceCell(y: y, x: wrapped(x))
                touched.append((cell == own ? -1 : hypot(east * degree, up), cell))
            }
        }
        touched.sort { ($0.distance, $0.cell.x) < ($1.distance, $1.cell.x) }
        return touched.prefix(mostTouched).map(\.cell)
    }

    /// Cells around one device.
    package static let mostTouched = 100
    /// Of latitude, where it is shortest, at the equator (WGS 84).
    private static let metresPerDegree = 110_574.0

    /// The same column, from -180° on.
    private static func wrapped(_ x: Int) -> Int {
        let half = columns / 2
        return ((x + half) % columns + columns) % columns - half
    }
}
