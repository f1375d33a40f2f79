import Glibc

/// Cuts lines into pieces, one for each cell of a box that they pass.
///
/// The cells are tiles of the map, so that nobody sees where two areas of sea meet.
struct SeaGrid {
    /// Counts from the north-west. Its corners are counted likewise: the corner of a number is the
    /// north-western one of the cell with that number.
    struct Cell: Hashable, Comparable, Sendable {
        var column: Int
        var row: Int

        static func < (one: Cell, other: Cell) -> Bool {
            (one.row, one.column) < (other.row, other.column)
        }

        /// As `MapBox.corners` has them.
        var corners: [Cell] {
            [(0, 0), (1, 0), (1, 1), (0, 1)].map { Cell(column: column + $0.0, row: row + $0.1) }
        }

        /// Of a corner.
        var cellsAround: [Cell] {
            [(0, 0), (-1, 0), (-1, -1), (0, -1)].map {
                Cell(column: column + $0.0, row: row + $0.1)
            }
        }
    }

    /// A line within a cell. Unless it is closed, it begins and ends at the cell's border, or where
    /// the whole line does.
    struct Piece: Hashable, Sendable {
        var points: [MapPoint]
        var isClosed = false
    }

    /// Longitudes of the borders, from the west.
    private let columns: [Double]
    /// Latitudes of the borders, from the north.
    private let rows: [Double]

    private static let zoom = 11

    /// Degrees. Positions of OpenStreetMap are multiples of 1e-7: with this besides, none is on a
    /// border.
    private static let shift = 3e-8

    init(columns: [Double], rows: [Double]) {
        (self.columns, self.rows) = (columns, rows)
    }

    init(_ box: MapBox) {
        let count = Double(1 << Self.zoom)
        let west = Int((box.west + 180) / 360 * count)
        let east = Int((box.east + 180) / 360 * count)
        let lines = stride(from: west + 1, through: east, by: 1).map {
            Double($0) / count * 360 - 180
        }
        let north = Int(Self.row(of: box.north) * count)
        let south = Int(Self.row(of: box.south) * count)
        let latitudes = stride(from: north + 1, through: south, by: 1).map {
            Self.latitude(of: Double($0) / count)
        }
        columns = Self.borders(
            box.west - Self.shift, lines.map { $0 + Self.shift }, box.east + Self.shift)
        rows = Self.borders(
            box.north + Self.shift, latitudes.map { $0 + Self.shift }, box.south - Self.shift)
    }

    /// Borders between the first and the last one, without such that would leave a cell nothing.
    private static func borders(_ first: Double, _ inner: [Double], _ last: Double) -> [Double] {
        let range = min(first, last)...max(first, last)
        return [first] + inner.filter { range.contains($0) && $0 != first && $0 != last } + [last]
    }

    /// Of the whole world, 0 in the north and 1 in the south (Web Mercator).
    private static func row(of latitude: Double) -> Double {
        let angle = max(-85.05, min(85.05, latitude)) * .pi / 180
        return (1 - asinh(tan(angle)) / .pi) / 2
    }

    private static func latitude(of row: Double) -> Double {
        atan(sinh(.pi * (1 - 2 * row))) * 180 / .pi
    }

    func has(_ cell: Cell) -> Bool {
        (0..<columns.count - 1).contains(cell.column) && (0..<rows.count - 1).contains(cell.row)
    }

    func box(of cell: Cell) -> MapBox {
        MapBox(
            west: columns[cell.column], south: rows[cell.row + 1], east: columns[cell.column + 1],
            north: rows[cell.row])
    }

    /// `nil` if it is outside.
    private func cell(of point: MapPoint) -> Cell? {
        let cell = Cell(
            column: columns.partition { $0 > point.x } - 1,
            row: rows.partition { $0 < point.y } - 1)
        return has(cell) ? cell : nil
    }

    /// The pieces of a line, which is closed if it ends where it begins.
    func pieces(of line: [MapPoint]) -> [(cell: Cell, piece: Piece)] {
        guard line.count > 1 else { return [] }
        var pieces: [(cell: Cell?, piece: Piece)] = []
        for (start, end) in zip(line, line.dropFirst()) where start != end {
            for (from, to) in cut(start, end) {
                let middle = MapPoint(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
                let cell = cell(of: middle)
                if let last = pieces.last, last.cell == cell {
                    pieces[pieces.count - 1].piece.points.append(to)
                } else {
                    pieces.append((cell, Piece(points: [from, to])))
                }
            }
        }
        if line.first == line.last, let first = pieces.first, let last = pieces.last {
            if pieces.count == 1 {
                pieces[0].piece.points.removeLast()
                pieces[0].piece.isClosed = true
            } else if first.cell == last.cell {
                pieces[0].piece.points = last.piece.points + first.piece.points.dropFirst()
                pieces.removeLast()
            }
        }
        return pieces.compactMap { cell, piece in cell.map { ($0, piece) } }
    }

    /// The parts of one stretch, between the borders that it crosses.
    private func cut(_ start: MapPoint, _ end: MapPoint) -> [(MapPoint, MapPoint)] {
        var crossings: [(share: Double, point: MapPoint)] = []
        for border in between(start.x, end.x, columns) {
            let share = (border - start.x) / (end.x - start.x)
            crossings.append((share, MapPoint(x: border, y: start.y + share * (end.y - start.y))))
        }
        for border in between(start.y, end.y, rows) {
            let share = (border - start.y) / (end.y - start.y)
            crossings.append((share, MapPoint(x: start.x + share * (end.x - start.x), y: border)))
        }
        crossings.sort { $0.share < $1.share }
        let points = [start] + crossings.map(\.point) + [end]
        return zip(points, points.dropFirst()).filter { $0 != $1 }
    }

    private func between(_ one: Double, _ other: Double, _ borders: [Double]) -> [Double] {
        let range = min(one, other)...max(one, other)
        let isGrowing = borders[0] < borders[1]
        let first = borders.partition {
            isGrowing ? $0 >= range.lowerBound : $0 <= range.upperBound
        }
        return Array(borders[first...].prefix(while: range.contains))
    }
}

extension [Double] {
    /// The index of the first element for which `isBehind` holds, and it does for all after it.
    fileprivate func partition(_ isBehind: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
