import APIClient

/// A region that the daemon watches, as `/v1/regions` has it.
package struct ListedRegion: Decodable, Sendable {
    let id: String
    private let geometry: Geometry
    private let properties: Properties

    private struct Geometry: Decodable {
        /// Longitude and latitude.
        let coordinates: [Double]
    }
    private struct Properties: Decodable {
        let kind, name: String
        let radius: Double
    }

    var kind: String { properties.kind }
    var name: String { properties.name }
    /// Metres.
    package var radius: Double { properties.radius }

    /// The middle of its circle.
    package var center: Message.Position? {
        let point = geometry.coordinates
        return point.count < 2 ? nil : .init(latitude: point[1], longitude: point[0])
    }
}

extension DeviceMirror {
    /// Those around a device, the nearest first.
    package nonisolated func regions(of device: String) async throws -> [ListedRegion] {
        struct Answer: Decodable { var features: [ListedRegion] }
        let query = [(name: "device", value: device)]
        return try await client.get("/v1/regions", query, as: Answer.self).features
    }
}
