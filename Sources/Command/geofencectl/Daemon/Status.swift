import APIClient
import ArgumentParser
import Geofencing
import Posix

struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says how the daemon is.",
        discussion: """
            EXAMPLES:
              geofencectl status
              geofencectl status --json
            """)

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "One JSON object, as the control socket has it.")
    var json = false

    func run() async throws {
        let daemon = try daemon.daemon()
        if json { return try StandardOutput.show(bytes: await daemon.object("/v1/status")) }
        let answer = try await daemon.get("/v1/status", as: ClockedStatus.self)
        try StandardOutput.show(lines: answer.status.lines(answer.clock))
    }
}

extension DaemonStatus {
    fileprivate func lines(_ clock: DeviceClock) -> [String] {
        [
            ("geofenced", "\(version), since \(started.local)"),
            ("source", source.location.visible),
            ("receiver", receiverText),
            ("position", positionText),
            ("clock", clock.words(at: .now)),
            ("fixes", fixesText),
            ("regions", regionsText),
            (
                "inside",
                regions.inside.isEmpty ? "none" : regions.inside.joined(separator: ", ").visible
            ),
            ("places", "\(places)"),
            ("devices", devices?.words),
            ("notices", noticesText),
        ].compactMap { name, text in text.map { "\(name.padded(to: -10)) \($0)" } }
    }

    /// `nil` if the source is a trace.
    private var receiverText: String? {
        guard let message = source.message else { return nil }
        let duration = source.seconds.map { ", for \($0.inTime)" } ?? ""
        let rate = source.rate.map { ", \(String(decimals: 1, $0)) reports a second" } ?? ""
        return message.visible + duration + rate
    }

    private var noticesText: String {
        let text = "\(notifications.latest) in log \(notifications.log)"
        guard let problem = notifications.problem else { return text }
        if notifications.waiting == 0 { return "\(text); \(problem.visible)" }
        return "\(text), \(notifications.waiting) wait to be written: \(problem.visible)"
    }

    private var positionText: String {
        guard let position else { return "not known yet" }
        let place = "\(String(decimals: 5, position.lat)), \(String(decimals: 5, position.lon))"
        let accuracy = position.accuracy.map { " ± \(String(decimals: 0, $0)) m" } ?? ""
        let time = position.undated == true ? "undated" : position.time.local
        return "\(place)\(accuracy)\(position.origin), \(time)\(position.clockText)"
    }

    private var fixesText: String {
        let dropped = fixes.dropped.isEmpty ? "" : ", dropped: \(fixes.dropped.reasonsInWords)"
        return "\(fixes.accepted) of \(fixes.reports) reports accepted\(dropped)"
    }

    private var regionsText: String {
        let kinds = regions.kinds.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let list = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ").visible))"
        let times = regions.lookups == 1 ? "once" : "\(regions.lookups) times"
        return "\(regions.loaded) watched\(list), looked up \(times)"
    }
}

extension DaemonStatus.Position {
    /// What the accuracy was worked out from.
    fileprivate var origin: String {
        let from: String? =
            switch accuracyFrom {
            case "hdop": hdop.map { "HDOP \(String(decimals: 1, $0))" }
            case "receiver": "the receiver's estimate"
            default: nil
            }
        let parts = [from, satellites.map { "\($0) satellites" }].compactMap(\.self)
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    fileprivate var clockText: String {
        switch clock {
        case "mended": ", its week counter mended"
        case "carried": ", by its last good time"
        case "system": ", by the clock of this machine"
        default: ""
        }
    }
}
