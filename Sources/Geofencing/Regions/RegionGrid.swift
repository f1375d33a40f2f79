/// The points of circles of like size in the cells of a graticule.
///
/// What is read for every fix is packed for the processor's caches: a block is one slot of a hash
/// table, its cells are next to each other, and so are the points of those of them that a circle
/// touches. Points are numbered as they lie: what is found comes in ascending order.
///
/// It never changes. As a class, none of its arrays is counted when it is looked into.
final class RegionGrid: Sendable {
    /// The largest radius, in metres.
    private let largest: Double
    /// The number of the first point.
    let base: Int
    /// The grid of larger circles, if there are any: in a list of grids, each would be counted too.
    let larger: RegionGrid?
    private let graticule: Graticule
    /// From block to cells. Open addressing; a power of two with half of it empty.
    private let slots: [Slot]
    /// Where the points of each cell begin, block by block, and where those of the last end.
    private let starts: [UInt32]
    private let points: [GridPoint]
    /// Where each of the points is in the list.
    let offsets: [UInt32]

    private struct Slot: Sendable {
        var block = UInt32.max
        /// In `starts`.
        var first: UInt32 = 0
    }

    /// Of an entry that is sorted. There is no room for offsets beyond that, nor in memory.
    private static let offsetBits = 32 - Graticule.columnBits

    /// The circles among `regions` whose radius is of this class: so many, numbered from `base` on.
    init(_ regions: RegionList, sizeClass: Int, count: Int, base: Int, larger: RegionGrid?) {
        self.base = base
        self.larger = larger
        let chosen = regions.indices.lazy.filter {
            RegionIndex.sizeClass(regions.radius(at: $0)) == sizeClass
        }
        let radii = chosen.lazy.map { regions.radius(at: $0) }
        let latitudes = chosen.lazy.map { GridPoint(regions.center(at: $0)).latitude }
        largest = radii.max() ?? 0
        graticule = Graticule(
            sizeClass: sizeClass, latitudes: (latitudes.min() ?? 0)...(latitudes.max() ?? 0))
        // Nothing grows here: a million would leave holes as large again.
        var order: [UInt64] = []
        order.reserveCapacity(count)
        for offset in chosen {
            let (block, column) = graticule.cell(of: GridPoint(regions.center(at: offset)))
            order.append(UInt64(block) << 32 | UInt64(column) << Self.offsetBits | UInt64(offset))
        }
        order.sort()
        offsets = order.map { UInt32($0 & (1 << Self.offsetBits - 1)) }
        points = offsets.map { GridPoint(regions.center(at: Int($0))) }
        (slots, starts) = Self.cells(order)
    }

    /// `order`: the block, column and offset of each point.
    private static func cells(_ order: [UInt64]) -> ([Slot], [UInt32]) {
        var blocks = 0
        var last: UInt64?
        for entry in order where entry >> 32 != last {
            blocks += 1
            last = entry >> 32
        }
        var capacity = 2
        while capacity < blocks * 2 { capacity *= 2 }
        var slots = [Slot](repeating: Slot(), count: capacity)
        var starts: [UInt32] = []
        starts.reserveCapacity(blocks * Graticule.columns + 1)
        var i = 0
        while i < order.count {
            let block = UInt32(order[i] >> 32)
            let slot = slots.withUnsafeBufferPointer { Self.slot(of: block, in: $0) }
            slots[slot] = Slot(block: block, first: UInt32(starts.count))
            for column in 0..<UInt64(Graticule.columns) {
                starts.append(UInt32(i))
                let cell = UInt64(block) << Graticule.columnBits | column
                while i < order.count, order[i] >> offsetBits == cell { i += 1 }
            }
        }
        starts.append(UInt32(i))
        return (slots, starts)
    }

    /// Where the block is, or would be.
    @inline(__always)
    private static func slot(of block: UInt32, in slots: UnsafeBufferPointer<Slot>) -> Int {
        // Fibonacci hashing: the multiplier is 2⁶⁴ divided by the golden ratio.
        let mask = slots.count - 1
        var slot = Int((UInt64(block) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while slots[slot].block != block, slots[slot].block != .max { slot = (slot + 1) & mask }
        return slot
    }

    /// Calls `body` with each run of points in cells that come within `reach` metres of a circle
    /// around `point`, and with what is to be asked of each.
    @inline(__always)
    private func forEachRun(
        near point: Coordinate, _ plane: () -> LocalPlane, reach: Double,
        _ body: (Range<Int>, GridCircle) -> Void
    ) {
        // Of a way, what is near may have been measured from its end.
        let metres = (largest + reach) * 1.001 + GridCircle.rounding
        guard let box = graticule.box(around: point, metres: metres) else { return }
        if box.blocks > points.count {
            return body(0..<points.count, GridCircle(plane(), box, to: metres))
        }
        // Most fixes are far from all regions: they need none.
        var made: GridCircle?
        slots.withUnsafeBufferPointer { slots in
            starts.withUnsafeBufferPointer { starts in
                graticule.forEachBlock(in: box) { block, first, last in
                    let slot = slots[Self.slot(of: block, in: slots)]
                    guard slot.block == block else { return }
                    let from = Int(starts[Int(slot.first) &+ first])
                    let to = Int(starts[Int(slot.first) &+ last &+ 1])
                    if from == to { return }
                    let circle = made ?? GridCircle(plane(), box, to: metres)
                    made = circle
                    body(from..<to, circle)
                }
            }
        }
    }

    /// Calls `body` with every wanted region, as an index of `offsets`, whose circle comes within
    /// `reach` metres of `point`, and with some more.
    @inline(__always)
    func forEach(
        near point: Coordinate, _ plane: @autoclosure () -> LocalPlane, reach: Double,
        where isWanted: (_ i: Int) -> Bool,
        _ body: (_ i: Int) -> Void
    ) {
        forEachRun(near: point, plane, reach: reach) { run, circle in
            for i in run where circle.square(to: points[i]) <= circle.outer && isWanted(i) {
                body(i)
            }
        }
    }
}
