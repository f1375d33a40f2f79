import APIClient
import Geofencing
import Places
import Posix

/// Where the device is, as the daemon knows it.
struct DevicePosition: Decodable {
    var time: Timestamp
    var lat: Double
    var lon: Double
    /// Metres.
    var accuracy: Double?

    private struct Status: Decodable {
        var position: DevicePosition?
        var source: Source

        struct Source: Decodable {
            var live: Bool
            var message: String?
        }
    }

    /// Throws if the daemon does not know it yet. `isLive`: whether its source is a receiver.
    static func ask(_ daemon: APIClient) async throws -> (position: DevicePosition, isLive: Bool) {
        let status = try await daemon.get("/v1/status", as: Status.self)
        guard let position = status.position else { throw Unknown(message: status.source.message) }
        return (position, status.source.live)
    }

    /// The error that there is no fix yet.
    private struct Unknown: Error, CustomStringConvertible {
        /// What the daemon says of its receiver.
        var message: String?

        var description: String {
            "geofenced does not know yet where it is\(message.map { " (\($0.visible))" } ?? ""): wait for a "
                + "fix, or see geofencectl doctor"
        }
    }

    var coordinate: Coordinate { Coordinate(latitude: lat, longitude: lon) }

    /// As in `52.378000,4.900100`: to a tenth of a metre.
    var text: String { [lat, lon].map { String(decimals: 6, $0) }.joined(separator: ",") }
}
