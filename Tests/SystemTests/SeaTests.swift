import TestSupport
import Testing

@testable import geofencectl

/// A coast, drawn: `>`, `<`, `^` and `v` are where it goes, with the land on the left of each, and the
/// sea is `~`. A cell of the grid is `size` characters wide and high.
private struct Drawing {
    let lines: [[Character]]
    let grid: SeaGrid

    init(_ text: String, size: Int) {
        lines = text.split(separator: "\n").map { Array($0) }
        func borders(_ count: Int) -> [Double] {
            stride(from: 0, through: count, by: size).map { Double($0) }
        }
        grid = SeaGrid(
            columns: borders(lines[0].count), rows: borders(lines.count).map { -$0 })
    }

    private static let steps: [Character: (Int, Int)] = [
        ">": (1, 0), "<": (-1, 0), "^": (0, -1), "v": (0, 1),
    ]

    /// The coast, joined, from the middle of one character to that of the next.
    var coast: [[MapPoint]] {
        var next: [[Int]: [Int]] = [:]
        for (row, line) in lines.enumerated() {
            for (column, mark) in line.enumerated() {
                if let step = Self.steps[mark] {
                    next[[column, row]] = [column + step.0, row + step.1]
                }
            }
        }
        let starts = Set(next.keys).subtracting(next.values).sorted {
            $0.lexicographicallyPrecedes($1)
        }
        var coast: [[MapPoint]] = []
        for start in starts + next.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            var line: [MapPoint] = []
            var place = start
            while let step = next.removeValue(forKey: place) {
                line.append(Self.middle(of: place))
                place = step
            }
            if !line.isEmpty { coast.append(line + [Self.middle(of: place)]) }
        }
        return coast
    }

    private static func middle(of place: [Int]) -> MapPoint {
        MapPoint(x: Double(place[0]) + 0.5, y: -Double(place[1]) - 0.5)
    }

    /// The drawing, with the sea that was found.
    var drawn: String {
        let areas = Sea(in: MapBox(west: 0, south: 0, east: 0, north: 0), grid: grid)
            .areas(along: coast)
        return lines.enumerated().map { row, line in
            String(
                line.enumerated().map { column, mark in
                    guard Self.steps[mark] == nil else { return mark }
                    let point = Self.middle(of: [column, row])
                    return areas.contains { $0.has(point) } ? "~" : "·"
                })
        }.joined(separator: "\n")
    }
}

extension Sea.Area {
    fileprivate func has(_ point: MapPoint) -> Bool {
        surrounds(outline, point) && !islands.contains { surrounds($0, point) }
    }

    /// By the sum of angles: another way than the one that is tested.
    private func surrounds(_ line: [MapPoint], _ point: MapPoint) -> Bool {
        var crossings = 0
        for (one, other) in zip(line, line.dropFirst() + line.prefix(1)) {
            // A ray to the east, a little askew so that it hits no corner.
            let (low, high) = one.y < other.y ? (one, other) : (other, one)
            let y = point.y + 0.001
            guard low.y <= y, y < high.y else { continue }
            if low.x + (high.x - low.x) * (y - low.y) / (high.y - low.y) > point.x {
                crossings += 1
            }
        }
        return crossings % 2 == 1
    }
}

struct SeaTests {
    /// All are drawn as they must become.
    static let coasts: [(name: String, size: Int, drawing: String)] = [
        (
            "a coast across the box", 8,
            """
            ········
            ········
            >>>>>>>>
            ~~~~~~~~
            ~~~~~~~~
            ~~~~~~~~
            ~~~~~~~~
            ~~~~~~~~
            """
        ),
        (
            "an island in the sea", 8,
            """
            ~~~~~~~~
            ~~~~~~~~
            ~~v<<~~~
            ~~v·^~~~
            ~~v·^~~~
            ~~>>^~~~
            ~~~~~~~~
            ~~~~~~~~
            """
        ),
        (
            "a bay", 8,
            """
            ········
            ········
            >>v··>>>
            ~~v··^~~
            ~~>>>^~~
            ~~~~~~~~
            ~~~~~~~~
            ~~~~~~~~
            """
        ),
        (
            "a bay with an island, over four cells", 8,
            """
            ················
            ················
            >>>>v······>>>>>
            ~~~~v······^~~~~
            ~~~~v······^~~~~
            ~~~~>>>>>>>^~~~~
            ~~~~~~~~~~~~~~~~
            ~~~~~~~~~~~~~~~~
            ~~~~~~~~~~~~~~~~
            ~~~~~~v<<<~~~~~~
            ~~~~~~v··^~~~~~~
            ~~~~~~v··^~~~~~~
            ~~~~~~>>>^~~~~~~
            ~~~~~~~~~~~~~~~~
            ~~~~~~~~~~~~~~~~
            ~~~~~~~~~~~~~~~~
            """
        ),
        (
            "a strait between two lands", 8,
            """
            ········
            ········
            >>>>>>>>
            ~~~~~~~~
            ~~~~~~~~
            <<<<<<<<
            ········
            ········
            """
        ),
        (
            "a lagoon with an island in it", 8,
            """
            ········
            ·>>>>>v·
            ·^~~~~v·
            ·^~v<~v·
            ·^~>^~v·
            ·^~~~~v·
            ·^<<<<<·
            ········
            """
        ),
        (
            "an open sea beyond the coast", 4,
            """
            ·····^~~~~~~~~~~
            ·····^~~~~~~~~~~
            ·····^~~~~~~~~~~
            ·····^~~~~~~~~~~
            """
        ),
        (
            "land behind the coast, which no sea flows into", 4,
            """
            ~v··············
            ~v··············
            ~v··············
            ~v··············
            """
        ),
        (
            "a coast with a gap", 8,
            """
            ········
            ········
            ········
            >>>·>>>>
            ~~~~~~~~
            ~~~~~~~~
            ~~~~~~~~
            ~~~~~~~~
            """
        ),
        (
            "a coast that begins at the border, and leaves the box for a moment", 8,
            """
            ··>>>>>>
            ··^~~~~~
            ··^~~~~~
            ··^~~~~~
            ··^~~~~~
            ··^~~~~~
            ··^~~~~~
            ·<^~~~~~
            """
        ),
        (
            "no coast: nobody knows", 4,
            """
            ········
            ········
            ········
            ········
            """
        ),
    ]

    @Test(arguments: coasts.map(\.name))
    func `the sea is where it was drawn`(_ name: String) throws {
        let coast = try #require(Self.coasts.first { $0.name == name })
        let drawing = Drawing(coast.drawing, size: coast.size)
        #expect(drawing.drawn == coast.drawing, "\n\(drawing.drawn)")
    }

    @Test func `the sea ends some cells away from the coast`() {
        let width = 4 * (Sea.reach + 4)
        let line = "···^" + String(repeating: "·", count: width - 4)
        let drawing = Drawing(
            Array(repeating: String(line.reversed()), count: 4).joined(separator: "\n"), size: 4)
        let sea = drawing.drawn.split(separator: "\n")[0].filter { $0 == "~" }.count
        #expect(sea == 3 || sea == Sea.reach * 4 || sea == Sea.reach * 4 + 3)
    }

    @Test func `lines that contradict each other make no sea`() {
        let drawing = Drawing(
            """
            ········
            ········
            >>>>>>>>
            ········
            ········
            >>>>>>>>
            ········
            ········
            """, size: 8)
        #expect(!drawing.drawn.contains("~"))
    }

    @Test func `a coast of the real size is divided into tiles of the map`() {
        let grid = SeaGrid(MapBox(west: 3, south: 51, east: 4, north: 52))
        let box = grid.box(of: .init(column: 1, row: 1))
        #expect(abs(box.east - box.west - 360.0 / 2048) < 1e-6)
        #expect(grid.has(.init(column: 5, row: 5)))
        #expect(!grid.has(.init(column: 9, row: 0)))
    }
}
