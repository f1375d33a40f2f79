import ArgumentParser
import Geofencing
import Glibc
import Posix
import Settings

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Looks for what keeps the daemon from working, and says what to do.",
        discussion: """
            Looks at the configuration, the daemon and its sockets, who may use them, the \
            database, the room on its disk, gpsd, its receiver, whether its fixes count, and the clock; at the gateway, if \
            there is one, its ways in and out, and the MQTT broker of this machine. Exits with 1 if something is wrong. What \
            this account may not look at is no fault.

            EXAMPLES:
              geofencectl doctor
              sudo geofencectl doctor --json
            """)

    @Option(help: ArgumentHelp("The daemon's configuration.", valueName: "file"))
    var config: String?

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let (configuration, finding) = Self.configuration(at: config)
        var findings = [finding]
        if let configuration {
            let daemon = await DaemonFindings(
                configuration, file: config ?? Configuration.defaultPath)
            findings += [daemon.daemon, daemon.notifications, daemon.access, daemon.database]
            findings += [daemon.disk, daemon.devices].compactMap(\.self)
            let source = ReceiverFindings(
                source: daemon.source?.location ?? configuration.source,
                deviceClock: daemon.deviceClock)
            findings += source.all
            if let fixes = daemon.source?.finding(configuration.fixes) { findings.append(fixes) }
            findings.append(Self.clock(now: .now, receiver: source.time))
        } else {
            findings.append(Self.clock(now: .now, receiver: nil))
        }

        findings += await GatewayFindings(gateway.gatewaySocket).all

        let isWell = !findings.contains { $0.state == .problem }
        try StandardOutput.show(
            Report(ok: isWell, checks: findings), json: json,
            or: findings.map { $0.line(.standardOutput) })
        if !isWell { throw ExitCode.failure }
    }

    private struct Report: Encodable {
        var ok: Bool
        var checks: [Finding]
    }

    /// `nil` if the configuration has a fault.
    private static func configuration(at path: String?) -> (Configuration?, Finding) {
        let name = "configuration"
        let file = path ?? Configuration.defaultPath
        do {
            let configuration = try Configuration.load(orDefault: path)
            let isThere = InputFile.exists(file)
            return (
                configuration,
                .ok(
                    name,
                    isThere ? "\(file) is right" : "there is no \(file), so all is as by default")
            )
        } catch {
            let lines = "\(error)".split(separator: "\n").map { String($0) }
            let more = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
            return (
                nil,
                .problem(name, "\(lines.first ?? "")\(more)", "mend it, then look again")
            )
        }
    }

    /// `receiver`: the time of the receiver just now; `nil` if it is not known.
    static func clock(now: Timestamp, receiver: Timestamp?) -> Finding {
        let name = "clock"
        if now.milliseconds < firstPlausible {
            return .problem(
                name, "this computer believes it is \(now)",
                "set it with timedatectl, or have chrony take it from gpsd")
        }
        guard let receiver else { return .ok(name, "it is \(now)") }
        let seconds = now - receiver
        guard abs(seconds) > tolerance else {
            return .ok(name, "it is \(now), and the receiver agrees")
        }
        let way = "\(String(decimals: 0, abs(seconds))) s \(seconds > 0 ? "ahead of" : "behind")"
        return .problem(
            name, "this computer is \(way) the receiver",
            "timedatectl set-ntp true, or have chrony take the time from gpsd")
    }

    /// The beginning of 2026, in milliseconds since 1970: a clock that is earlier is wrong.
    private static let firstPlausible: Int64 = 1_767_225_600_000
    /// Seconds that the clocks may differ: a report takes up to one second to arrive.
    private static let tolerance = 5.0
}
