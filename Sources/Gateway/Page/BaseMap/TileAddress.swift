/// One square of the map: the world is one at zoom 0, and each is four at the next one.
///
/// As web maps count them: from 180° west, and from the north.
struct TileAddress: Hashable, Sendable {
    let zoom: Int
    let column: Int
    let row: Int

    /// Zooms that map tiles have.
    static let zooms = 0...22

    /// `nil` if there is no such square.
    init?(zoom: Int, column: Int, row: Int) {
        guard Self.zooms.contains(zoom) else { return nil }
        let side = 0..<(1 << zoom)
        guard side.contains(column), side.contains(row) else { return nil }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    /// `nil` if the words are not the digits of such a square.
    init?(_ zoom: String, _ column: String, _ row: String) {
        guard let zoom = Self.number(zoom), let column = Self.number(column),
            let row = Self.number(row)
        else { return nil }
        self.init(zoom: zoom, column: column, row: row)
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int(text) : nil
    }

    /// The row from the south, as MBTiles counts (Tile Map Service).
    var rowFromSouth: Int { (1 << zoom) - 1 - row }
}
