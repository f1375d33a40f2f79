import Glibc

/// Points in cells of about the same size all over the Earth: rows of equal latitude, each cut
/// into as many columns as fit its length.
///
/// What is read for every fix is packed for the processor's caches: a cell is one slot of a hash
/// table and one run of points, eight bytes each. Cells as wide as the largest circle are found
/// in two steps or four, whatever lies around them; with smaller ones the steps would cost more
/// than the points that they spare.
struct RegionGrid: Sendable {
    static let smallestRadius = 256.0

    private let largestRadius: Double
    /// Degrees.
    private let rowHeight: Double
    /// The first row with a point in it, and how many columns it and those after it have.
    private var firstRow = 0
    private var columns: [UInt32] = []
    /// From cell to its run. Open addressing; a power of two with half of it empty.
    private var slots: [Slot] = []
    /// Cell by cell, and by place within a cell.
    private var points: [GridPoint] = []
    /// Where each of the points is in the list.
    private var places: [UInt32] = []

    private struct Slot {
        var key = UInt64.max
        var first: UInt32 = 0
        var count: UInt32 = 0
    }

    /// Less than any degree of latitude (110,574 m at the equator), so that boxes are not too small.
    private static let metresPerDegree = 110_500.0
    /// Metres, more than a point can be off by being rounded.
    private static let rounding = 0.02

    /// `chosen`: places in the list.
    init(_ regions: RegionList, at chosen: [UInt32], sizeClass: Int) {
        let centers = chosen.lazy.map { regions.center(at: Int($0)) }
        largestRadius = chosen.lazy.map { regions.radius(at: Int($0)) }.max() ?? 0
        rowHeight = 2 * Self.smallestRadius * Double(1 << sizeClass) / Self.metresPerDegree
        firstRow = row(of: centers.map(\.latitude).min() ?? 0)
        let lastRow = row(of: centers.map(\.latitude).max() ?? 0)
        columns = (firstRow...lastRow).map(columnsThatFit(row:))
        // Of a million, each word that is held for all of them at once counts.
        let keys = Array(centers.map(key(of:)))
        var order = [UInt32](0..<UInt32(chosen.count))
        order.sort { (keys[Int($0)], $0) < (keys[Int($1)], $1) }
        places = order.map { chosen[Int($0)] }
        points = order.map { GridPoint(centers[Int($0)]) }
        fillSlots(order.lazy.map { keys[Int($0)] })
    }

    /// `keys`: of the cell of each point, in order.
    private mutating func fillSlots(_ keys: some RandomAccessCollection<UInt64>) {
        var runs: [Slot] = []
        for (i, key) in keys.enumerated() {
            if key != runs.last?.key { runs.append(Slot(key: key, first: UInt32(i))) }
            runs[runs.count - 1].count += 1
        }
        var capacity = 2
        while capacity < runs.count * 2 { capacity *= 2 }
        slots = [Slot](repeating: Slot(), count: capacity)
        for run in runs {
            let place = slots.withUnsafeBufferPointer { Self.slot(of: run.key, in: $0) }
            slots[place] = run
        }
    }

    private func row(of latitude: Double) -> Int {
        Int((latitude + 90) / rowHeight)
    }

    /// As many cells as fit round the Earth along the row's shorter edge, at least one.
    private func columnsThatFit(row: Int) -> UInt32 {
        let edge = max(abs(Double(row) * rowHeight - 90), abs(Double(row + 1) * rowHeight - 90))
        return max(1, UInt32(max(0, 360 * cos(edge.radians) / rowHeight)))
    }

    private var lastRow: Int { firstRow + columns.count - 1 }

    @inline(__always)
    private func columns(inRow row: Int) -> Int {
        Int(row >= firstRow && row <= lastRow ? columns[row - firstRow] : columnsThatFit(row: row))
    }

    /// At least so many degrees are so many heights of a row, where the shorter of two rows has so
    /// many columns.
    ///
    /// No sine is needed: a column is no narrower than a row is high.
    @inline(__always)
    private func degreesEast(of heights: Double, columns: Int) -> Double {
        // Up to 30° a chord is 1.2 % shorter than its arc. Beyond, near a pole, half way round is
        // all there is.
        let degrees = 1.05 * heights * 360 / Double(columns)
        return degrees <= 30 ? degrees : 180
    }

    private func key(of point: Coordinate) -> UInt64 {
        let row = row(of: point.latitude)
        let columns = columns(inRow: row)
        let column = Int((point.longitude + 180) / 360 * Double(columns))
        return Self.key(row: row, column: min(columns - 1, max(0, column)))
    }

    @inline(__always)
    private static func key(row: Int, column: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: row) << 32 | UInt64(truncatingIfNeeded: column)
    }

    /// Where the cell is, or would be.
    @inline(__always)
    private static func slot(of key: UInt64, in slots: UnsafeBufferPointer<Slot>) -> Int {
        // Fibonacci hashing: the multiplier is 2⁶⁴ divided by the golden ratio.
        let mask = slots.count - 1
        var place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while slots[place].key != key, slots[place].key != .max { place = (place + 1) & mask }
        return place
    }

    @inline(__always)
    func forEach(near point: Coordinate, reach: Double, _ body: (Int) -> Void) {
        let north = (reach + largestRadius + Self.rounding) / Self.metresPerDegree
        let (south, end) = (max(-90, point.latitude - north), min(90, point.latitude + north))
        let (lowest, highest) = (row(of: south), row(of: end))
        guard lowest <= lastRow, highest >= firstRow else { return }
        let rows = max(lowest, firstRow)...min(highest, lastRow)
        let east = degreesEast(
            of: north / rowHeight, columns: min(columns(inRow: lowest), columns(inRow: highest)))
        let box = GridBox(around: point, north: north, east: east)
        if Double(rows.count) * 2 * east / rowHeight > Double(points.count) {
            return forEach(in: 0..<points.count, box, body)
        }
        for row in rows {
            let columns = columns(inRow: row)
            let perDegree = Double(columns) / 360
            let first = Int(((point.longitude - east + 180) * perDegree).rounded(.down))
            let last = Int(((point.longitude + east + 180) * perDegree).rounded(.down))
            for column in first...min(last, first + columns - 1) {
                let wrapped =
                    column < 0 ? column + columns : column < columns ? column : column - columns
                let slot = slots.withUnsafeBufferPointer {
                    $0[Self.slot(of: Self.key(row: row, column: wrapped), in: $0)]
                }
                forEach(in: Int(slot.first)..<Int(slot.first + slot.count), box, body)
            }
        }
    }

    @inline(__always)
    private func forEach(in run: Range<Int>, _ box: GridBox, _ body: (Int) -> Void) {
        points.withUnsafeBufferPointer { points in
            for i in run where box.contains(points[i]) { body(Int(places[i])) }
        }
    }
}

/// A point in units of 2⁻³² of a full circle, 9 mm of latitude: longitudes wrap by themselves.
private struct GridPoint: Sendable {
    let latitude: Int32
    let longitude: Int32

    static let unitsPerDegree = 4_294_967_296.0 / 360

    @inline(__always)
    init(_ point: Coordinate) {
        latitude = Int32(point.latitude * Self.unitsPerDegree)
        // 180° is one more than fits, and the same as -180°.
        longitude = Int32(truncatingIfNeeded: Int(point.longitude * Self.unitsPerDegree))
    }
}

/// All points that are no further away in latitude and in longitude.
private struct GridBox {
    private let middle: GridPoint
    private let north: Int64
    private let east: Int64

    /// `north`, `east`: degrees, at most 180.
    @inline(__always)
    init(around point: Coordinate, north: Double, east: Double) {
        middle = GridPoint(point)
        self.north = Int64(min(180, north) * GridPoint.unitsPerDegree) + 1
        self.east = Int64(east * GridPoint.unitsPerDegree) + 1
    }

    @inline(__always)
    func contains(_ point: GridPoint) -> Bool {
        // Of two numbers, one is below 0: asked at once, as neither can be guessed.
        let toNorth = north - Int64((point.latitude &- middle.latitude).magnitude)
        let toEast = east - Int64((point.longitude &- middle.longitude).magnitude)
        return toNorth | toEast >= 0
    }
}
