import Glibc

/// A position of a map, in degrees.
struct MapPoint: Hashable, Sendable {
    /// The longitude.
    var x: Double
    /// The latitude.
    var y: Double
}

/// The part of the earth that an extract has, in degrees.
struct MapBox: Hashable, Sendable {
    var west: Double
    var south: Double
    var east: Double
    var north: Double

    /// The smallest box around all.
    static func around(_ boxes: [MapBox]) -> MapBox? {
        boxes.dropFirst().reduce(boxes.first) { whole, box in
            whole.map {
                MapBox(
                    west: min($0.west, box.west), south: min($0.south, box.south),
                    east: max($0.east, box.east), north: max($0.north, box.north))
            }
        }
    }
}

/// Makes areas of sea from lines of coast, for OpenStreetMap has no areas of sea: along its lines of
/// coast the land is on the left, and the water on the right.
///
/// This works cell by cell, so that a coast that is broken, as where an extract ends, spoils the sea
/// of its own cell only. Cells without a coast have what the cells around them have. How far the sea
/// goes is not known: it ends some cells away from the coast.
struct Sea {
    /// An area, and the islands in it. Lines are closed, and their first point is not repeated.
    struct Area: Hashable, Sendable {
        var outline: [MapPoint]
        var islands: [[MapPoint]] = []
    }

    /// Cells that the sea goes on without a coast: about 50 km in Europe.
    static let reach = 4

    private let grid: SeaGrid

    init(in box: MapBox, grid: SeaGrid? = nil) {
        self.grid = grid ?? SeaGrid(box)
    }

    /// `coast`: lines that are joined already; one that ends where it begins is closed.
    func areas(along coast: [[MapPoint]]) -> [Area] {
        var cells: [SeaGrid.Cell: SeaCell] = [:]
        for line in coast {
            for (cell, piece) in grid.pieces(of: line) {
                cells[cell, default: SeaCell(grid.box(of: cell))].add(piece)
            }
        }
        var areas: [Area] = []
        var corners: [SeaGrid.Cell: Bool] = [:]
        for cell in cells.keys.sorted() {
            guard let found = cells[cell]?.solved() else { continue }
            areas += found.areas
            for (corner, isSea) in zip(cell.corners, found.cornersAtSea) {
                // Two cells that see a corner differently see it wrong.
                corners[corner] = corners[corner].map { $0 && isSea } ?? isSea
            }
        }
        return areas + open(besides: Set(cells.keys), corners)
    }

    /// The cells without a coast that are all sea.
    private func open(
        besides coast: Set<SeaGrid.Cell>, _ corners: [SeaGrid.Cell: Bool]
    ) -> [Area] {
        var (corners, known) = (corners, coast)
        var areas: [Area] = []
        for _ in 0..<Self.reach {
            var found: [(cell: SeaGrid.Cell, isSea: Bool)] = []
            for cell in Set(corners.keys.flatMap(\.cellsAround)).sorted()
            where grid.has(cell) && !known.contains(cell) {
                let views = Set(cell.corners.compactMap { corners[$0] })
                if views.count == 1, let isSea = views.first { found.append((cell, isSea)) }
            }
            for (cell, isSea) in found {
                known.insert(cell)
                if isSea { areas.append(Area(outline: grid.box(of: cell).corners)) }
                for corner in cell.corners where corners[corner] == nil { corners[corner] = isSea }
            }
        }
        return areas
    }
}

extension MapBox {
    /// From the north-west, clockwise.
    var corners: [MapPoint] {
        [
            MapPoint(x: west, y: north), MapPoint(x: east, y: north), MapPoint(x: east, y: south),
            MapPoint(x: west, y: south),
        ]
    }
}

/// The coast within one cell.
private struct SeaCell {
    private let box: MapBox
    private var lines: [[MapPoint]] = []
    private var rings: [[MapPoint]] = []
    /// The lines from border to border, each with its places there.
    private var crossings: [Crossing] = []

    /// Of the width of the cell.
    private static let longestStub = 0.3

    private struct Crossing {
        var points: [MapPoint]
        var start: Double
        var end: Double
        /// Whether an end of it was not at the border.
        var isMended = false
    }

    init(_ box: MapBox) { self.box = box }

    mutating func add(_ piece: SeaGrid.Piece) {
        if piece.isClosed { rings.append(piece.points) } else { lines.append(piece.points) }
    }

    /// A coast that ends here goes on somewhere: where another begins, if that is near, and else at
    /// the nearest border, which is as good as any.
    private mutating func mend() {
        while let (end, start) = gap {
            let points = lines[end]
            if end == start {
                rings.append(points)
            } else {
                lines[start] = points + lines[start]
            }
            lines.remove(at: end)
        }
        for line in lines {
            var points = line
            if place(of: points[0]) == nil { points.insert(nearest(to: points[0]), at: 0) }
            let last = points[points.count - 1]
            if place(of: last) == nil { points.append(nearest(to: last)) }
            guard let start = place(of: points[0]), let end = place(of: points[points.count - 1])
            else { continue }
            crossings.append(
                Crossing(
                    points: points, start: start, end: end, isMended: points.count > line.count))
        }
        lines = []
    }

    /// A line that ends within the cell, and the nearest one that begins there, unless the border is
    /// nearer to one of both.
    private var gap: (end: Int, start: Int)? {
        for (index, line) in lines.enumerated() {
            guard let last = line.last, place(of: last) == nil else { continue }
            let begun = lines.indices.filter { place(of: lines[$0][0]) == nil }
            guard
                let start = begun.min(by: {
                    last.distance(to: lines[$0][0]) < last.distance(to: lines[$1][0])
                })
            else { continue }
            let first = lines[start][0]
            let width = last.distance(to: first)
            let ways = [last, first].map { $0.distance(to: nearest(to: $0)) }
            if width < ways[0], width < ways[1] { return (index, start) }
        }
        return nil
    }

    /// Where on the border a point is: 0…1 along the north, 1…2 the east, 2…3 the south, 3…4 the
    /// west, clockwise; `nil` if it is not on the border.
    private func place(of point: MapPoint) -> Double? {
        let (width, height) = (box.east - box.west, box.north - box.south)
        if point.y == box.north { return (point.x - box.west) / width }
        if point.x == box.east { return 1 + (box.north - point.y) / height }
        if point.y == box.south { return 2 + (box.east - point.x) / width }
        return point.x == box.west ? 3 + (point.y - box.south) / height : nil
    }

    private func nearest(to point: MapPoint) -> MapPoint {
        [
            MapPoint(x: point.x, y: box.north), MapPoint(x: box.east, y: point.y),
            MapPoint(x: point.x, y: box.south), MapPoint(x: box.west, y: point.y),
        ].min { $0.distance(to: point) < $1.distance(to: point) }!
    }

    /// The sea in it, and which of its corners are at sea, as `MapBox.corners` has them; `nil` if the
    /// lines contradict each other, also without stubs that were mended.
    mutating func solved() -> (areas: [Sea.Area], cornersAtSea: [Bool])? {
        mend()
        while true {
            if let (outlines, corners) = crossings.isEmpty ? uncrossed : joined {
                return (areas(in: outlines), corners)
            }
            // A stub that the mending has turned the wrong way is not worth the rest of the cell.
            let mended = crossings.indices.filter {
                crossings[$0].isMended
                    && crossings[$0].points.length < (box.east - box.west) * Self.longestStub
            }
            guard
                let shortest = mended.min(by: {
                    crossings[$0].points.length < crossings[$1].points.length
                })
            else { return nil }
            crossings.remove(at: shortest)
        }
    }

    private func areas(in outlines: [[MapPoint]]) -> [Sea.Area] {
        var areas = outlines.map { Sea.Area(outline: $0) }
        areas += rings.filter(\.isClockwise).map { Sea.Area(outline: $0) }
        for island in rings where !island.isClockwise {
            // The smallest area around it, should one be within another.
            let around = areas.indices.filter { areas[$0].outline.surrounds(island[0]) }
            guard
                let area = around.min(by: {
                    abs(areas[$0].outline.doubleSize) < abs(areas[$1].outline.doubleSize)
                })
            else { continue }
            areas[area].islands.append(island)
        }
        return areas
    }

    /// Without a line from border to border, all of the border is sea or land: sea if there is an
    /// island that is in no lagoon.
    private var uncrossed: ([[MapPoint]], [Bool])? {
        let lagoons = rings.filter(\.isClockwise)
        let isSea = rings.contains { ring in
            !ring.isClockwise && !lagoons.contains { $0.surrounds(ring[0]) }
        }
        return (isSea ? [box.corners] : [], Array(repeating: isSea, count: 4))
    }

    /// Joins the lines along the border: clockwise from the end of one, the sea is on the right up
    /// to the beginning of the next one.
    private var joined: ([[MapPoint]], [Bool])? {
        let starts = crossings.indices.sorted { crossings[$0].start < crossings[$1].start }
        var next: [Int] = []
        var corners = Array(repeating: false, count: 4)
        var between: [[MapPoint]] = []
        for crossing in crossings {
            let end = crossing.end
            let later = starts.first { crossings[$0].start >= end }
            let follower = later ?? starts[0]
            let start = crossings[follower].start + (later == nil ? 4 : 0)
            // Another end in between has land and sea on the wrong sides.
            let isBroken = crossings.contains { other in
                let place = other.end > end ? other.end : other.end + 4
                return other.end != end && place < start
            }
            if isBroken { return nil }
            next.append(follower)
            let passed = (1...8).filter { Double($0) >= end && Double($0) < start }.map { $0 % 4 }
            for corner in passed { corners[corner] = true }
            between.append(passed.map { box.corners[$0] })
        }
        guard Set(next).count == next.count else { return nil }
        var outlines: [[MapPoint]] = []
        var used: Set<Int> = []
        for first in crossings.indices where !used.contains(first) {
            var outline: [MapPoint] = []
            var crossing = first
            while used.insert(crossing).inserted {
                outline += crossings[crossing].points + between[crossing]
                crossing = next[crossing]
            }
            outlines.append(outline)
        }
        return (outlines, corners)
    }
}

extension MapPoint {
    /// In degrees, as the map shows them near the equator: only to compare.
    fileprivate func distance(to other: MapPoint) -> Double { hypot(x - other.x, y - other.y) }
}

extension [MapPoint] {
    /// Twice the area in square degrees; negative if the line goes clockwise.
    fileprivate var doubleSize: Double {
        indices.reduce(0) { sum, index in
            let (one, other) = (self[index], self[index + 1 == count ? 0 : index + 1])
            return sum + one.x * other.y - other.x * one.y
        }
    }

    /// In degrees.
    fileprivate var length: Double {
        zip(self, dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    fileprivate var isClockwise: Bool { doubleSize < 0 }

    /// Whether the point is within the closed line.
    fileprivate func surrounds(_ point: MapPoint) -> Bool {
        var isWithin = false
        var before = self[count - 1]
        for corner in self {
            if (corner.y > point.y) != (before.y > point.y),
                point.x < corner.x
                    + (before.x - corner.x) * (point.y - corner.y) / (before.y - corner.y)
            {
                isWithin.toggle()
            }
            before = corner
        }
        return isWithin
    }
}
