import Geofencing

/// The way to gpsd, and the clocks by which it is waited for.
protocol GPSDLink {
    /// Seconds by a clock that nobody sets.
    var uptime: Double { get }
    /// The system's clock, which may be wrong.
    var systemTime: Timestamp { get }
    /// From 0.8 to 1.2.
    var jitter: Double { get }

    /// Ends whatever connection there was.
    func connect(to address: GPSDAddress) async throws(GPSDLost)
    func send(_ command: String) async
    /// What arrived next, until the uptime is `deadline`.
    func receive(until deadline: Double) async -> GPSDArrival
    func sleep(until uptime: Double) async throws
    func close() async
}

enum GPSDArrival {
    case bytes([UInt8])
    case nothing
    case ended(GPSDLost)
}

/// Why there is no connection, in words.
struct GPSDLost: Error, Hashable {
    var why: String
}
