import APIClient
import Formats
import Geofencing
import Posix

/// What the daemon says of itself.
struct DaemonStatus: Decodable {
    var version: String
    var started: Timestamp
    /// The id of its own source; `nil` of a daemon that knows of no devices.
    var device: String?
    var source: Source
    /// `nil`: it is not known where the device is.
    var position: Position?
    var fixes: Fixes
    var regions: Regions
    var places: Int
    /// `nil` of a daemon that knows one device only.
    var devices: FleetStatus?
    var notifications: Notifications
    /// What is told; `nil` if it does not say.
    var transitions: [String]?

    struct Source: Decodable {
        var location: String
        /// Whether it is a receiver.
        var live: Bool
        /// Of a trace: whether no fix of it is to come.
        var ended: Bool?
        var message: String?
        var seconds: Double?
        var rate: Double?
    }

    struct Position: Decodable {
        var time: Timestamp
        var undated: Bool?
        var lat: Double
        var lon: Double
        /// Metres.
        var accuracy: Double?
        var accuracyFrom: String?
        var hdop: Double?
        var satellites: Int?
        var clock: String?

        enum CodingKeys: String, CodingKey {
            case time, undated, lat, lon, accuracy, hdop, satellites, clock
            case accuracyFrom = "accuracy_from"
        }
    }

    struct Fixes: Decodable {
        var reports: Int
        var accepted: Int
        /// By reason.
        var dropped: [String: Int]
    }

    struct Regions: Decodable {
        var loaded: Int
        var kinds: [String: Int]
        var inside: [String]
        var lookups: Int
    }

    struct Notifications: Decodable {
        var log: String
        var latest: Int
        var waiting: Int
        var problem: String?
    }
}

extension DaemonStatus {
    /// Throws if the daemon does not know yet where the device is. `isLive`: whether its source is a
    /// receiver.
    static func position(_ daemon: APIClient) async throws -> (position: Position, isLive: Bool) {
        let status = try await daemon.get("/v1/status", as: DaemonStatus.self)
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
}

extension DaemonStatus.Position {
    var coordinate: Coordinate { Coordinate(latitude: lat, longitude: lon) }

    /// As in `52.378000,4.900100`: to a tenth of a metre.
    var text: String { [lat, lon].map { String(decimals: 6, $0) }.joined(separator: ",") }
}
