import APIClient
import ArgumentParser
import Geofencing
import Posix

struct Regions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the regions that the daemon watches, nearest first.",
        discussion: """
            EXAMPLES:
              geofencectl regions
              geofencectl regions --json > watched.geojson
              geofencectl regions --device anna-phone
            """)

    @OptionGroup var daemon: DaemonOptions

    @Option(
        help: ArgumentHelp(
            "Those of this device, instead of the daemon's own.", valueName: "id"),
        transform: DeviceID.read)
    var device: DeviceID?

    @Flag(help: "One GeoJSON FeatureCollection.")
    var json = false

    func run() async throws {
        let daemon = try daemon.daemon()
        let query = [device.map { ("device", $0.description) }].compactMap(\.self)
        if json {
            let bytes = try await daemon.object("/v1/regions", query)
            return try StandardOutput.show(bytes: bytes + [.newline])
        }
        let regions = try await daemon.get("/v1/regions", query, as: WatchedRegions.self).features
        var table = Table(
            .init(title: "distance", side: .right), .init(title: "", importance: .high),
            .init(title: "kind", importance: .low),
            .init(title: "name", look: .bold), .init(title: "radius", side: .right),
            .init(title: "id", widest: 60, look: .faint, importance: .highest))
        for region in regions {
            let properties = region.properties
            table.add(
                properties.distance?.inMetres, properties.inside ? "inside" : nil,
                properties.kind, properties.name, properties.radius.inMetres, region.id)
        }
        try StandardOutput.show(
            lines: table.lines(.standardOutput), none: "no regions are watched here")
    }
}

/// The GeoJSON that the daemon sends.
struct WatchedRegions: Decodable {
    var features: [Feature]

    struct Feature: Decodable {
        var id: String
        var properties: Properties
    }

    struct Properties: Decodable {
        var kind: String
        var name: String
        var radius: Double
        var inside: Bool
        var distance: Double?
        var starts: Timestamp?
        var ends: Timestamp?
    }
}
