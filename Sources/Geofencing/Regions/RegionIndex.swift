import Glibc

/// Finds the circles near a point, however many there are elsewhere.
///
/// Circles of like size share a grid whose cells are a little larger than they are, so that all
/// that can touch a point lie in its cell and the eight around it. The index does not change once
/// made: a refresh makes a new one.
package struct RegionIndex: Sendable {
    private var grids: [Grid] = []

    package init(_ regions: some Collection<Region>) {
        let bySize = Dictionary(grouping: regions.enumerated()) {
            Self.sizeClass($0.element.radius)
        }
        grids = bySize.keys.sorted().map { Grid(bySize[$0]!, sizeClass: $0) }
    }

    /// Circles with a radius of up to 256 m, 512 m, 1024 m … share a grid.
    private static func sizeClass(_ radius: Double) -> Int {
        var size = 256.0
        var sizeClass = 0
        while radius > size {
            size *= 2
            sizeClass += 1
        }
        return sizeClass
    }

    /// Calls `body` with the place in the collection of every region whose circle comes within
    /// `reach` metres of `point`, and of some that do not.
    @inline(__always)
    package func forEach(near point: Coordinate, reach: Double, _ body: (Int) -> Void) {
        for grid in grids { grid.forEach(near: point, reach: reach, body) }
    }
}

/// Points in cells of about the same size all over the Earth: rows of equal latitude, each cut
/// into as many columns as fit its length.
private struct Grid: Sendable {
    /// Metres; at least the largest radius.
    private let side: Double
    private let largestRadius: Double
    private let rowHeight: Double

    /// The regions' places, cell by cell, and by place within a cell.
    private var members: [UInt32] = []
    /// From cell to its members. Open addressing; a power of two with half of it empty.
    private var slots: [Slot] = []

    private struct Slot {
        var key = UInt64.max
        var first: UInt32 = 0
        var count: UInt32 = 0
    }

    /// Less than any degree of latitude (110,574 m at the equator), so that boxes are not too small.
    private static let metresPerDegree = 110_500.0

    init(_ regions: some Collection<(offset: Int, element: Region)>, sizeClass: Int) {
        largestRadius = regions.lazy.map(\.element.radius).max() ?? 0
        side = 256.0 * Double(1 << sizeClass)
        rowHeight = side / Self.metresPerDegree
        var keyed = regions.map { (key: key(of: $0.element.center), place: UInt32($0.offset)) }
        keyed.sort { ($0.key, $0.place) < ($1.key, $1.place) }
        members = keyed.map(\.place)

        var cells = 0
        for i in keyed.indices where i == 0 || keyed[i].key != keyed[i - 1].key { cells += 1 }
        var capacity = 2
        while capacity < cells * 2 { capacity *= 2 }
        slots = [Slot](repeating: Slot(), count: capacity)
        var first = 0
        while first < keyed.count {
            var end = first + 1
            while end < keyed.count, keyed[end].key == keyed[first].key { end += 1 }
            let slot = Slot(
                key: keyed[first].key, first: UInt32(first), count: UInt32(end - first))
            slots[slotIndex(of: slot.key)] = slot
            first = end
        }
    }

    private func row(of latitude: Double) -> Int {
        Int(((latitude + 90) / rowHeight).rounded(.down))
    }

    /// As many cells as fit round the Earth along the row's shorter edge, at least one.
    private func columns(inRow row: Int) -> Int {
        let edge = max(abs(Double(row) * rowHeight - 90), abs(Double(row + 1) * rowHeight - 90))
        return max(1, Int(360 * cos(edge.radians) / rowHeight))
    }

    private func column(of longitude: Double, of columns: Int) -> Int {
        min(columns - 1, max(0, Int((longitude + 180) / 360 * Double(columns))))
    }

    private func key(of point: Coordinate) -> UInt64 {
        let row = row(of: point.latitude)
        return key(row: row, column: column(of: point.longitude, of: columns(inRow: row)))
    }

    @inline(__always)
    private func key(row: Int, column: Int) -> UInt64 {
        UInt64(row) << 32 | UInt64(column)
    }

    @inline(__always)
    private func slotIndex(of key: UInt64) -> Int {
        // Fibonacci hashing: the multiplier is 2⁶⁴ divided by the golden ratio.
        let mask = slots.count - 1
        var index = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while slots[index].key != key, slots[index].key != .max { index = (index + 1) & mask }
        return index
    }

    @inline(__always)
    func forEach(near point: Coordinate, reach: Double, _ body: (Int) -> Void) {
        let metres = reach + largestRadius
        let north = metres / Self.metresPerDegree
        let rows =
            row(of: max(-90, point.latitude - north))...row(of: min(90, point.latitude + north))
        // Half way round is all there is; around a pole that is every column.
        let east = min(180, north / max(1e-9, cos(min(90, abs(point.latitude) + north).radians)))
        if Double(rows.count) * 2 * east / rowHeight > Double(members.count) {
            for member in members { body(Int(member)) }
            return
        }
        for row in rows {
            let columns = columns(inRow: row)
            let width = 360 / Double(columns)
            let first = Int(((point.longitude - east + 180) / width).rounded(.down))
            let last = Int(((point.longitude + east + 180) / width).rounded(.down))
            for column in first...min(last, first + columns - 1) {
                let wrapped = column < 0 ? column + columns : column % columns
                let slot = slots[slotIndex(of: key(row: row, column: wrapped))]
                for i in Int(slot.first)..<Int(slot.first) + Int(slot.count) {
                    body(Int(members[i]))
                }
            }
        }
    }
}
