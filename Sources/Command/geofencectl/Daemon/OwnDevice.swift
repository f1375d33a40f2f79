import APIClient
import Geofencing
import Posix
import Settings

/// The daemon's own source, as a device.
enum OwnDevice {
    /// As the daemon says, or the configuration while it is away; `nil` if the daemon knows of no
    /// devices. `daemon`: `nil` if its control socket is not known.
    static func id(by daemon: APIClient?, config: String?) async -> DeviceID? {
        if let status = try? await daemon?.get("/v1/status", as: DaemonStatus.self) {
            return status.device.flatMap { DeviceID($0) }
        }
        // A mistake in it is told by who needs it.
        return ((try? Configuration.load(orDefault: config)) ?? Configuration()).device.id
    }
}
