import Glibc

/// Cuts the Earth into rows of equal latitude, each row into as many blocks of about the same size
/// as fit round it, and each block into columns.
struct Graticule: Sendable {
    /// Of a block.
    static let columns = 1 << columnBits
    static let columnBits = 3

    /// A row is two to this power of units high.
    private let heightBits: UInt32
    /// At least so many units to the east are as far as one to the north, times the blocks there are.
    private let eastPerNorth: Double
    private let firstRow: Int
    /// How many there are in the first row and in those after it.
    private var blocks: [UInt16] = []

    /// The width of a block, at least, in heights of a row.
    private static let blockWidth = 4.0
    /// Less than any degree of latitude (110,574 m at the equator), so that nothing is too narrow.
    private static let unitsPerMetre = GridPoint.unitsPerDegree / 110_500

    /// For points between two latitudes. A row is 305 m high in the lowest class, and twice as high
    /// in each that follows.
    init(sizeClass: Int, latitudes: ClosedRange<UInt32>) {
        heightBits = min(31, 15 + UInt32(sizeClass))
        eastPerNorth = 1.05 * 0x1p32 / Double(1 << heightBits) / Self.blockWidth
        firstRow = Int(latitudes.lowerBound >> heightBits)
        let lastRow = Int(latitudes.upperBound >> heightBits)
        blocks.reserveCapacity(lastRow - firstRow + 1)
        for row in firstRow...lastRow { blocks.append(blocksThatFit(row: row)) }
    }

    /// As many as fit round the Earth along the row's shorter edge, at least one.
    private func blocksThatFit(row: Int) -> UInt16 {
        let height = Double(1 << heightBits) / GridPoint.unitsPerDegree
        let edge = max(abs(Double(row) * height - 90), abs(Double(row + 1) * height - 90))
        return max(1, UInt16(max(0, 360 * cos(edge.radians) / height / Self.blockWidth)))
    }

    private var lastRow: Int { firstRow + blocks.count - 1 }

    @inline(__always)
    private func blocks(inRow row: Int) -> Int {
        Int(row >= firstRow && row <= lastRow ? blocks[row &- firstRow] : blocksThatFit(row: row))
    }

    @inline(__always)
    private static func key(row: Int, block: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: row << 16 | block)
    }

    /// The block that a point is in, and the column in it.
    func cell(of point: GridPoint) -> (block: UInt32, column: Int) {
        let row = Int(point.latitude >> heightBits)
        let column = Self.column(of: point.longitude, of: blocks(inRow: row) * Self.columns)
        return (Self.key(row: row, block: column >> Self.columnBits), column & (Self.columns - 1))
    }

    @inline(__always)
    fileprivate static func column(of longitude: UInt32, of columns: Int) -> Int {
        (Int(longitude) &* columns) >> 32
    }

    /// Everything within so many metres of a point: within so many units of it, and in these rows.
    struct Box: Sendable {
        let middle: GridPoint
        let north: UInt32
        /// At least half way round is all the way round.
        let east: UInt32
        fileprivate let rows: ClosedRange<Int>
        /// About as many blocks are in it.
        let blocks: Int

        /// The columns of a row that the box begins and ends in.
        @inline(__always)
        fileprivate func columns(of columns: Int) -> (west: Int, east: Int) {
            let (first, last) = (middle.longitude &- east, middle.longitude &+ east)
            let (west, east) = (
                Graticule.column(of: first, of: columns), Graticule.column(of: last, of: columns)
            )
            let isWhole = self.east >= 1 << 31 || (first > last && west <= east)
            return isWhole ? (0, columns &- 1) : (west, east)
        }
    }

    /// `nil` if there are no points in it.
    @inline(__always)
    func box(around point: Coordinate, metres: Double) -> Box? {
        let middle = GridPoint(point)
        let north = min(0x7fff_ffff, metres * Self.unitsPerMetre + 1)
        let units = UInt32(north)
        let lowest = Int((middle.latitude &- min(middle.latitude, units)) &>> heightBits)
        let highest = Int(min(0x7fff_ffff, middle.latitude &+ units) &>> heightBits)
        guard lowest <= lastRow, highest >= firstRow else { return nil }
        let rows = max(lowest, firstRow)...min(highest, lastRow)
        let (first, last) = (blocks(inRow: lowest), blocks(inRow: highest))
        let (fewest, most) = (min(first, last), max(first, last))
        // No sine is needed: a block is no narrower than so many rows are high, unless it is alone.
        // Up to 30° a chord is 1.2 % shorter than its arc. Beyond, near a pole, it is all round.
        let width = north * eastPerNorth / Double(fewest)
        let east = fewest > 1 && width <= 0x1p32 / 12 ? UInt32(width) : 1 << 31
        return Box(
            middle: middle, north: units, east: east, rows: rows,
            blocks: rows.count &* ((Int(east) &* most) >> 31 &+ 1))
    }

    /// Calls `body` with the blocks in a box, and the columns of each, in ascending order.
    @inline(__always)
    func forEachBlock(in box: Box, _ body: (_ block: UInt32, _ first: Int, _ last: Int) -> Void) {
        for row in box.rows {
            let columns = Int(blocks[row &- firstRow]) &* Self.columns
            let (west, east) = box.columns(of: columns)
            // Across 180° are the first of the row and the last, and not those between.
            let last = west > east ? columns &- 1 : east
            var column = west > east ? 0 : west
            while column <= last {
                let end = min(column | (Self.columns - 1), column <= east ? east : last)
                body(
                    Self.key(row: row, block: column &>> Self.columnBits),
                    column & (Self.columns - 1), end & (Self.columns - 1))
                column = end == east && west > east ? west : end &+ 1
            }
        }
    }
}
