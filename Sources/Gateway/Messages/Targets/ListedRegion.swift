/// A region that the daemon watches, as `/v1/regions` has it.
struct ListedRegion: Decodable {
    var id: String
    private var geometry: Geometry
    private var properties: Properties

    private struct Geometry: Decodable {
        /// Longitude and latitude.
        var coordinates: [Double]
    }
    private struct Properties: Decodable { var kind, name: String }

    var kind: String { properties.kind }
    var name: String { properties.name }

    /// The middle of its circle.
    var center: Message.Position? {
        let point = geometry.coordinates
        return point.count < 2 ? nil : .init(latitude: point[1], longitude: point[0])
    }
}
