/// What the page has to know of its base map.
struct BaseMap: Hashable, Sendable, Encodable {
    /// Of data that says nothing itself.
    static let credit = "© OpenStreetMap contributors"

    var isAvailable: Bool
    /// The address of a tile, with `{z}`, `{x}` and `{y}` in it.
    var tiles: String?
    /// Whose data it has, as text.
    var credit: String?
    /// Changes with the map.
    var version: String?
    var leastZoom: Int?
    var mostZoom: Int?
    /// West, south, east and north in degrees.
    var bounds: [Double]?
    /// Whether tiles are pictures of a server elsewhere; `nil`: they are not.
    var isRaster: Bool?

    enum CodingKeys: String, CodingKey {
        case isAvailable = "available"
        case tiles, credit, version, bounds
        case leastZoom = "min_zoom"
        case mostZoom = "max_zoom"
        case isRaster = "raster"
    }

    static let none = BaseMap(isAvailable: false)
}

extension BaseMap {
    init(_ header: MapTiles.Header, version: String) {
        self.init(
            isAvailable: true, tiles: "/tiles/\(version)/{z}/{x}/{y}", credit: header.credit,
            version: version, leastZoom: header.zooms.lowerBound, mostZoom: header.zooms.upperBound,
            bounds: [
                header.bounds.west, header.bounds.south, header.bounds.east, header.bounds.north,
            ])
    }

    /// Tiles of a server that the configuration names.
    init(elsewhere tiles: String, credit: String) {
        self.init(isAvailable: true, tiles: tiles, credit: credit, isRaster: true)
    }
}
