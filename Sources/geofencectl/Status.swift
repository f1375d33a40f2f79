import ArgumentParser
import FoundationEssentials
import Geofencing
import Places
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
        var output = StandardOutput()
        if json {
            output.write(try await daemon.object("/v1/status"))
        } else {
            let status = try await daemon.get("/v1/status", as: DaemonStatus.self)
            for line in status.lines { output.write(line: line) }
        }
        _ = try output.flushUnlessGone()
    }
}

/// What the daemon says of itself.
private struct DaemonStatus: Decodable {
    var version: String
    var started: Timestamp
    var source: String
    var position: Position?
    var fixes: Fixes
    var regions: Regions
    var places: Int
    var notifications: Notifications

    struct Position: Decodable {
        var time: Timestamp
        var undated: Bool?
        var lat: Double
        var lon: Double
        var accuracy: Double?
    }

    struct Fixes: Decodable {
        var reports: Int
        var accepted: Int
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
    fileprivate var lines: [String] {
        [
            ("geofenced", "\(version), since \(started.local)"),
            ("source", source.visible),
            ("position", positionText),
            ("fixes", fixesText),
            ("regions", regionsText),
            (
                "inside",
                regions.inside.isEmpty ? "none" : regions.inside.joined(separator: ", ").visible
            ),
            ("places", "\(places)"),
            ("notices", noticesText),
        ].map { name, text in "\(name.padded(to: -10)) \(text)" }
    }

    private var noticesText: String {
        let text = "\(notifications.latest) in log \(notifications.log)"
        guard let problem = notifications.problem else { return text }
        return "\(text), \(notifications.waiting) wait to be written: \(problem.visible)"
    }

    private var positionText: String {
        guard let position else { return "not known yet" }
        let place = "\(String(decimals: 5, position.lat)), \(String(decimals: 5, position.lon))"
        let accuracy = position.accuracy.map { " ± \(String(decimals: 0, $0)) m" } ?? ""
        return "\(place)\(accuracy), \(position.undated == true ? "undated" : position.time.local)"
    }

    private var fixesText: String {
        let reasons = fixes.dropped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \(String($0.key.map { $0 == "_" ? " " : $0 }))" }
        let dropped = reasons.isEmpty ? "" : ", dropped: \(reasons.joined(separator: ", "))"
        return "\(fixes.accepted) of \(fixes.reports) reports accepted\(dropped)"
    }

    private var regionsText: String {
        let kinds = regions.kinds.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let list = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ").visible))"
        return "\(regions.loaded) watched\(list), looked up \(regions.lookups) times"
    }
}
