import Geofencing
import Positions
import Posix

/// Finds out whether positions come from the configured source.
struct ReceiverFindings {
    var all: [Finding] = []
    /// The time of the receiver just now; `nil` if it is not known.
    var time: Timestamp?

    /// How long to wait for a gpsd. It lists its receivers at once, and sends a fix every second.
    private static let patience = Duration.seconds(3)

    /// `source`: as it is configured, or the daemon says. `deviceClock`: of a trace, in words.
    init(source: String, deviceClock: String? = nil) {
        guard source.hasPrefix("gpsd:") else {
            all = [Self.trace(source, deviceClock)]
            return
        }
        let address: GPSDAddress
        do {
            address = try GPSDAddress(String(source.dropFirst("gpsd:".count)))
        } catch {
            all = [.problem("source", "\(error)", "mend source in the configuration")]
            return
        }
        do {
            let probe = try GPSDProbe(address, patience: Self.patience)
            time = probe.time
            let release = probe.release.map { " \($0)" } ?? ""
            all = [
                .ok("gpsd", "gpsd\(release) answers at \(address)"), Self.receiver(probe, address),
            ]
        } catch {
            all = [
                .problem("gpsd", "\(address): \(error)", error.remedy(at: address)),
                .unknown("receiver", "only gpsd can tell"),
            ]
        }
    }

    private static func trace(_ source: String, _ deviceClock: String?) -> Finding {
        let clock = deviceClock.map { "; the device's clock is \($0)" } ?? ""
        let path = source.split(separator: ":", maxSplits: 1).last.map { String($0) } ?? ""
        return path == "-" || InputFile.exists(path)
            ? .ok("source", "\(source) is a recorded trace: no receiver is used\(clock)")
            : .problem("source", "\(path) is not there", "name another in the configuration")
    }

    private static func receiver(_ probe: GPSDProbe, _ address: GPSDAddress) -> Finding {
        let name = "receiver"
        if probe.devices.isEmpty {
            return .problem(
                name, "gpsd has none", "plug it in, or name it: sudo gpsdctl add /dev/ttyACM0")
        }
        let list = address.device ?? probe.devices.joined(separator: ", ")
        if let wanted = address.device, !probe.devices.contains(wanted) {
            return .problem(
                name,
                "gpsd has \(probe.devices.joined(separator: ", ")), and not \(wanted), which source "
                    + "names", "mend source in the configuration")
        }
        guard let mode = probe.mode else {
            return .problem(name, "\(list) says nothing", "is it the right device, and its speed?")
        }
        return mode >= 2
            ? .ok(name, "\(list) has a fix")
            : .problem(
                name, "\(list) has no fix yet", "give it a view of the sky, and some minutes")
    }
}
