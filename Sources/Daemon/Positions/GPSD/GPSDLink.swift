import Geofencing

/// A connection to gpsd, and the clocks to wait by; tests have one of their own.
protocol GPSDLink {
    /// Seconds by a clock that nobody sets, from any beginning.
    var uptime: Double { get }
    /// The system's clock, which may be wrong.
    var systemTime: Timestamp { get }
    /// A random factor from 0.8 to 1.2, for `Backoff`.
    var jitter: Double { get }

    /// Connects, and ends the connection that there was.
    func connect(to address: GPSDAddress) async throws(GPSDLost)
    func send(_ command: String) async
    /// Waits for what arrives next, until the uptime is `deadline`.
    func receive(until deadline: Double) async -> GPSDArrival
    func sleep(until uptime: Double) async throws
    func close() async
}

enum GPSDArrival {
    case bytes([UInt8])
    case nothing
    case ended(GPSDLost)
}

/// Why there is no connection, in words for the user.
struct GPSDLost: Error, Hashable {
    var why: String
}
